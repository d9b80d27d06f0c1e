/// `tangram steady`: figures, pictures, and one line for what is wrong. No StarPU starts.

#include "tests/apps/command/bad_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::bad_input;
using test::BadCommand;
using test::contents;
using test::Outcome;
using test::put;
using test::run;
using test::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Words = std::vector<std::string>;

constexpr const char* platform =
    R"({"processors": [{"name": "A", "w": 2}, {"name": "B", "w": 1}, {"name": "far", "w": 1}],
    "links": [{"between": ["A", "B"], "c": 1}], "masters": ["A"]})";
constexpr const char* tree =
    R"({"tasks": [{"name": "T", "weight": 1}], "files": [{"from": "begin", "to": "T", "data": 2}]})";

class SteadyCommand : public testing::Test {
  protected:
    Outcome steady(Words words) {
        words.insert(words.begin(), "steady");
        return run({TANGRAM_COMMAND, std::move(words), {}}, folder_);
    }

    json figures(Words words) {
        words.insert(words.end(), {"--json", "-"});
        const Outcome outcome = steady(std::move(words));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return json::parse(outcome.out);
    }

    TemporaryFolder folder_;
};

TEST_F(SteadyCommand, JsonHasTheDocumentedKeys) {
    const json report = figures({"--example", "toy", "--simulate", "8"});
    Words keys;
    for (const auto& [key, value] : report.items()) {
        keys.push_back(key);
    }
    EXPECT_THAT(keys, ElementsAre("baselines", "bound", "buffers", "busy", "coarse", "coarse_value", "consumption",
                                  "depth", "gain", "limits", "loss", "period", "proved", "reason", "seconds", "sent",
                                  "shared", "simulated", "slots", "throughput", "throughput_value", "unreached"));
    EXPECT_EQ(report["throughput"], "39/280");
    EXPECT_EQ(report["bound"], "39/280");
    EXPECT_EQ(report["proved"], true);
    EXPECT_EQ(report["reason"], nullptr);
    EXPECT_EQ(report["coarse"], "311/2520");
    EXPECT_NEAR(report["gain"].get<double>(), 0.1286, 1e-4);
    EXPECT_EQ(report["loss"], "0");
    EXPECT_EQ(report["simulated"].size(), 8);
    EXPECT_EQ(report["baselines"]["demand_driven"].size(), 8);
}

TEST_F(SteadyCommand, SecondExampleHasThePapersThroughputs) {
    const json report = figures({"--example", "seventeen"});
    EXPECT_EQ(report["throughput"], "151/1740");
    EXPECT_EQ(report["coarse"], "137/2320");
}

TEST_F(SteadyCommand, FilesOfOnesOwnSayWhatIsLeftOut) {
    // Half a job per time unit on A; the link brings half a job's input to B, which could do a whole one.
    put(folder_.path() / "p.json", platform);
    put(folder_.path() / "t.json", tree);
    const json report = figures({"--platform", "p.json", "--tree", "t.json"});
    EXPECT_EQ(report["throughput"], "1");
    EXPECT_EQ(report["unreached"], json::array({"far"}));
    const Outcome text = steady({"--platform", "p.json", "--tree", "t.json"});
    EXPECT_THAT(text.out, StartsWith("2 processors, 2 links, master A; jobs of 1 task\n"
                                     "left out    far: no master reaches it\n"));
    EXPECT_THAT(text.out, HasSubstr("1 slot;"));
    EXPECT_THAT(text.out, Not(HasSubstr("\nfar")));
}

TEST_F(SteadyCommand, ThroughputOfZeroHasAReason) {
    put(folder_.path() / "p.json", platform);
    put(folder_.path() / "t.json", tree);
    const json report = figures({"--platform", "p.json", "--tree", "t.json", "--outputs", "gather:far"});
    EXPECT_EQ(report["throughput"], "0");
    EXPECT_THAT(report["reason"].get<std::string>(), HasSubstr("no master reaches far"));
    EXPECT_EQ(report["period"], nullptr);
}

TEST_F(SteadyCommand, GivenPeriodLosesWhatItSays) {
    const json report = figures({"--example", "toy", "--period", "280"});
    EXPECT_EQ(report["period"], "280");
    EXPECT_EQ(report["loss"], "1/140");
}

