/// `tangram affinity`: figures, names, and one line for what is wrong. No StarPU starts.

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/policies/strategies.hpp"
#include "tests/apps/command/bad_command.hpp"
#include "tests/apps/command/keys_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::contents;
using test::keys_of;
using test::Outcome;
using test::put;
using test::run;
using test::TemporaryFolder;
using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Words = std::vector<std::string>;

class AffinityCommand : public testing::Test {
  protected:
    Outcome affinity(Words words) {
        words.insert(words.begin(), "affinity");
        Outcome outcome = run({TANGRAM_COMMAND, std::move(words), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome;
    }

    json figures(const std::string& strategy, Words words) {
        words.insert(words.begin(), {"--strategy", strategy, "--json", "-"});
        return json::parse(affinity(std::move(words)).out);
    }

    TemporaryFolder folder_;
};

/// What a run's clock says differs from run to run.
json without_times(json report) {
    report.erase("seconds");
    report.erase("tasks_per_second");
    return report;
}

TEST_F(AffinityCommand, JsonHasTheDocumentedKeys) {
    const json report = figures("dynamic-outer-2phases", {"--blocks", "20", "--processors", "4"});
    EXPECT_THAT(keys_of(report), ElementsAre("analysis", "beta", "blocks", "communication", "imbalance", "kernel",
                                             "lower_bound", "makespan", "processors", "runs", "same_speeds", "seconds",
                                             "seed", "speeds", "strategy", "tasks_per_second"));
    EXPECT_THAT(keys_of(report["communication"]), ElementsAre("max", "mean", "min", "stddev"));
    EXPECT_THAT(keys_of(report["analysis"]), ElementsAre("first_order", "volume"));
    EXPECT_EQ(report["strategy"], "dynamic-outer-2phases");
    EXPECT_EQ(report["kernel"], "outer");
    EXPECT_EQ(report["blocks"], 20);
    EXPECT_EQ(report["processors"], 4);
    EXPECT_EQ(report["speeds"], "uniform:10:100");
    EXPECT_EQ(report["same_speeds"], false);
    EXPECT_EQ(report["runs"], 10);
    EXPECT_EQ(report["seed"], 1);
    EXPECT_LE(report["communication"]["min"], report["communication"]["mean"]);
    EXPECT_LE(report["communication"]["mean"], report["communication"]["max"]);
    EXPECT_GT(report["communication"]["stddev"], 0);
    EXPECT_GT(report["tasks_per_second"], 0);
}

TEST_F(AffinityCommand, FiguresAreThoseOfASceneByHand) {
    // Four quarters of 4 x 4 tasks: 2 + 2 blocks each, 4 seconds, and 16 = 2 * 4 * 4 * sqrt(1/4) is the bound.
    const json report = figures("nrrp-rounded", {"--blocks", "4", "--processors", "4", "--speeds", "equal"});
    EXPECT_EQ(report["kernel"], "outer");
    EXPECT_NEAR(report["lower_bound"], 16, 1e-12);
    EXPECT_NEAR(report["communication"]["mean"], 1, 1e-12);
    EXPECT_NEAR(report["communication"]["stddev"], 0, 1e-12);
    EXPECT_NEAR(report["imbalance"], 0, 1e-12);
    EXPECT_NEAR(report["makespan"], 4, 1e-12);
    EXPECT_TRUE(report["beta"].is_null());
    EXPECT_TRUE(report["analysis"].is_null());
}

TEST_F(AffinityCommand, OneProcessorIsSentEachBlockOnce) {
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        const json report = figures(kind.name, {"--blocks", "5", "--processors", "1", "--runs", "2"});
        EXPECT_NEAR(report["communication"]["mean"], 1, 1e-12) << kind.name;
        EXPECT_NEAR(report["imbalance"], 0, 1e-12) << kind.name;
    }
}

TEST_F(AffinityCommand, TakesEveryNameOfTheTables) {
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        const json report = figures(kind.name, {"--blocks", "6", "--processors", "3", "--runs", "2"});
        EXPECT_EQ(report["strategy"], kind.name);
        EXPECT_EQ(report["kernel"], kind.kernel == sched::Kernel::outer ? "outer" : "matrix");
        EXPECT_EQ(report["beta"].is_null(), !kind.has_phases) << kind.name;
    }
    for (const char* name : {"nrrp-precise", "nrrp-plus-rounded", "3d-nrrp-rounded", "3d-nrrp-plus-precise"}) {
        const json report = figures(name, {"--blocks", "6", "--processors", "3", "--runs", "2"});
        EXPECT_EQ(report["strategy"], name);
        EXPECT_EQ(report["kernel"], name[0] == '3' ? "matrix" : "outer");
    }
}

