/// The commands on a node of CPUs and emulated accelerators: exit codes, figures, files.

#include "apps/gemm/matrix/npy.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "partition/base/json.hpp"
#include "tests/apps/command/command.hpp"
#include "tests/apps/numpy.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::contents;
using test::Outcome;
using test::put;
using test::run;
using test::run_python;
using test::TemporaryFolder;
using testing::AllOf;
using testing::Each;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

using Words = std::vector<std::string>;

std::vector<std::string> keys(const json& object) {
    std::vector<std::string> names;
    for (const auto& [name, value] : object.items()) {
        names.push_back(name);
    }
    return names;
}

/// Sum of a number in all elements of a list.
std::uint64_t sum(const json& list, const char* key) {
    std::uint64_t result = 0;
    for (const json& element : list) {
        result += element[key].get<std::uint64_t>();
    }
    return result;
}

class Commands : public testing::Test {
  protected:
    Outcome tangram(const Words& arguments, const Words& environment = {}) {
        Outcome outcome = run({TANGRAM_COMMAND, arguments, environment}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome;
    }

    /// gemm --json - with tiles of 64.
    json gemm(const Words& arguments, const Words& environment = {}) {
        Words words{"gemm", "--tile", "64", "--json", "-"};
        words.insert(words.end(), arguments.begin(), arguments.end());
        return json::parse(tangram(words, environment).out);
    }

    TemporaryFolder folder_;
};

// ---- Figures

TEST_F(Commands, JsonHasTheDocumentedKeys) {
    const json report = gemm({"--size", "100"});
    EXPECT_THAT(keys(report),
                UnorderedElementsAre("m", "n", "k", "tile", "tile_reason", "math_settings", "precision", "sched",
                                     "partition", "seconds", "seconds_total", "page_locking_seconds", "staging_threads",
                                     "gflops", "bytes_total", "bytes_by_link", "bytes_bound", "seconds_bound",
                                     "bytes_bound_taking_part", "seconds_bound_taking_part", "tasks", "tasks_by_node",
                                     "steals", "steals_by_cost", "workers", "reductions", "auxiliary_bytes",
                                     "scheduling_seconds", "plan_reason", "planning_seconds", "residual", "verified",
                                     "simulated", "platform", "starpu_version", "repeats"));
    for (const json& link : report["bytes_by_link"]) {
        EXPECT_THAT(keys(link), UnorderedElementsAre("from", "to", "bytes"));
    }
    for (const json& node : report["tasks_by_node"]) {
        EXPECT_THAT(keys(node), UnorderedElementsAre("node", "kind", "speed", "tasks", "planned", "stolen",
                                                     "reductions", "drift", "drift_mean"));
    }
    for (const json& worker : report["workers"]) {
        EXPECT_THAT(keys(worker),
                    UnorderedElementsAre("worker", "node", "kind", "tasks", "busy_seconds", "idle_seconds"));
    }
}

class FiguresOfPolicy : public Commands, public testing::WithParamInterface<const char*> {};

TEST_P(FiguresOfPolicy, FitTogether) {
    const std::string policy = GetParam();
    const bool ours = policy == "nrrp-rounded-static";
    const json report = gemm({"--m", "200", "--n", "130", "--k", "300", "--beta", "1", "--sched", policy});

    EXPECT_EQ(report["sched"], policy);
    EXPECT_EQ(report["m"], 200);
    EXPECT_EQ(report["n"], 130);
    EXPECT_EQ(report["k"], 300);
    EXPECT_EQ(report["tile"], 64);
    EXPECT_EQ(report["precision"], "double");
    EXPECT_EQ(report["simulated"], false);
    EXPECT_EQ(report["verified"], true);
    EXPECT_LT(report["residual"], 1.2e-16);

    const double seconds = report["seconds"];
    EXPECT_GT(seconds, 0);
    EXPECT_GE(report["seconds_total"], seconds);
    EXPECT_NEAR(report["gflops"].get<double>() * seconds, 2e-9 * 200 * 130 * 300, 1e-9);
    EXPECT_GT(report["seconds_bound"], 0);

    EXPECT_EQ(report["tasks"], 4 * 3 * 5);
    EXPECT_EQ(sum(report["tasks_by_node"], "tasks"), 4 * 3 * 5);
    EXPECT_EQ(sum(report["bytes_by_link"], "bytes"), report["bytes_total"]);
    for (const json& node : report["tasks_by_node"]) {
        EXPECT_GT(node["speed"], 0);
        EXPECT_EQ(node["planned"], ours ? node["tasks"] : json());
        EXPECT_EQ(node["stolen"], ours ? json(0) : json());
    }
    EXPECT_EQ(report["partition"], ours ? json("nrrp-rounded") : json());
    EXPECT_EQ(report["steals"], ours ? json(0) : json());
    EXPECT_EQ(report["steals_by_cost"], ours ? json({0, 0, 0, 0}) : json());
    EXPECT_EQ(report["scheduling_seconds"].is_null(), !ours);
    EXPECT_EQ(report["planning_seconds"].is_null(), !ours);
    EXPECT_TRUE(report["plan_reason"].is_null()) << "there was nothing to choose";

    EXPECT_EQ(sum(report["workers"], "tasks"), 4 * 3 * 5);
    for (const json& worker : report["workers"]) {
        const double busy = worker["busy_seconds"];
        const double idle = worker["idle_seconds"];
        EXPECT_EQ(worker["tasks"] > 0, busy > 0);
        EXPECT_GE(idle, 0);
        EXPECT_NEAR(busy + idle, seconds, 1e-9);
    }
    for (const json& node : report["tasks_by_node"]) {
        std::uint64_t tasks = 0;
        for (const json& worker : report["workers"]) {
            tasks += worker["node"] == node["node"] ? worker["tasks"].get<std::uint64_t>() : 0;
        }
        EXPECT_EQ(node["tasks"], tasks);
        if (!node["drift"].is_null()) {
            EXPECT_GT(node["drift"], 0);
        }
    }
}

/// Models are off here at will: PoCL's devices share two cores or so. Whoever is off is named.
TEST_F(Commands, WarnsOfEachNodeThatDrifted) {
    const Outcome outcome = tangram({"gemm", "--size", "1024", "--tile", "64", "--json", "-"});
    const json report = json::parse(outcome.out);
    std::size_t drifted = 0;
    for (const json& node : report["tasks_by_node"]) {
        const std::uint64_t tiles = node["tasks"]; // all of them full
        if (tiles >= 3) {
            const double mean = node["drift_mean"];
            const bool by_median = tiles >= 10 && std::abs(node["drift"].get<double>() - 1) > 0.2;
            drifted += by_median || mean > 2 || mean < 0.5 ? 1 : 0;
        }
    }
    std::size_t warnings = 0;
    for (std::size_t at = 0; (at = outcome.err.find("than its model", at)) != std::string::npos; ++at) {
        ++warnings;
    }
    EXPECT_EQ(warnings, drifted) << outcome.err;
}

/// All is planned on one node, and thefts are not weighed: what others execute was stolen.
TEST_F(Commands, StealsAreWhatOthersExecuteThanWasPlannedAndHaveACost) {
    const std::size_t nodes = gemm({"--size", "64"})["tasks_by_node"].size();
    if (nodes == 1) {
        GTEST_SKIP() << "nobody could steal: install pocl-opencl-icd";
    }
    put(folder_ / "one.json", to_json(partition::Allocation{"one", 10, 10, nodes, std::vector<std::size_t>(100, 0)}));
    const json report =
        gemm({"--size", "640", "--sched", "effective-steal", "--allocation", "one.json"}, {"TANGRAM_MODE=paper"});
    std::uint64_t by_others = 0;
    for (std::size_t node = 1; node < nodes; ++node) {
        by_others += report["tasks_by_node"][node]["tasks"].get<std::uint64_t>();
    }
    std::uint64_t with_a_cost = 0;
    for (const json& count : report["steals_by_cost"]) {
        with_a_cost += count.get<std::uint64_t>();
    }
    EXPECT_GT(by_others, 0U);
    EXPECT_EQ(report["steals"], by_others);
    EXPECT_EQ(with_a_cost, by_others);
}

INSTANTIATE_TEST_SUITE_P(Commands, FiguresOfPolicy, testing::Values("dmda", "lws", "nrrp-rounded-static"),
                         [](const auto& test) {
                             std::string name = test.param;
                             std::erase(name, '-');
                             return name;
                         });

TEST_F(Commands, VariableChoosesThePolicyAndTheOptionWins) {
    EXPECT_EQ(gemm({"--size", "64"})["sched"], "auto");
    EXPECT_EQ(gemm({"--size", "64"}, {"STARPU_SCHED=lws"})["sched"], "lws");
    EXPECT_EQ(gemm({"--size", "64"}, {"STARPU_SCHED=NRRP-Rounded-Static"})["sched"], "nrrp-rounded-static");
    EXPECT_EQ(gemm({"--size", "64", "--sched", "dmda"}, {"STARPU_SCHED=lws"})["sched"], "dmda");
    EXPECT_EQ(gemm({"--size", "64", "--sched", "NrrpRounded-Static"}, {"STARPU_SCHED=lws"})["sched"],
              "nrrp-rounded-static");
}

TEST_F(Commands, RepeatsReportTheMedian) {
    const json report = gemm({"--size", "150", "--beta", "0.5", "--repeat", "3"});
    ASSERT_EQ(report["repeats"].size(), 3U);
    std::vector<double> seconds;
    for (const json& repeat : report["repeats"]) {
        EXPECT_THAT(keys(repeat),
                    UnorderedElementsAre("seconds", "seconds_total", "page_locking_seconds", "gflops", "bytes_total",
                                         "scheduling_seconds", "planning_seconds", "plan_reused", "speeds_corrected"));
        seconds.push_back(repeat["seconds"]);
    }
    std::sort(seconds.begin(), seconds.end());
    EXPECT_EQ(report["seconds"], seconds[1]);
    EXPECT_EQ(report["repeats"][0]["plan_reused"], false);
    EXPECT_EQ(report["repeats"][0]["speeds_corrected"], false);
    const json& second = report["repeats"][1];
    const json& third = report["repeats"][2];
    EXPECT_NE(second["plan_reused"], second["speeds_corrected"]) << "by what the one before measured";
    if (second["speeds_corrected"]) {
        EXPECT_EQ(third["speeds_corrected"], true) << "models stay as they are";
    } else {
        EXPECT_NE(third["plan_reused"], third["speeds_corrected"]);
    }
    EXPECT_EQ(report["verified"], true) << "beta must meet the first C in each repetition";
}

struct Size {
    const char* name;
    int m, n, k, tasks;
};

std::ostream& operator<<(std::ostream& out, const Size& size) {
    return out << size.name;
}

class Sizes : public Commands, public testing::WithParamInterface<Size> {};

TEST_P(Sizes, AreVerified) {
    const auto& [name, m, n, k, tasks] = GetParam();
    for (const char* precision : {"double", "float"}) {
        const json report = gemm({"--m", std::to_string(m), "--n", std::to_string(n), "--k", std::to_string(k),
                                  "--precision", precision, "--beta", "1.3", "--verify", "full", "--out", "c.npy"});
        EXPECT_EQ(report["verified"], true);
        EXPECT_EQ(report["precision"], precision);
        EXPECT_EQ(report["tasks"], tasks);
        const NpyHeader written = read_npy_header(folder_ / "c.npy");
        EXPECT_EQ(written.rows, m);
        EXPECT_EQ(written.columns, n);
    }
}

INSTANTIATE_TEST_SUITE_P(Commands, Sizes,
                         testing::Values(Size{"One", 1, 1, 1, 1}, Size{"NoRows", 0, 5, 7, 0},
                                         Size{"NoColumns", 5, 0, 7, 0}, Size{"NoDepth", 70, 80, 0, 0},
                                         Size{"Nothing", 0, 0, 0, 0}, Size{"Thin", 300, 3, 200, 20}),
                         [](const auto& test) { return test.param.name; });

// ---- Allocations

TEST_F(Commands, FollowsAnAllocationFromAFile) {
    const std::size_t nodes = gemm({"--size", "64"})["tasks_by_node"].size();
    partition::Allocation allocation{"stripes", 3, 4, nodes, {}};
    for (std::size_t tile = 0; tile < 12; ++tile) {
        allocation.owners.push_back(tile / 4 % nodes);
    }
    put(folder_ / "stripes.json", to_json(allocation));
    const Words words{"--m", "192", "--n", "256", "--k", "70", "--allocation", "stripes.json", "--json", "out.json"};
    Words command{"gemm", "--tile", "64", "--sched", "static"};
    command.insert(command.end(), words.begin(), words.end());
    EXPECT_THAT(tangram(command).out, AllOf(HasSubstr("stripes, from stripes.json"), HasSubstr("verified (freivalds")));

    const json report = json::parse(contents(folder_ / "out.json"));
    EXPECT_EQ(report["partition"], "stripes");
    EXPECT_EQ(report["steals"], 0);
    const std::vector<std::size_t> counts = allocation.tile_counts();
    for (std::size_t node = 0; node < nodes; ++node) {
        EXPECT_EQ(report["tasks_by_node"][node]["tasks"], 2 * counts[node]);
    }
}

/// The system takes any bytes for a name, JSON does not.
TEST_F(Commands, NamesThatAreNoUtf8AreReplacedInJson) {
    const Outcome outcome = tangram({"gemm", "--size", "64", "--json", "out.json"}, {"STARPU_HOSTNAME=a\xff"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(json::parse(contents(folder_ / "out.json"))["platform"], "a\xef\xbf\xbd");
}

/// One row of 2 tiles, 3 deep, each shared by the first and the last node.
TEST_F(Commands, FollowsLayersFromAFile) {
    const std::size_t nodes = gemm({"--size", "64"})["tasks_by_node"].size();
    const std::size_t last = nodes - 1;
    put(folder_ / "layers.json", to_json(partition::Allocation{"layers", 1, 2, nodes, {0, last, last, last, 0, 0}, 3}));
    for (const char* policy : {"nrrp-rounded-static", "3d-nrrp-rounded-static", "3d-nrrp-rounded-redux-static"}) {
        const json report = gemm(
            {"--m", "64", "--n", "100", "--k", "150", "--beta", "1", "--sched", policy, "--allocation", "layers.json"});
        EXPECT_EQ(report["partition"], "layers");
        EXPECT_EQ(report["verified"], true) << policy;
        EXPECT_EQ(report["tasks_by_node"][0]["tasks"], 3 * (1 + (last == 0)));
        EXPECT_EQ(report["tasks_by_node"][0]["planned"], report["tasks_by_node"][0]["tasks"]);
        const bool reduces = last != 0 && std::string(policy).find("redux") != std::string::npos;
        EXPECT_EQ(report["reductions"], reduces ? 2 : 0);
        EXPECT_EQ(report["tasks_by_node"][0]["reductions"], reduces ? 2 : 0);
        EXPECT_EQ(report["auxiliary_bytes"], reduces ? 64 * 100 * 8 : 0);
    }
}

TEST_F(Commands, AllocationsThatDoNotFitAreNamed) {
    const std::size_t nodes = gemm({"--size", "64"})["tasks_by_node"].size();
    const std::string last = nodes > 1 ? fmt::format(", {} is OpenCL {}\n", nodes - 1, nodes - 2) : "0 is CPU\n";
    put(folder_ / "plan.json", to_json(partition::Allocation{"mine", 2, 3, nodes, {0, 0, 0, 0, 0, 0}}));
    put(folder_ / "wide.json", to_json(partition::Allocation{"mine", 1, 1, nodes + 1, {0}}));
    put(folder_ / "deep.json", to_json(partition::Allocation{"mine", 1, 1, nodes, {0, 0, 0}, 3}));
    put(folder_ / "cut.json", "{\"name\":");
    const auto error_of = [&](const Words& more) {
        Words words{"gemm", "--size", "64", "--tile", "64"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run({TANGRAM_COMMAND, words, {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        return outcome.err;
    };
    EXPECT_THAT(error_of({"--allocation", "plan.json"}), AllOf(HasSubstr("2 x 3"), HasSubstr("1 x 1")));
    EXPECT_THAT(error_of({"--allocation", "wide.json"}),
                AllOf(HasSubstr(fmt::format("{} processors", nodes + 1)), HasSubstr(fmt::format("{} memory", nodes)),
                      HasSubstr("processor 0 is CPU"), HasSubstr(last)));
    EXPECT_THAT(error_of({"--allocation", "deep.json"}), AllOf(HasSubstr("3 layers"), HasSubstr("1 tiles deep")));
    EXPECT_THAT(error_of({"--allocation", "cut.json"}), AllOf(HasSubstr("cut.json"), HasSubstr("not JSON")));
    EXPECT_THAT(error_of({"--allocation", "none.json"}), HasSubstr("none.json"));
    EXPECT_THAT(error_of({"--allocation", "plan.json", "--sched", "dmda"}), HasSubstr("dmda"));
}

// ---- Files

TEST_F(Commands, JsonInAFileLeavesStdoutToTheReport) {
    const Outcome outcome = tangram({"gemm", "--size", "100", "--tile", "64", "--json", "figures.json"});
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("policy       auto"), HasSubstr("plan         nrrp-"), HasSubstr("until C is home"),
                      HasSubstr("; planned before, in 0."), HasSubstr("verified (freivalds")));
    EXPECT_EQ(json::parse(contents(folder_ / "figures.json"))["tasks"], 8);
}

TEST_F(Commands, DrawsSvg) {
    tangram({"gemm", "--size", "200", "--tile", "64", "--draw", "tiles.svg"});
    EXPECT_THAT(contents(folder_ / "tiles.svg"),
                AllOf(HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\""), EndsWith("</svg>\n")));
    SKIP_WITHOUT_NUMPY();
    EXPECT_TRUE(run_python(folder_, "import xml.etree.ElementTree as xml; xml.parse('tiles.svg')"));
}

TEST_F(Commands, DrawsAGanttChartOfAllWorkers) {
    for (const char* policy : {"nrrp-rounded-effective-steal", "dmda"}) {
        const json report = gemm({"--size", "320", "--sched", policy, "--draw-gantt", "gantt.svg"});
        const std::string svg = contents(folder_ / "gantt.svg");
        EXPECT_THAT(svg, AllOf(StartsWith("<svg "), HasSubstr(policy), EndsWith("</svg>\n")));
        std::size_t lanes = 0;
        for (std::size_t at = 0; (at = svg.find("class=\"lane\"", at)) != std::string::npos; ++at) {
            ++lanes;
        }
        EXPECT_EQ(lanes, report["workers"].size());
        if (!std::string(TANGRAM_PYTHON).empty()) {
            EXPECT_TRUE(run_python(folder_, "import xml.etree.ElementTree as xml; xml.parse('gantt.svg')"));
        }
    }
}

TEST_F(Commands, DrawingOnStdoutIsAlone) {
    for (const char* option : {"--draw", "--draw-gantt"}) {
        const Outcome outcome = tangram({"gemm", "--size", "100", "--tile", "64", option, "-"});
        EXPECT_THAT(outcome.out, AllOf(StartsWith("<"), EndsWith("</svg>\n"), Not(HasSubstr("policy "))));
    }
}

TEST_F(Commands, CIsWrittenInTheOrderOfTheInputs) {
    const auto put_matrix = [&](const char* name, Layout layout) {
        Matrix<double> matrix(8, 8, layout);
        matrix.fill_random(1);
        write_npy<double>(folder_ / name, matrix.view());
    };
    put_matrix("rows.npy", Layout::row_major);
    put_matrix("columns.npy", Layout::column_major);
    const auto order = [&](const std::vector<std::string>& inputs) {
        std::vector<std::string> arguments{"--size", "8", "--out", "c.npy"};
        arguments.insert(arguments.end(), inputs.begin(), inputs.end());
        gemm(arguments);
        return read_npy_header(folder_ / "c.npy").layout;
    };
    EXPECT_EQ(order({"--a", "rows.npy", "--b", "rows.npy"}), Layout::row_major);
    EXPECT_EQ(order({"--b", "rows.npy"}), Layout::row_major);
    EXPECT_EQ(order({"--a", "rows.npy", "--b", "columns.npy"}), Layout::column_major);
    EXPECT_EQ(order({"--a", "rows.npy", "--c", "columns.npy", "--beta", "1"}), Layout::column_major);
    EXPECT_EQ(order({"--a", "columns.npy", "--c", "rows.npy", "--beta", "1"}), Layout::row_major);
    EXPECT_EQ(order({}), Layout::column_major);
}

/// Nothing says that the result is wrong.
TEST_F(Commands, WhatHoldsNaNCannotBeVerified) {
    Matrix<double> matrix(8, 8);
    matrix.fill(std::numeric_limits<double>::quiet_NaN());
    write_npy<double>(folder_ / "nan.npy", matrix.view());
    const Outcome outcome = run({TANGRAM_COMMAND, {"gemm", "--a", "nan.npy", "--size", "8"}, {}}, folder_);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("CANNOT BE VERIFIED"), HasSubstr("NaN"), Not(HasSubstr("WRONG"))));
    EXPECT_THAT(outcome.err, HasSubstr("NaN"));
}

/// A forgotten file must not pass in silence; without any, random matrices are what was asked for.
TEST_F(Commands, RandomMatricesBesideFilesGetAWarning) {
    write_npy<double>(folder_ / "a.npy", Matrix<double>(8, 8).view());
    const auto warnings = [&](Words words) {
        words.insert(words.begin(), "gemm");
        return run({TANGRAM_COMMAND, words, {}}, folder_).err;
    };
    const std::string of_b = warnings({"--a", "a.npy", "--beta", "2"});
    EXPECT_THAT(of_b, AllOf(HasSubstr("B is random, as --b is not given"), HasSubstr("C is random, as --c")));
    EXPECT_THAT(warnings({"--a", "a.npy", "--b", "a.npy"}), Not(HasSubstr("is random")));
    EXPECT_THAT(warnings({"--size", "8"}), Not(HasSubstr("is random")));
}

TEST_F(Commands, SeedChoosesTheMatrices) {
    const auto element = [&](const char* seed) {
        gemm({"--size", "80", "--seed", seed, "--out", "c.npy"});
        return read_npy<double>(folder_ / "c.npy").view()(3, 70);
    };
    const double first = element("1");
    EXPECT_NEAR(element("1"), first, 1e-12);
    EXPECT_GT(std::abs(element("2") - first), 1e-6);
}

struct NumpyCase {
    const char* type;   ///< of the elements
    const char* orders; ///< of A, B and C: C or F(ortran)
    const char* transa;
    const char* transb;
};

std::ostream& operator<<(std::ostream& out, const NumpyCase& chosen) {
    return out << chosen.type << chosen.orders << chosen.transa << chosen.transb;
}

class Numpy : public Commands, public testing::WithParamInterface<NumpyCase> {};

TEST_P(Numpy, Agrees) {
    SKIP_WITHOUT_NUMPY();
    const NumpyCase& chosen = GetParam();
    const std::string made = fmt::format(R"(
import numpy as np
rng = np.random.default_rng(7)
for name, order, shape, trans in zip('abc', '{}', [(150, 77), (77, 90), (150, 90)], '{}{}n'):
    stored = shape[::-1] if trans == 't' else shape
    np.save(name + '.npy', np.asarray(rng.uniform(-1, 1, stored), dtype='<{}', order=order))
)",
                                         chosen.orders, chosen.transa, chosen.transb, chosen.type);
    ASSERT_TRUE(run_python(folder_, made));
    const json report = gemm({"--a", "a.npy", "--b", "b.npy", "--c", "c.npy", "--alpha", "-0.7", "--beta", "1.3",
                              "--transa", chosen.transa, "--transb", chosen.transb, "--out", "out.npy"});
    EXPECT_EQ(report["precision"], chosen.type == std::string("f4") ? "float" : "double");
    EXPECT_EQ(report["verified"], true);
    const std::string compared = fmt::format(R"(
import numpy as np
a, b, c, out = (np.load(name + '.npy', allow_pickle=False) for name in ('a', 'b', 'c', 'out'))
assert out.dtype == c.dtype and out.shape == c.shape, (out.dtype, out.shape)
a, b, c = (x.astype('f8') for x in (a, b, c))
expected = -0.7 * (a{} @ b{}) + 1.3 * c
error = np.linalg.norm(out - expected) / np.linalg.norm(expected)
assert error < 10 * np.finfo(out.dtype).eps, error
)",
                                             *chosen.transa == 't' ? ".T" : "", *chosen.transb == 't' ? ".T" : "");
    EXPECT_TRUE(run_python(folder_, compared));
}