TEST_F(SteadyCommand, CoarseBaselineHasTheGivenPeriod) {
    // Eight jobs in 280 time units; the coarse schedule's own period of 2520 would leave no whole one in this time.
    const json report = figures({"--example", "toy", "--period", "280", "--simulate", "8"});
    EXPECT_GT(report["baselines"]["coarse"].back()["ratio"].get<double>(), 0.5);
}

TEST_F(SteadyCommand, PeriodMayBeTooShortForAJob) {
    const Outcome outcome = steady({"--example", "toy", "--period", "1"});
    EXPECT_THAT(outcome.out, HasSubstr("period      1 time unit: too short for a whole job after rounding; "
                                       "a longer --period helps\n"));
    EXPECT_THAT(outcome.out, HasSubstr("rates of the best throughput"));
}

TEST_F(SteadyCommand, ClaimsNoMoreThanJointEndsAllow) {
    constexpr const char* claim = "no schedule with all leaves equally often on each processor";
    EXPECT_THAT(steady({"--example", "toy"}).out, AllOf(HasSubstr(claim), HasSubstr("(--ends per-leaf may do more)")));
    EXPECT_THAT(steady({"--example", "toy", "--ends", "per-leaf"}).out, HasSubstr("exact, no schedule sustains more"));
    EXPECT_THAT(steady({"--example", "toy", "--outputs", "gather:P2"}).out, Not(HasSubstr(claim)));
}

TEST_F(SteadyCommand, ClaimsNoMoreThanWholeJobsAllow) {
    EXPECT_THAT(steady({"--example", "toy", "--grain", "coarse"}).out,
                HasSubstr("311/2520 = 0.123413 jobs per time unit: exact, no schedule of whole jobs sustains more\n"));
}

TEST_F(SteadyCommand, SaysWhereEndsForEachLeafChangeNothing) {
    constexpr const char* line = "\nno effect   --ends per-leaf\n";
    EXPECT_THAT(steady({"--example", "toy", "--ends", "per-leaf"}).out, Not(HasSubstr(line)));
    EXPECT_THAT(steady({"--example", "toy", "--ends", "per-leaf", "--grain", "coarse"}).out, HasSubstr(line));
    EXPECT_THAT(steady({"--example", "toy", "--ends", "per-leaf", "--outputs", "gather:P2"}).out, HasSubstr(line));
    EXPECT_THAT(steady({"--example", "toy", "--ends", "joint", "--outputs", "gather:P2"}).out, Not(HasSubstr(line)));
    put(folder_.path() / "p.json", platform);
    put(folder_.path() / "t.json", tree);
    EXPECT_THAT(steady({"--platform", "p.json", "--tree", "t.json", "--ends", "per-leaf"}).out, HasSubstr(line));
}

TEST_F(SteadyCommand, SaysHowMuchBuffersHold) {
    // In each period of 1 the link brings half a job's input, so that in one of 2 a file waits for the next period.
    put(folder_.path() / "p.json", platform);
    put(folder_.path() / "t.json", tree);
    const Words words = {"--platform", "p.json", "--tree", "t.json", "--simulate", "5"};
    EXPECT_THAT(steady(words).out, HasSubstr("\nbuffers: at most 1 file begin->T at B\n"));
    EXPECT_EQ(figures(words)["buffers"], json::array({{{"processor", "B"}, {"file", "begin->T"}, {"most", "1"}}}));
    EXPECT_EQ(figures({"--example", "toy"})["buffers"], json::array());
}

TEST_F(SteadyCommand, HintsAtAShorterPeriodOnlyWhereNoneIsGiven) {
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A", "w": "1e30"}], "masters": ["A"]})");
    put(folder_.path() / "t.json", tree);
    const Words files = {"--platform", "p.json", "--tree", "t.json", "--period", "3e30"};
    const Outcome outcome = steady(files);
    EXPECT_THAT(outcome.out, HasSubstr("period      about 3e+30 time units: 3 jobs"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("makes a shorter one")));
}

TEST_F(SteadyCommand, NamesNoTaskThatTheUserDoesNotKnow) {
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A", "w": 1}, {"name": "B", "w": 1}], "masters": ["A"],
        "links": [{"between": ["A", "B"], "c": 1}], "times": {"A": {"root": null}, "B": {"leaf": null}}})");
    put(folder_.path() / "t.json", R"({"tasks": [{"name": "root"}, {"name": "leaf"}],
        "files": [{"from": "begin", "to": "root", "data": 1}, {"from": "root", "to": "leaf", "data": 1}]})");
    EXPECT_THAT(steady({"--platform", "p.json", "--tree", "t.json"}).out,
                HasSubstr("where each job stays on one processor: no processor that a master reaches can execute all "
                          "tasks\n"));
}