TEST_F(AffinityCommand, NamesAreReadHoweverTheyAreWritten) {
    const Words few{"--blocks", "4", "--processors", "2", "--runs", "1"};
    const auto found = [&](const std::string& name, const Words& more) {
        Words words = few;
        words.insert(words.end(), more.begin(), more.end());
        return figures(name, words)["strategy"];
    };
    EXPECT_EQ(found("DynamicOuter2Phases", {}), "dynamic-outer-2phases");
    EXPECT_EQ(found("dynamic", {"--kernel", "matrix"}), "dynamic-matrix");
    EXPECT_EQ(found("dynamic-2phases", {"--kernel", "outer"}), "dynamic-outer-2phases");
    EXPECT_EQ(found("dyn-useful", {}), "dyn-useful-outer"); // there is no other
    EXPECT_EQ(found("NRRP-Rounded", {"--kernel", "outer"}), "nrrp-rounded");
}

TEST_F(AffinityCommand, ResultsAreThoseOfAnyNumberOfThreads) {
    for (const char* strategy : {"dynamic-matrix-2phases", "dyn-blocks-outer", "nrrp-rounded"}) {
        const Words words{"--blocks", "12", "--processors", "5", "--runs", "7", "--seed", "3", "--speeds", "dyn:5"};
        const auto with_threads = [&](const char* threads) {
            Words all = words;
            all.insert(all.end(), {"--threads", threads});
            return without_times(figures(strategy, all));
        };
        EXPECT_EQ(with_threads("1"), with_threads("2")) << strategy;
    }
}

TEST_F(AffinityCommand, StrategiesRunOnTheSameSpeeds) {
    const Words words{"--blocks", "10", "--processors", "4", "--runs", "3", "--seed", "5"};
    EXPECT_EQ(figures("random-outer", words)["lower_bound"], figures("dyn-blocks-outer", words)["lower_bound"]);
    EXPECT_EQ(figures("random-outer", words)["lower_bound"], figures("nrrp-rounded", words)["lower_bound"]);
}

TEST_F(AffinityCommand, SameSpeedsAreDrawnOnce) {
    const Words first{"--blocks", "10", "--processors", "4", "--runs", "1"};
    const Words many{"--blocks", "10", "--processors", "4", "--runs", "6", "--same-speeds"};
    EXPECT_NEAR(figures("sorted-outer", first)["lower_bound"], figures("sorted-outer", many)["lower_bound"], 1e-9);
}

TEST_F(AffinityCommand, BetaIsThatOfTheSpeedsOfAPlatformThatIsAlikeOrGiven) {
    // Homogeneous, 20 processors, 100 blocks: 4.1706 (Beaumont and Marchal 2014, section 3.6).
    const Words words{"--blocks", "100", "--processors", "20", "--runs", "1"};
    const auto beta = [&](const Words& more) {
        Words all = words;
        all.insert(all.end(), more.begin(), more.end());
        return figures("dynamic-outer-2phases", all)["beta"].get<double>();
    };
    EXPECT_NEAR(beta({"--beta", "homogeneous"}), 4.1706, 1e-3);
    EXPECT_NEAR(beta({"--speeds", "equal"}), 4.1706, 1e-3);
    EXPECT_NE(beta({"--beta", "auto"}), beta({"--beta", "homogeneous"}));
    EXPECT_EQ(beta({"--beta", "2.5"}), 2.5);
    EXPECT_EQ(beta({"--beta", "0"}), 0);
}

TEST_F(AffinityCommand, AnalysisStandsBesideWhatItIsAbout) {
    const Words words{"--blocks", "100", "--processors", "20", "--runs", "3"};
    const auto difference = [](const json& report) {
        const double simulated = report["communication"]["mean"];
        return std::abs(report["analysis"]["volume"].get<double>() - simulated) / simulated;
    };
    const json random = figures("random-outer", words);
    EXPECT_LT(difference(random), 0.01);
    EXPECT_TRUE(random["analysis"]["first_order"].is_null());
    const json phases = figures("dynamic-outer-2phases", words);
    EXPECT_LT(difference(phases), 0.05);
    EXPECT_FALSE(phases["analysis"]["first_order"].is_null());
    EXPECT_LT(difference(figures("dynamic-outer", words)), 0.1); // equations know no last tasks
    for (const char* strategy : {"sorted-outer", "dyn-blocks-outer", "nrrp-rounded"}) {
        EXPECT_TRUE(figures(strategy, words)["analysis"].is_null()) << strategy;
    }
}