INSTANTIATE_TEST_SUITE_P(Commands, Numpy,
                         testing::Values(NumpyCase{"f8", "CCC", "n", "n"}, NumpyCase{"f8", "FFF", "t", "n"},
                                         NumpyCase{"f8", "CFC", "n", "t"}, NumpyCase{"f4", "CCF", "t", "t"},
                                         NumpyCase{"f4", "FCF", "n", "n"}, NumpyCase{"f4", "FFC", "t", "n"}),
                         testing::PrintToStringParamName());

// ---- What is said

TEST_F(Commands, HelpAndVersion) {
    for (const Words& command : {Words{}, Words{"gemm"}, Words{"machine"}, Words{"policies"}}) {
        Words words = command;
        words.emplace_back("--help");
        const Outcome outcome = tangram(words);
        EXPECT_THAT(outcome.out, HasSubstr("Usage: "));
        EXPECT_EQ(outcome.err, "");
    }
    const Outcome version = tangram({"--version"});
    EXPECT_THAT(version.out, AllOf(StartsWith("tangram "), HasSubstr("StarPU 1.")));
    EXPECT_EQ(version.err, "");
}

TEST_F(Commands, PoliciesNamesAll) {
    const std::string text = tangram({"policies"}).out;
    const std::string markdown = tangram({"policies", "--markdown"}).out;
    const std::vector<std::string> names{"nrrp-rounded",    "nrrp-precise", "nrrp-refined", "3d-nrrp-rounded",
                                         "3d-nrrp-precise", "static",       "rand-steal",   "choice-steal",
                                         "effective-steal", "auto",         "first-dyn",    "choice-dyn-10",
                                         "choice-dyn-50",   "effective-dyn"};
    for (const std::string& name : names) {
        EXPECT_THAT(text, HasSubstr(name));
        EXPECT_THAT(markdown, HasSubstr("`" + name + "`"));
    }
    for (const char* variable : {"TANGRAM_MODE", "TANGRAM_WINDOW", "TANGRAM_ORDER", "TANGRAM_SEED"}) {
        EXPECT_THAT(text, HasSubstr(variable));
        EXPECT_THAT(markdown, HasSubstr(std::string("| `") + variable + "` |"));
    }
    for (const char* policy : {"dmda", "dmdas", "lws", "eager"}) {
        EXPECT_THAT(text, HasSubstr(policy));
    }
}