TEST_F(SteadyCommand, JointEndsMayCostThroughput) {
    // A is fast for one leaf, B for the other. A job takes 12 time units where it is all on one of them, or 3 on both.
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A", "w": 1}, {"name": "B", "w": 1}],
        "links": [{"between": ["A", "B"], "c": 1}], "masters": ["A", "B"],
        "times": {"A": {"a": 1, "b": 10}, "B": {"a": 10, "b": 1}}})");
    put(folder_.path() / "t.json", R"({"tasks": [{"name": "root"}, {"name": "a"}, {"name": "b"}],
        "files": [{"from": "begin", "to": "root", "data": 0}, {"from": "root", "to": "a", "data": 0},
                  {"from": "root", "to": "b", "data": 0}]})");
    const Words files = {"--platform", "p.json", "--tree", "t.json", "--ends"};
    const auto throughput = [&](const char* ends) {
        Words words = files;
        words.emplace_back(ends);
        return figures(std::move(words))["throughput"];
    };
    EXPECT_EQ(throughput("joint"), "1/6");
    EXPECT_EQ(throughput("per-leaf"), "2/3");
}

TEST_F(SteadyCommand, LongNumbersAreCutAndStayFinite) {
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A", "w": "1e-400"}], "masters": ["A"]})");
    put(folder_.path() / "t.json", tree);
    const Words files = {"--platform", "p.json", "--tree", "t.json"};
    const Outcome fast = steady(files);
    EXPECT_THAT(fast.out, HasSubstr("throughput  about 1e+400 jobs per time unit: proved"));
    EXPECT_THAT(fast.out, HasSubstr("1 processor, 0 links"));
    EXPECT_THAT(fast.out, HasSubstr("runs in full from the first period on"));
    EXPECT_GT(figures(files)["throughput_value"].get<double>(), 1e308);
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A", "w": "1e400"}], "masters": ["A"]})");
    const Outcome slow = steady(files);
    EXPECT_THAT(slow.out, HasSubstr("period      about 1e+400 time units: 1 job, 0 slots"));
    EXPECT_THAT(slow.out, Not(HasSubstr("--period T"))); // a shorter one has no job
}

TEST_F(SteadyCommand, ProposesAShorterPeriod) {
    // A does three jobs in 2 time units; B takes a million and one for one.
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A", "w": "2/3"}, {"name": "B", "w": 1000001}],
        "masters": ["A", "B"]})");
    put(folder_.path() / "t.json", tree);
    const Words files = {"--platform", "p.json", "--tree", "t.json"};
    EXPECT_THAT(steady(files).out, HasSubstr("--period T (for example 700) makes a shorter one"));
    Words given = files;
    given.insert(given.end(), {"--period", "700"});
    const Outcome shorter = steady(given);
    EXPECT_THAT(shorter.out, AllOf(HasSubstr("1050 jobs"), Not(HasSubstr("--period T"))));
    EXPECT_THAT(steady({"--example", "toy"}).out,
                AllOf(HasSubstr("runs in full after 4 periods (14560 time units)\n"), Not(HasSubstr("--period T"))));
}

TEST_F(SteadyCommand, HintsAtSwitchesThatAreWrittenAsProcessors) {
    put(folder_.path() / "t.json", tree);
    put(folder_.path() / "p.json",
        R"({"processors": [{"name": "A"}, {"name": "hub"}, {"name": "B", "w": 1}, {"name": "C", "w": 1}],
        "masters": ["A"], "links": [{"between": ["A", "hub"], "c": "1/9"}, {"between": ["hub", "B"], "c": 1},
                  {"between": ["hub", "C"], "c": 1}]})");
    EXPECT_THAT(steady({"--platform", "p.json", "--tree", "t.json"}).out,
                HasSubstr("\nhint        hub computes nothing"));
    EXPECT_THAT(steady({"--example", "toy"}).out, Not(HasSubstr("\nhint")));
}

