/// `tangram-s4u exchange`: `tangram exchange` with SimGrid in place of the event simulator.

#include "tests/apps/command/bad_command.hpp"
#include "tests/apps/command/keys_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::BadCommand;
using test::keys_of;
using test::Outcome;
using test::run;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

using Words = std::vector<std::string>;

class S4uExchangeCommand : public testing::Test {
  protected:
    std::string exchange(const std::string& program, Words words) {
        words.insert(words.begin(), {"exchange", "--tree", "wide:6,3", "--processes", "8"});
        const Outcome outcome = run({program, std::move(words), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }

    json figures(const std::string& program, Words words = {}) {
        words.insert(words.end(), {"--json", "-"});
        return json::parse(exchange(program, std::move(words)));
    }

    TemporaryFolder folder_;
};

TEST_F(S4uExchangeCommand, HasTheSameFiguresAsTheEventSimulator) {
    const json report = figures(TANGRAM_S4U_COMMAND, {"--runs", "2"});
    const json expected = figures(TANGRAM_COMMAND, {"--runs", "2"});
    EXPECT_EQ(keys_of(report), keys_of(expected));
    EXPECT_EQ(keys_of(report["per_run"][0]), keys_of(expected["per_run"][0]));
    EXPECT_EQ(expected["simulated_by"], "events");
    EXPECT_THAT(report["simulated_by"].get<std::string>(), StartsWith("SimGrid "));
    for (const char* same : {"tree", "mechanism", "thread", "machine", "flops", "fronts", "decisions", "threshold"}) {
        EXPECT_EQ(report[same], expected[same]) << same;
    }
}

/// What is active is released again, and each decision has a view.
TEST_F(S4uExchangeCommand, HasSamplesOfTheFirstRun) {
    const json report = figures(TANGRAM_S4U_COMMAND, {"--samples", "--runs", "2"});
    const json& memory = report["samples"]["memory"];
    std::vector<double> last(8, -1);
    for (std::size_t k = 0; k < memory["entries"].size(); ++k) {
        last.at(memory["process"][k].get<std::size_t>()) = memory["entries"][k].get<double>();
    }
    EXPECT_THAT(last, testing::Each(testing::AnyOf(0, -1)));
    EXPECT_THAT(last, testing::Contains(0));
    EXPECT_EQ(report["samples"]["views"]["error"].size(), report["per_run"][0]["decisions"].get<std::size_t>());
}

TEST_F(S4uExchangeCommand, RunsAreReproducible) {
    const json report = figures(TANGRAM_S4U_COMMAND, {"--runs", "2", "--seed", "3", "--mechanism", "snapshot"});
    EXPECT_EQ(figures(TANGRAM_S4U_COMMAND, {"--runs", "2", "--seed", "3", "--mechanism", "snapshot"}), report);
    const json second = figures(TANGRAM_S4U_COMMAND, {"--seed", "4", "--mechanism", "snapshot"});
    EXPECT_EQ(second["messages"], report["per_run"][1]["messages"]) << "a run does not depend on those before it";
    EXPECT_NEAR(second["time"].get<double>() / report["per_run"][1]["time"].get<double>(), 1, 1e-9);
}

/// While they wait for computations, processes without a thread keep those waiting that ask for a snapshot.
TEST_F(S4uExchangeCommand, ThreadsAnswerInTheMiddleOfAComputation) {
    const json none = figures(TANGRAM_S4U_COMMAND, {"--mechanism", "snapshot"});
    const json flag = figures(TANGRAM_S4U_COMMAND, {"--mechanism", "snapshot", "--thread", "flag"});
    EXPECT_LT(flag["time"], none["time"]);
    EXPECT_LT(flag["seconds_frozen"], none["seconds_frozen"]);
}

TEST_F(S4uExchangeCommand, EndsOnTheMostExtremeMachines) {
    using Machine = std::vector<const char*>; // latency, bandwidth, speed
    for (const Machine& machine : {Machine{"0", "1e9", "1e9"}, Machine{"0.001", "1e9", "1e9"},
                                   Machine{"1e9", "1e-6", "1e-6"}, Machine{"0", "1e-6", "1e9"}}) {
        for (const char* mechanism : {"increments", "snapshot"}) {
            const json report = figures(TANGRAM_S4U_COMMAND, {"--mechanism", mechanism, "--latency-us", machine[0],
                                                              "--bandwidth-gbs", machine[1], "--gflops", machine[2]});
            EXPECT_GT(report["flops"], 0);
            EXPECT_GT(report["time"], 0);
        }
    }
}

TEST_F(S4uExchangeCommand, SaysWhatItIs) {
    EXPECT_THAT(run({TANGRAM_S4U_COMMAND, {"--version"}, {}}, folder_).out,
                AllOf(StartsWith("tangram-s4u "), HasSubstr("(SimGrid ")));
    EXPECT_THAT(exchange(TANGRAM_S4U_COMMAND, {}), HasSubstr("wide:6,3 on 8 simulated processes"));
    EXPECT_THAT(run({TANGRAM_S4U_COMMAND, {"exchange", "--help"}, {}}, folder_).out,
                HasSubstr("tangram-s4u exchange --mechanism snapshot"));
}

/// When it has said how far it is. `sh` lets what runs in the background ignore Ctrl-C, env undoes that.
TEST_F(S4uExchangeCommand, EndsAtOnceWhenInterrupted) {
    const std::string command =
        "ulimit -c 0; env --default-signal=INT '" TANGRAM_S4U_COMMAND
        "' exchange --tree nested --processes 32 --runs 1000 --progress always 2> progress & "
        "until [ -s progress ] || ! kill -0 $!; do :; done; kill -INT $!; wait $!; echo $?; cat progress >&2";
    const Outcome outcome = run({"sh", {"-c", command}, {}}, folder_);
    EXPECT_EQ(outcome.out, std::to_string(128 + SIGINT) + "\n") << outcome.err;
}

class BadS4uCommand : public testing::TestWithParam<BadCommand> {};

TEST_P(BadS4uCommand, GetsOneLine) {
    const TemporaryFolder folder;
    test::expect_one_line(TANGRAM_S4U_COMMAND, GetParam(), folder);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, BadS4uCommand,
    testing::Values(BadCommand{"Nothing", {}, test::bad_input, {"exchange"}},
                    BadCommand{"Mechanism", {"exchange", "--mechanism", "gossip"}, test::bad_input, {"gossip"}},
                    BadCommand{"Tree", {"exchange", "--tree", "none.mtx"}, test::bad_input, {"none.mtx"}},
                    BadCommand{"Speed", {"exchange", "--gflops", "0"}, test::bad_input, {"speed"}},
                    BadCommand{"EndlessSpeed", {"exchange", "--gflops", "1e300"}, test::bad_input, {"1e+300"}},
                    BadCommand{
                        "EndlessBandwidth", {"exchange", "--bandwidth-gbs", "1e300"}, test::bad_input, {"1e+300"}},
                    BadCommand{"TinyBandwidth", {"exchange", "--bandwidth-gbs", "5e-324"}, test::bad_input, {"5e-324"}},
                    BadCommand{"TinyLatency", {"exchange", "--latency-us", "1e-11"}, test::bad_input, {"1e-11"}},
                    BadCommand{"LongLatency", {"exchange", "--latency-us", "1e12"}, test::bad_input, {"1000000000"}}),
    [](const auto& instance) { return instance.param.name; });

} // namespace
} // namespace tangram::apps