TEST_F(AffinityCommand, NothingIsSaidToFirstOrderWhereItsSeriesFail) {
    // That is beyond a beta of 4 for 4 equal processors, and of 8/5 for the matrix product.
    const auto first_order = [&](const std::string& strategy, const Words& more) {
        Words words{"--blocks", "20", "--processors", "4", "--speeds", "equal", "--runs", "2"};
        words.insert(words.end(), more.begin(), more.end());
        const json analysis = figures(strategy, words)["analysis"];
        EXPECT_TRUE(analysis["volume"].is_number());
        return analysis["first_order"];
    };
    EXPECT_TRUE(first_order("dynamic-outer-2phases", {"--beta", "3.9"}).is_number());
    EXPECT_TRUE(first_order("dynamic-outer-2phases", {"--beta", "4.1"}).is_null());
    EXPECT_TRUE(first_order("dynamic-matrix-2phases", {"--beta", "1.5"}).is_number());
    EXPECT_TRUE(first_order("dynamic-matrix-2phases", {"--beta", "1.7"}).is_null());
    // Some runs' speeds are alike, others' are not: the mean is that of all or of none.
    const Words mixed{"--blocks", "20", "--processors", "4", "--speeds", "set:1,1,9", "--runs", "20", "--beta", "3.2"};
    EXPECT_TRUE(figures("dynamic-outer-2phases", mixed)["analysis"]["first_order"].is_null());
}

TEST_F(AffinityCommand, ReportsForPeople) {
    const Words words{"--strategy", "dynamic-outer-2phases", "--blocks", "30", "--processors", "20"};
    EXPECT_THAT(affinity(words).out,
                AllOf(HasSubstr("900 tasks on 20 processors"), HasSubstr("dynamic-outer-2phases: "), HasSubstr("beta"),
                      HasSubstr("times the bound"), ContainsRegex(", [0-9.]+ to first order"), HasSubstr("makespan")));
    const Words few{"--strategy", "dynamic-outer-2phases", "--blocks", "30", "--processors", "4", "--beta", "9"};
    EXPECT_THAT(affinity(few).out, HasSubstr("to first order its series fail for a beta this large"));
    EXPECT_THAT(affinity({"--strategy", "nrrp-rounded", "--blocks", "30", "--processors", "4"}).out,
                AllOf(Not(HasSubstr("analysis")), Not(HasSubstr("beta"))));
}

TEST_F(AffinityCommand, ReportsHowSpeedsWereDrawnIfTheyWere) {
    put(folder_ / "speeds.txt", "3 1");
    const auto report = [&](const Words& more) {
        Words words{"--strategy", "random-outer", "--blocks", "4", "--processors", "2", "--runs", "2", "--speeds"};
        words.insert(words.end(), more.begin(), more.end());
        return affinity(words).out;
    };
    EXPECT_THAT(report({"set:1,2"}), HasSubstr("set:1,2, drawn for each run\n"));
    EXPECT_THAT(report({"dyn.5", "--same-speeds"}), HasSubstr("dyn.5, drawn once for all runs\n"));
    for (const char* given : {"equal", "file:speeds.txt"}) {
        EXPECT_THAT(report({given}), AllOf(HasSubstr(given), Not(HasSubstr("drawn"))));
        EXPECT_THAT(report({given, "--same-speeds"}), Not(HasSubstr("drawn")));
    }
}

TEST_F(AffinityCommand, JsonGoesToAFileBesideTheReport) {
    const Outcome outcome = affinity(
        {"--strategy", "random-matrix", "--blocks", "5", "--processors", "2", "--runs", "1", "--json", "out.json"});
    EXPECT_THAT(outcome.out, HasSubstr("random-matrix"));
    EXPECT_EQ(json::parse(contents(folder_ / "out.json"))["communication"]["stddev"], 0);
}