TEST_F(SteadyCommand, HintsAtNoSwitchesThatGatherOrCompute) {
    put(folder_.path() / "t.json", R"({"tasks": [{"name": "T"}], "files": [{"from": "begin", "to": "T", "data": 1},
        {"from": "T", "to": "end", "data": 1}]})");
    put(folder_.path() / "p.json",
        R"({"processors": [{"name": "A", "w": 1}, {"name": "B", "w": 1}, {"name": "store"}], "masters": ["A", "B"],
        "links": [{"from": "A", "to": "store", "c": 2}, {"from": "B", "to": "store", "c": 2}]})");
    const Outcome gathering = steady({"--platform", "p.json", "--tree", "t.json", "--outputs", "gather:store"});
    EXPECT_THAT(gathering.out, AllOf(HasSubstr("in store"), Not(HasSubstr("\nhint"))));
    put(folder_.path() / "p.json",
        R"({"processors": [{"name": "A"}, {"name": "B"}, {"name": "gpu"}], "masters": ["A", "B"],
        "links": [{"from": "A", "to": "gpu", "c": 2}, {"from": "B", "to": "gpu", "c": 2}],
        "times": {"gpu": {"T": "1/9"}}})");
    const Outcome computing = steady({"--platform", "p.json", "--tree", "t.json"});
    EXPECT_THAT(computing.out, AllOf(HasSubstr("in gpu"), Not(HasSubstr("\nhint"))));
}

TEST_F(SteadyCommand, SharedResourcesAreInTheFigures) {
    put(folder_.path() / "t.json", tree);
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A"}, {"name": "B", "w": 1}], "masters": ["A"],
        "resources": [{"name": "cable"}, {"name": "spare"}],
        "links": [{"from": "A", "to": "B", "c": "1/4", "resources": ["cable"]},
                  {"from": "B", "to": "A", "c": "1/4", "resources": ["spare"]}]})");
    const json report = figures({"--platform", "p.json", "--tree", "t.json"});
    EXPECT_EQ(report["shared"],
              json::parse(R"([{"resource": "cable", "busy": "1/2"}, {"resource": "spare", "busy": "0"}])"));
    EXPECT_EQ(report["busy"][1], json::parse(R"({"processor": "B", "cpu": "1", "out": null, "in": null})"));
}