TEST_F(Commands, MachineDescribesNodesAndLinks) {
    const json machine = json::parse(tangram({"machine", "--tile", "64", "--json", "-"}).out);
    EXPECT_THAT(keys(machine),
                UnorderedElementsAre("platform", "starpu_version", "simulated", "precision", "tile", "nodes", "links",
                                     "shared_bytes_per_second", "size", "seconds_bound", "bytes_bound"));
    EXPECT_GT(machine["seconds_bound"], 0);
    std::set<unsigned> accelerators;
    for (const json& node : machine["nodes"]) {
        EXPECT_GT(node["speed"], 0);
        EXPECT_GT(node["workers"], 0);
        if (!node["home"].get<bool>()) {
            accelerators.insert(node["node"].get<unsigned>());
        }
    }
    std::set<unsigned> reached;
    for (const json& link : machine["links"]) {
        EXPECT_GT(link["bytes_per_second"], 0);
        reached.insert(link["to"].get<unsigned>());
    }
    EXPECT_TRUE(std::includes(reached.begin(), reached.end(), accelerators.begin(), accelerators.end()));
}

TEST_F(Commands, ProgressKeepsToStderr) {
    // So many tasks take longer than the half second after which progress shows.
    const Outcome outcome = tangram({"gemm", "--size", "2048", "--tile", "64", "--progress", "always", "--json", "-"});
    EXPECT_TRUE(json::accept(outcome.out));
    EXPECT_THAT(outcome.err, HasSubstr("of 32768 tasks"));
}

} // namespace
} // namespace tangram::apps