TEST_F(AffinityCommand, SpeedsComeFromAFile) {
    put(folder_ / "speeds.txt", "30 10\n");
    const json report =
        figures("nrrp-precise", {"--blocks", "4", "--processors", "2", "--runs", "1", "--speeds", "file:speeds.txt"});
    EXPECT_NEAR(report["lower_bound"], 8 * (std::sqrt(0.75) + std::sqrt(0.25)), 1e-9);
    EXPECT_NEAR(report["makespan"], 0.4, 1e-12); // 12 and 4 tasks
    const json counted = figures("nrrp-precise", {"--blocks", "4", "--runs", "1", "--speeds", "file:speeds.txt"});
    EXPECT_EQ(without_times(counted), without_times(report)) << "two processors";
}

TEST_F(AffinityCommand, HelpListsTheTables) {
    const std::string help = affinity({"--help"}).out;
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        EXPECT_THAT(help, AllOf(HasSubstr(kind.name), HasSubstr(kind.description)));
    }
    for (const sched::AllocationKind& kind : sched::allocation_kinds()) {
        EXPECT_THAT(help, HasSubstr(kind.name));
    }
    EXPECT_THAT(help, HasSubstr("uniform:LOW:HIGH"));
    for (const char* limit : {"65535", "1625", "1000000", "1024"}) {
        EXPECT_THAT(help, HasSubstr(limit));
    }
}

TEST_F(AffinityCommand, ExamplesOfTheHelpRun) {
    std::vector<Words> examples = test::examples_of(affinity({"--help"}).out, "affinity");
    EXPECT_EQ(examples.size(), 2U);
    for (Words& words : examples) {
        words.insert(words.end(), {"--runs", "1"});
        affinity(words);
    }
}

TEST_F(AffinityCommand, MarkdownNeedsNothingElse) {
    EXPECT_THAT(affinity({"--markdown"}).out, AllOf(StartsWith("| `--strategy`"), HasSubstr("| `random-outer` |")));
}

// ---- Errors

struct BadAffinity : test::BadCommand {
    BadAffinity(const char* scene, const Words& words, const Words& line)
        : BadCommand{scene, {"affinity"}, test::bad_input, line} {
        arguments.insert(arguments.end(), words.begin(), words.end());
    }
};

class BadAffinityCommand : public testing::TestWithParam<BadAffinity> {};

TEST_P(BadAffinityCommand, GetsOneLine) {
    const TemporaryFolder folder;
    put(folder / "three.txt", "1 2 3\n");
    test::expect_one_line(TANGRAM_COMMAND, GetParam(), folder);
}

TEST_F(AffinityCommand, ErrorsListWhatTheKernelHas) {
    const Outcome outcome =
        run({TANGRAM_COMMAND, {"affinity", "--kernel", "matrix", "--strategy", "best"}, {}}, folder_, 30);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("dyn-blocks-matrix, 3d-nrrp-rounded"), Not(HasSubstr("outer"))));
}

