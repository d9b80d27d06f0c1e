/// tangram-sim machine --codelets: a StarPU program that is not ours runs on a node that need not exist.

#include "tests/apps/command/command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using test::Outcome;
using test::put;
using test::run;
using test::TemporaryFolder;
using testing::HasSubstr;

/// GPUs of 1000 GFlop/s, CPU workers of 100.
class CodeletsOfOthers : public testing::Test {
  protected:
    Outcome save(const std::string& node, const std::string& codelets) {
        put(folder_ / "codelets.json", codelets);
        return run({TANGRAM_SIM_COMMAND,
                    {"machine", "--platform", node, "--codelets", "codelets.json", "--save-platform", "node"},
                    {}},
                   folder_);
    }

    /// Milliseconds of ten tasks of the program, with these workers. A sanitizer could not look for leaks at its end:
    /// it does not know the stacks of SimGrid's threads.
    double simulated(const std::vector<std::string>& workers) {
        std::vector<std::string> environment{
            "STARPU_PERF_MODEL_DIR=node",  "STARPU_HOSTNAME=synthetic", "STARPU_SCHED=dmda",
            "STARPU_SIMGRID_SCHED_COST=0", "STARPU_SILENT=1",           "LSAN_OPTIONS=detect_leaks=0"};
        environment.insert(environment.end(), workers.begin(), workers.end());
        const Outcome outcome = run({TANGRAM_HISTORY_PROGRAM, {}, environment}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return std::stod("0" + outcome.out);
    }

    const std::string node_ = "synthetic:gpus=2,cpus=3,cpu_gflops=100,link_gbs=1000,latency_us=0";
    TemporaryFolder folder_;
};

TEST_F(CodeletsOfOthers, TakeTheTimeThatTheListSays) {
    const Outcome saved = save(node_, R"([{"model": "history_update", "data": ["vector 100", "matrix 100 50"],
                                           "flops": 1e9, "speed": {"cpu": 0.5, "gpu": 0.2}}])");
    ASSERT_EQ(saved.exit_code, 0) << saved.err;
    EXPECT_THAT(saved.err, HasSubstr("STARPU_PERF_MODEL_DIR=node STARPU_HOSTNAME=synthetic"));
    EXPECT_NEAR(simulated({"STARPU_NCUDA=0"}), 10 * 20, 1);
    EXPECT_NEAR(simulated({"STARPU_NCPU=0"}), 10 * 5, 1);
    EXPECT_NEAR(simulated({}), 10 * 5, 1);
}

TEST_F(CodeletsOfOthers, AreAddedToASavedMachine) {
    ASSERT_EQ(save(node_, R"([{"model": "other", "data": ["vector 100"], "microseconds": {"cpu": 5}}])").exit_code, 0);
    const Outcome saved = save("node", R"([{"model": "history_update", "data": ["vector 100", "matrix 100 50"],
                                            "microseconds": {"gpu": 3000}}])");
    ASSERT_EQ(saved.exit_code, 0) << saved.err;
    EXPECT_NEAR(simulated({"STARPU_NCPU=0"}), 10 * 3, 1);
    EXPECT_TRUE(std::filesystem::exists(folder_ / "node/codelets/45/other.synthetic"));
    EXPECT_EQ(run({TANGRAM_SIM_COMMAND, {"gemm", "--platform", "node", "--size", "4000", "--tile", "500"}, {}}, folder_)
                  .exit_code,
              0);
}

} // namespace
} // namespace tangram::apps