TEST_F(SteadyCommand, NamesDoNotCommandTheTerminal) {
    put(folder_.path() / "p.json", R"({"processors": [{"name": "A\u001b[2J", "w": 1}], "masters": ["A\u001b[2J"]})");
    put(folder_.path() / "t.json", tree);
    EXPECT_THAT(steady({"--platform", "p.json", "--tree", "t.json"}).out, Not(HasSubstr("\x1b")));
    EXPECT_EQ(figures({"--platform", "p.json", "--tree", "t.json"})["busy"][0]["processor"], "A\x1b[2J");
}

TEST_F(SteadyCommand, DrawsBothPictures) {
    const Outcome outcome = steady({"--example", "toy", "--draw", "graph.svg", "--draw-schedule", "period.svg"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(contents(folder_.path() / "graph.svg"), StartsWith("<svg"));
    EXPECT_THAT(contents(folder_.path() / "period.svg"), StartsWith("<svg"));
}

TEST_F(SteadyCommand, WhatNeedsAScheduleSaysThatThereIsNone) {
    put(folder_.path() / "p.json", platform);
    put(folder_.path() / "t.json", tree);
    const Words nothing_to_do = {"--platform", "p.json", "--tree", "t.json", "--outputs", "gather:far"};
    const auto with = [&](const Words& more) {
        Words words = nothing_to_do;
        words.insert(words.end(), more.begin(), more.end());
        return steady(std::move(words));
    };
    EXPECT_THAT(with({"--simulate", "2", "--period", "5"}).out,
                HasSubstr("no schedule: no job can be done; without effect: --period, --simulate\n"));
    const Outcome picture = with({"--draw-schedule", "x.svg", "--json", "x.json"});
    EXPECT_EQ(picture.exit_code, 1);
    EXPECT_THAT(picture.out, HasSubstr("throughput  0 jobs per time unit: no master reaches far"));
    EXPECT_THAT(picture.err, HasSubstr("--draw-schedule: there is no schedule: no master reaches far"));
    EXPECT_FALSE(std::filesystem::exists(folder_.path() / "x.json"));
}

class BadSteadyCommand : public testing::TestWithParam<BadCommand> {};

TEST_P(BadSteadyCommand, GetsOneLine) {
    const TemporaryFolder folder;
    put(folder.path() / "p.json", platform);
    put(folder.path() / "t.json", tree);
    put(folder.path() / "broken.json", R"({"tasks": [)");
    std::filesystem::create_hard_link(folder.path() / "t.json", folder.path() / "link.json");
    test::expect_one_line(TANGRAM_COMMAND, GetParam(), folder);
    EXPECT_EQ(contents(folder.path() / "p.json"), platform);
    EXPECT_EQ(contents(folder.path() / "t.json"), tree);
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadSteadyCommand,
    testing::Values(
        BadCommand{"Nothing", {"steady"}, bad_input, {"--platform and --tree, --example or --node are needed"}},
        BadCommand{"PlatformAlone", {"steady", "--platform", "p.json"}, bad_input, {"--tree"}},
        BadCommand{"UnknownExample", {"steady", "--example", "eighteen"}, bad_input, {"--example"}},
        BadCommand{"ExampleAndFiles", {"steady", "--example", "toy", "--tree", "t.json"}, bad_input, {"--tree"}},
        BadCommand{"NodeAndExample", {"steady", "--node", "--example", "toy"}, bad_input, {"--node"}},
        BadCommand{"MissingFile",
                   {"steady", "--platform", "none.json", "--tree", "t.json"},
                   bad_input,
                   {"cannot read none.json"}},
        BadCommand{"Folder", {"steady", "--platform", ".", "--tree", "t.json"}, bad_input, {"cannot read ."}},
        BadCommand{"BrokenFile",
                   {"steady", "--platform", "p.json", "--tree", "broken.json"},
                   bad_input,
                   {"broken.json", "JSON"}},
        BadCommand{
            "FilesExchanged", {"steady", "--platform", "t.json", "--tree", "p.json"}, bad_input, {"t.json", "tasks"}},
        BadCommand{"UnknownOutputs",
                   {"steady", "--example", "toy", "--outputs", "go"},
                   bad_input,
                   {"--outputs", "gather:PROCESSOR"}},
        BadCommand{"GatherNowhere",
                   {"steady", "--example", "toy", "--outputs", "gather:P9"},
                   bad_input,
                   {"--outputs", "unknown processor 'P9'; the processors are P1, P2, P3, P4"}},
        BadCommand{"GatherNearlySomewhere",
                   {"steady", "--example", "toy", "--outputs", "gather:P22"},
                   bad_input,
                   {"unknown processor 'P22', did you mean P2?"}},
        BadCommand{"JsonOverThePlatform",
                   {"steady", "--platform", "p.json", "--tree", "t.json", "--json", "./p.json"},
                   bad_input,
                   {"--platform and --json: both name './p.json'"}},
        BadCommand{"PictureOverAnotherNameOfTheTree",
                   {"steady", "--platform", "p.json", "--tree", "t.json", "--draw", "link.json"},
                   bad_input,
                   {"--tree and --draw: both name 'link.json'"}},
        BadCommand{"ZeroPeriod", {"steady", "--example", "toy", "--period", "0"}, bad_input, {"--period: "}},
        BadCommand{
            "WordAsPeriod", {"steady", "--example", "toy", "--period", "long"}, bad_input, {"--period: ", "long"}},
        BadCommand{"PeriodByZero", {"steady", "--example", "toy", "--period", "1/0"}, bad_input, {"--period: ", "1/0"}},
        BadCommand{"TileWithoutNode", {"steady", "--example", "toy", "--tile", "64"}, bad_input, {"--tile", "--node"}},
        BadCommand{"PrecisionWithoutNode",
                   {"steady", "--example", "toy", "--precision", "float"},
                   bad_input,
                   {"--precision", "--node"}},
        BadCommand{"EndsOfANode", {"steady", "--node", "--ends", "joint"}, bad_input, {"--ends", "--node"}},
        BadCommand{"GrainOfANode", {"steady", "--node", "--grain", "fine"}, bad_input, {"--grain", "--node"}},
        BadCommand{"NoPeriods", {"steady", "--example", "toy", "--simulate", "0"}, bad_input, {"--simulate"}},
        BadCommand{"UnknownGrain", {"steady", "--example", "toy", "--grain", "medium"}, bad_input, {"--grain"}},
        BadCommand{"TwoOutputsToStdout",
                   {"steady", "--example", "toy", "--json", "-", "--draw", "-"},
                   bad_input,
                   {"--json", "--draw"}}),
    [](const auto& bad) { return std::string(bad.param.name); });

} // namespace
} // namespace tangram::apps