/// A small problem with these words besides.
Words small(Words words) {
    words.insert(words.begin(), {"--blocks", "4", "--processors", "2"});
    return words;
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadAffinityCommand,
    testing::Values(
        BadAffinity{"NoStrategy", small({}), {"--strategy", "dynamic-outer-2phases", "3d-nrrp-rounded"}},
        BadAffinity{"MarkdownAndMore", {"--markdown", "--strategy", "nope"}, {"--strategy excludes --markdown"}},
        BadAffinity{"EmptyStrategy", small({"--strategy", ""}), {"--strategy"}},
        BadAffinity{"UnknownStrategy", small({"--strategy", "best"}), {"'best'", "dyn-blocks-matrix", "nrrp-rounded"}},
        BadAffinity{
            "ShortNameOfTwo", small({"--strategy", "dynamic"}), {"--kernel", "dynamic-outer", "dynamic-matrix"}},
        BadAffinity{"UnknownKernel", small({"--strategy", "dynamic", "--kernel", "inner"}), {"--kernel", "inner"}},
        BadAffinity{"OtherKernel",
                    small({"--strategy", "sorted-outer", "--kernel", "matrix"}),
                    {"sorted-outer", "outer", "matrix"}},
        BadAffinity{"NoSuchStrategyForTheKernel",
                    small({"--strategy", "dyn-useful", "--kernel", "matrix"}),
                    {"dyn-useful-outer is for the outer product", "--kernel matrix", "dyn-blocks-matrix"}},
        BadAffinity{"FlatPartitionerForTheMatrixProduct",
                    small({"--strategy", "nrrp-rounded", "--kernel", "matrix"}),
                    {"nrrp-rounded is for the outer product", "3d-nrrp-rounded"}},
        BadAffinity{"NoBlocks", {"--strategy", "random-outer", "--processors", "2"}, {"--blocks"}},
        BadAffinity{"NoProcessors", {"--strategy", "random-outer", "--blocks", "2"}, {"--processors"}},
        BadAffinity{"ZeroBlocks",
                    {"--strategy", "random-outer", "--blocks", "0", "--processors", "2"},
                    {"--blocks", "'0'", "from 1 to 65535"}},
        BadAffinity{"ZeroProcessors",
                    {"--strategy", "random-outer", "--blocks", "2", "--processors", "0"},
                    {"--processors", "'0'", "from 1 to 1000000"}},
        BadAffinity{"TooManyTasks",
                    {"--strategy", "random-outer", "--blocks", "65536", "--processors", "2"},
                    {"--blocks", "'65536'", "from 1 to 65535"}},
        BadAffinity{"TooManyTasksOfTheMatrixProduct",
                    {"--strategy", "random-matrix", "--blocks", "1626", "--processors", "2"},
                    {"--blocks 1626", "at most 1625"}},
        BadAffinity{"FarTooManyTasks",
                    {"--strategy", "random-matrix", "--blocks", "9223372036854775807", "--processors", "2"},
                    {"--blocks", "from 1 to 65535"}},
        BadAffinity{"TooManyProcessors",
                    {"--strategy", "random-outer", "--blocks", "2", "--processors", "1000000000"},
                    {"--processors", "'1000000000'", "from 1 to 1000000"}},
        BadAffinity{"TooManyRuns",
                    small({"--strategy", "random-outer", "--runs", "1000000000"}),
                    {"--runs", "from 1 to 1000000"}},
        BadAffinity{"NoRuns", small({"--strategy", "random-outer", "--runs", "0"}), {"--runs"}},
        BadAffinity{"NoThreads", small({"--strategy", "random-outer", "--threads", "0"}), {"--threads"}},
        BadAffinity{"TooManyThreads",
                    small({"--strategy", "random-outer", "--threads", "9999"}),
                    {"--threads", "'9999'", "from 1 to 1024"}},
        BadAffinity{"BetaWithoutPhases",
                    small({"--strategy", "dynamic-outer", "--beta", "auto"}),
                    {"--beta", "dynamic-outer", "phase"}},
        BadAffinity{"BetaOfAPartitioner", small({"--strategy", "nrrp-rounded", "--beta", "3"}), {"--beta"}},
        BadAffinity{"NegativeBeta",
                    small({"--strategy", "dynamic-outer-2phases", "--beta", "-1"}),
                    {"--beta '-1'", "homogeneous"}},
        BadAffinity{"InfiniteBeta", small({"--strategy", "dynamic-outer-2phases", "--beta", "inf"}), {"--beta 'inf'"}},
        BadAffinity{"UnknownSpeeds", small({"--strategy", "random-outer", "--speeds", "normal:1:2"}), {"normal:1:2"}},
        BadAffinity{"IncomparableSpeeds",
                    small({"--strategy", "random-outer", "--speeds", "set:1,1e20"}),
                    {"set:1,1e20", "1e15"}},
        BadAffinity{"NoSpeedsFile", small({"--strategy", "random-outer", "--speeds", "file:none.txt"}), {"none.txt"}},
        BadAffinity{
            "OtherNumberOfSpeeds", small({"--strategy", "random-outer", "--speeds", "file:three.txt"}), {"3", "2"}},
        BadAffinity{"OtherNumberOfSpeedsForAPartitioner",
                    small({"--strategy", "nrrp-rounded", "--speeds", "file:three.txt"}),
                    {"3", "2"}},
        BadAffinity{"StrayWord", small({"random-outer"}), {"random-outer"}}),
    [](const auto& test) { return test.param.name; });

TEST_F(AffinityCommand, AFileThatCannotBeWrittenFailsBeforeTheWork) {
    const Outcome outcome = run({TANGRAM_COMMAND,
                                 {"affinity", "--strategy", "random-outer", "--blocks", "20000", "--processors", "100",
                                  "--runs", "1000000", "--json", "none/out.json"},
                                 {}},
                                folder_, 10);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("none/out.json"));
}

} // namespace
} // namespace tangram::apps
