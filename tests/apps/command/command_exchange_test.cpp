/// `tangram exchange`: figures, names, and one line for what is wrong. No StarPU starts.

#include "tests/apps/command/bad_command.hpp"
#include "tests/apps/command/keys_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
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
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Words = std::vector<std::string>;

class ExchangeCommand : public testing::Test {
  protected:
    Outcome exchange(Words words) {
        words.insert(words.begin(), "exchange");
        Outcome outcome = run({TANGRAM_COMMAND, std::move(words), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome;
    }

    json figures(Words words) {
        words.insert(words.end(), {"--json", "-"});
        return json::parse(exchange(std::move(words)).out);
    }

    TemporaryFolder folder_;
};

/// A small tree with many selections.
Words small(Words words = {}) {
    words.insert(words.begin(), {"--tree", "wide:6,3", "--processes", "8"});
    return words;
}

/// A line twice a second: a machine that is fast enough shows none.
TEST_F(ExchangeCommand, ProgressCountsPartsOfRuns) {
    std::istringstream shown(exchange({"--processes", "64", "--runs", "4", "--progress", "always"}).err);
    const std::string start = "\x1b[K";
    for (std::string line; std::getline(shown, line, '\r');) {
        if (line.size() > start.size()) {
            std::istringstream numbers(line.substr(start.size()));
            double percent = -1;
            double runs = -1;
            char sign = ' ';
            numbers >> percent >> sign >> runs;
            EXPECT_EQ(sign, '%') << line;
            EXPECT_GE(percent + 0.5, 25 * runs) << line;
            EXPECT_LE(percent - 0.5, 25 * (runs + 1)) << line;
        }
    }
}

TEST_F(ExchangeCommand, JsonHasTheDocumentedKeys) {
    const json report = figures(small({"--runs", "2"}));
    EXPECT_THAT(keys_of(report),
                ElementsAre("application", "bytes", "decisions", "flops", "fronts", "machine", "max_slaves",
                            "mechanism", "messages", "no_more_master", "parallel_fronts", "peak_memory", "per_run",
                            "processes", "runs", "seconds_frozen", "seed", "simulated_by", "strategy", "thread",
                            "threshold", "time", "tree", "view_error"));
    EXPECT_THAT(keys_of(report["messages"]),
                ElementsAre("end", "no_more_master", "reserve", "start", "state", "total", "update"));
    EXPECT_THAT(keys_of(report["peak_memory"]), ElementsAre("max", "mean"));
    EXPECT_THAT(keys_of(report["view_error"]), ElementsAre("max", "mean"));
    EXPECT_THAT(keys_of(report["per_run"][0]),
                ElementsAre("application", "bytes", "decisions", "flops", "fronts", "messages", "parallel_fronts",
                            "peak_memory", "seconds_frozen", "seed", "threshold", "time", "view_error"));
    EXPECT_EQ(report["simulated_by"], "events");
    EXPECT_EQ(report["mechanism"], "increments");
    EXPECT_EQ(report["thread"], "none");
    EXPECT_EQ(report["strategy"], "memory");
    EXPECT_EQ(report["max_slaves"], 8);
    EXPECT_EQ(report["no_more_master"], true);
    EXPECT_EQ(report["machine"]["latency_us"], 5);
    EXPECT_EQ(report["machine"]["bandwidth_gbs"], 1);
    EXPECT_EQ(report["machine"]["gflops"], 1.5);
}

TEST_F(ExchangeCommand, FiguresAreMeansOverTheRuns) {
    const json report = figures(small({"--runs", "3", "--seed", "7"}));
    ASSERT_EQ(report["per_run"].size(), 3U);
    for (const char* path : {"/time", "/messages/total", "/peak_memory/max", "/threshold/flops", "/decisions"}) {
        const json::json_pointer figure(path);
        double sum = 0;
        for (const json& one : report["per_run"]) {
            sum += one.at(figure).get<double>();
        }
        EXPECT_NEAR(report.at(figure).get<double>(), sum / 3, 1e-9 * sum) << path;
    }
    EXPECT_EQ(report["per_run"][2]["seed"], 9);
    EXPECT_NE(report["per_run"][0]["time"], report["per_run"][1]["time"]) << "other trees";
    const json third = figures(small({"--seed", "9"}));
    EXPECT_EQ(third["per_run"][0], report["per_run"][2]);
}

/// Nobody to tell, and nobody to wait for: flops by speed.
TEST_F(ExchangeCommand, OneProcessComputesAllAndSendsNothing) {
    const json report = figures({"--tree", "grid:30x30", "--processes", "1", "--gflops", "0.5"});
    EXPECT_EQ(report["messages"]["total"], 0);
    EXPECT_EQ(report["application"]["messages"], 0);
    EXPECT_EQ(report["decisions"], 0);
    EXPECT_TRUE(report["view_error"].is_null());
    EXPECT_THAT(exchange({"--tree", "grid:30x30", "--processes", "1"}).out, HasSubstr("views        not used"));
    EXPECT_NEAR(report["time"].get<double>(), report["flops"].get<double>() / 0.5e9, 1e-9);
}

/// Each decision is told in N - 1 Reserves (increments), or asked for in so many Starts and answers, if only one
/// process asks at a time (snapshots).
TEST_F(ExchangeCommand, MechanismsSendTheirOwnMessages) {
    constexpr int others = 7;
    const json naive = figures(small({"--mechanism", "naive"}));
    EXPECT_EQ(naive["messages"]["reserve"], 0);
    EXPECT_GT(naive["messages"]["update"], 0);
    const json increments = figures(small());
    EXPECT_EQ(increments["messages"]["reserve"], others * increments["decisions"].get<int>());
    EXPECT_GT(increments["messages"]["no_more_master"], 0);
    const json snapshot = figures(small({"--mechanism", "snapshot"}));
    EXPECT_EQ(snapshot["messages"]["update"], 0);
    EXPECT_EQ(snapshot["messages"]["end"], others * snapshot["decisions"].get<int>());
    EXPECT_GE(snapshot["messages"]["start"], others * snapshot["decisions"].get<int>());
    EXPECT_EQ(snapshot["view_error"]["max"], 0);
    EXPECT_GT(snapshot["seconds_frozen"], 0);
    EXPECT_EQ(increments["seconds_frozen"], 0);
}

TEST_F(ExchangeCommand, OptionsReachTheRuns) {
    const json never = figures(small({"--threshold", "4e18,4e18", "--no-more-master", "0"}));
    EXPECT_EQ(never["messages"]["update"], 0);
    EXPECT_EQ(never["messages"]["no_more_master"], 0);
    EXPECT_EQ(never["no_more_master"], false);
    const json one = figures(small({"--max-slaves", "1", "--mechanism", "snapshot"}));
    EXPECT_EQ(one["messages"]["reserve"], one["decisions"]) << "one slave for each";
    const json slow = figures(small({"--mechanism", "snapshot", "--latency-us", "500"}));
    EXPECT_GT(slow["time"], figures(small({"--mechanism", "snapshot"}))["time"]);
    const json flag = figures(small({"--mechanism", "snapshot", "--thread", "flag"}));
    EXPECT_LT(flag["time"], figures(small({"--mechanism", "snapshot"}))["time"]) << "nobody waits for computations";
    EXPECT_NE(figures(small({"--strategy", "workload"}))["time"], figures(small())["time"]);
}

TEST_F(ExchangeCommand, MatricesComeFromFiles) {
    put(folder_ / "arrow.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 5\n1 1\n2 2\n3 3\n3 1\n3 2\n");
    const json report = figures({"--tree", "arrow.mtx", "--processes", "2"});
    EXPECT_EQ(report["tree"], "arrow.mtx");
    EXPECT_GE(report["fronts"], 1);
}

TEST_F(ExchangeCommand, ReportSaysWhatWasSimulated) {
    const std::string one = exchange(small()).out;
    EXPECT_THAT(one, AllOf(HasSubstr("wide:6,3 on 8 simulated processes"), HasSubstr("simulated    by events\n"),
                           HasSubstr("increments, thread: none; updates beyond"), HasSubstr(" update, "),
                           Not(HasSubstr("runs")), Not(HasSubstr(" .. "))));
    const std::string two = exchange(small({"--runs", "2", "--mechanism", "snapshot"})).out;
    EXPECT_THAT(two,
                AllOf(HasSubstr("runs         2, from seed 1"), HasSubstr(" .. "), Not(HasSubstr("updates beyond"))));
    EXPECT_THAT(exchange({"--tree", "grid:5x5", "--processes", "2"}).out, HasSubstr("none; updates at each change\n"));
}

TEST_F(ExchangeCommand, ViewsThatAreWrongByAllAreSoInWholePercents) {
    const Words slow{"--tree", "wide:4,2", "--processes", "4", "--bandwidth-gbs", "1e-6", "--gflops", "1e9"};
    EXPECT_THAT(exchange(slow).out, HasSubstr(" 100% at worst"));
}

TEST_F(ExchangeCommand, JsonGoesToAFileBesideTheReport) {
    const Outcome outcome = exchange(small({"--json", "out.json"}));
    EXPECT_THAT(outcome.out, HasSubstr("factorisation"));
    EXPECT_EQ(json::parse(contents(folder_ / "out.json"))["processes"], 8);
}

/// /dev/full takes nothing.
TEST_F(ExchangeCommand, FileThatCannotBeWrittenLeavesTheReport) {
    Words words = small({"--json", "/dev/full"});
    words.insert(words.begin(), "exchange");
    const Outcome outcome = run({TANGRAM_COMMAND, std::move(words), {}}, folder_);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("peak memory"));
    EXPECT_THAT(outcome.err, HasSubstr("/dev/full"));
}

TEST_F(ExchangeCommand, OptionsThatChangeNothingGetAWarning) {
    const std::string threshold = exchange(small({"--mechanism", "snapshot", "--threshold", "1,1"})).err;
    EXPECT_EQ(threshold, "tangram: warning: --threshold changes nothing: snapshots send no updates\n");
    const std::string runs = exchange({"--tree", "grid:5x5", "--processes", "2", "--runs", "2"}).err;
    EXPECT_THAT(runs, HasSubstr("all runs are alike"));
    EXPECT_EQ(exchange(small({"--threshold", "1,1", "--runs", "2"})).err, "");
}

TEST_F(ExchangeCommand, SamplesAreOfTheFirstRun) {
    const json report = figures(small({"--mechanism", "naive", "--runs", "2", "--samples"}));
    const json& samples = report["samples"];
    const auto most = samples["memory"]["entries"].get<std::vector<double>>();
    EXPECT_EQ(*std::max_element(most.begin(), most.end()), report["per_run"][0]["peak_memory"]["max"]);
    EXPECT_EQ(samples["memory"]["seconds"].size(), most.size());
    EXPECT_EQ(samples["memory"]["process"].size(), most.size());
    EXPECT_EQ(samples["views"]["error"].size(), report["per_run"][0]["decisions"]);
    EXPECT_EQ(samples["views"]["seconds"].size(), samples["views"]["process"].size());
}

TEST_F(ExchangeCommand, ExamplesOfTheHelpRun) {
    const std::vector<Words> examples = test::examples_of(exchange({"--help"}).out, "exchange");
    EXPECT_EQ(examples.size(), 2U);
    for (const Words& words : examples) {
        exchange(words);
    }
}

// ---- Errors

struct BadExchange : test::BadCommand {
    BadExchange(const char* scene, const Words& words, const Words& line)
        : BadCommand{scene, {"exchange"}, test::bad_input, line} {
        arguments.insert(arguments.end(), words.begin(), words.end());
    }
};

class BadExchangeCommand : public testing::TestWithParam<BadExchange> {};

TEST_P(BadExchangeCommand, GetsOneLine) {
    const TemporaryFolder folder;
    put(folder / "rows.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n");
    test::expect_one_line(TANGRAM_COMMAND, GetParam(), folder);
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadExchangeCommand,
    testing::Values(BadExchange{"UnknownMechanism", {"--mechanism", "gossip"}, {"--mechanism", "gossip", "snapshot"}},
                    BadExchange{"MistypedMechanism", {"--mechanism", "snapshots"}, {"did you mean snapshot?"}},
                    BadExchange{"EmptyMechanism", {"--mechanism="}, {"--mechanism"}},
                    BadExchange{"UnknownThread", {"--thread", "two"}, {"--thread", "two", "flag"}},
                    BadExchange{"UnknownStrategy", {"--strategy", "time"}, {"--strategy", "time", "workload"}},
                    BadExchange{"NoProcess", {"--processes", "0"}, {"--processes", "'0'", "1 to 4096"}},
                    BadExchange{"NoRun", {"--runs", "0"}, {"--runs", "'0'"}},
                    BadExchange{"NoSlave", {"--max-slaves", "0"}, {"--max-slaves", "'0'"}},
                    BadExchange{"UnknownTree", {"--tree", "oak"}, {"'oak'", "grid:AxB", "nested"}},
                    BadExchange{"EmptyTree", {"--tree", ""}, {"--tree"}},
                    BadExchange{"TreeWithoutNumbers", {"--tree", "wide:4"}, {"'wide:4'"}},
                    BadExchange{"LargeGrid", {"--tree", "grid:99999999x99999999"}, {"99999999"}},
                    BadExchange{"NoFile", {"--tree", "none.mtx"}, {"none.mtx"}},
                    BadExchange{"MatrixThatIsNotSquare", {"--tree", "rows.mtx"}, {"rows.mtx"}},
                    BadExchange{"OneThreshold", {"--threshold", "100"}, {"--threshold '100'", "MEMORY,FLOPS"}},
                    BadExchange{"NegativeThreshold", {"--threshold", "1,-1"}, {"--threshold '1,-1'"}},
                    BadExchange{"LargeThreshold", {"--threshold", "1,1e30"}, {"--threshold '1,1e30'"}},
                    BadExchange{"NanForThreshold", {"--threshold", "nan,2"}, {"--threshold 'nan,2'", "MEMORY,FLOPS"}},
                    BadExchange{"FractionForThreshold", {"--threshold", "1.5,2"}, {"--threshold '1.5,2'", "whole"}},
                    BadExchange{"TextForThreshold", {"--threshold", "1,many"}, {"--threshold", "many"}},
                    BadExchange{"NegativeLatency", {"--latency-us", "-1"}, {"latency", "-1"}},
                    BadExchange{"TinySpeed", {"--gflops", "5e-324"}, {"speed", "5e-324"}},
                    BadExchange{"NoBandwidth", {"--bandwidth-gbs", "0"}, {"bandwidth", "0"}},
                    BadExchange{"EndlessSpeed", {"--gflops", "inf"}, {"--gflops", "inf"}},
                    BadExchange{"NeitherOneNorZero", {"--no-more-master", "maybe"}, {"--no-more-master", "maybe"}},
                    BadExchange{"SamplesWithoutJson", {"--samples"}, {"--samples", "--json"}},
                    BadExchange{"OutputIsTheInput", {"--tree", "rows.mtx", "--json", "rows.mtx"}, {"rows.mtx"}}),
    [](const testing::TestParamInfo<BadExchange>& scene) { return scene.param.name; });

} // namespace
} // namespace tangram::apps
