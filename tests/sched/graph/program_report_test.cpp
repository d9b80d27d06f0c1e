/// ProgramReport: bytes by cause and bounds, in scenes by hand; the area bound against schedules of random tasks.

#include "sched/graph/program_report.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/random_program.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

/// Whatever was sent anywhere is still there, but for what the test takes away.
class Everywhere : public DataPlaces {
  public:
    void evict(DataId data, Node node) { evicted_.insert({data, node}); }
    [[nodiscard]] State state(DataId data, Node node) const override {
        return evicted_.contains({data, node}) ? State::absent : State::there;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }

  private:
    std::set<std::pair<DataId, Node>> evicted_;
};

class ReportScene : public testing::Test {
  protected:
    void execute(const std::vector<Use>& uses, Node node) {
        report_.submitted(0, uses, seconds_, {});
        report_.executed(0, node);
    }

    const Seconds seconds_{4, 1};
    Everywhere places_;
    ProgramReport report_{machine_of(2, 2, 1), places_};
};

TEST_F(ReportScene, FirstReadsMoveAndLaterOnesDoNot) {
    execute({reads(0), writes(1)}, 1);
    execute({reads(0), updates(1)}, 1);
    EXPECT_EQ(report_.bytes().first, 8) << "what is only written does not move";
    EXPECT_EQ(report_.bytes().all(), 8);
    execute({reads(0)}, home);
    EXPECT_EQ(report_.bytes().all(), 8) << "home has had it from the beginning";
}

TEST_F(ReportScene, WhatAnotherNodeHasWrittenMovesForThatReason) {
    execute({updates(0)}, 1);
    execute({updates(0)}, 2);
    EXPECT_EQ(report_.bytes().first, 16);
    EXPECT_EQ(report_.bytes().between_devices, 8) << "the second came from the first device";
    execute({reads(0)}, 1);
    EXPECT_EQ(report_.bytes().written, 8);
    execute({reads(0)}, home);
    EXPECT_EQ(report_.bytes().written, 16);
    EXPECT_EQ(report_.bytes().between_devices, 16) << "home's copy came from a device, but not for a device";
}

TEST_F(ReportScene, WhatAMemoryLostMovesAgain) {
    execute({reads(0)}, 1);
    places_.evict(0, 1);
    execute({reads(0)}, 1);
    EXPECT_EQ(report_.bytes().first, 8);
    EXPECT_EQ(report_.bytes().again, 8);
    EXPECT_EQ(report_.bytes().written, 0);
}

TEST_F(ReportScene, BoundIsTheLongestChainOrTheArea) {
    for (int step = 0; step < 10; ++step) {
        execute({updates(0)}, 1);
    }
    EXPECT_DOUBLE_EQ(report_.seconds_bound().value(), 10) << "each a second on the fastest worker, one after the other";
    for (DataId data = 1; data <= 90; ++data) {
        execute({updates(data)}, 1);
    }
    EXPECT_NEAR(report_.seconds_bound().value(), 100 / 2.5, 0.1) << "two accelerators and two CPU workers at a quarter";
}

TEST_F(ReportScene, ThereIsNoBoundWhereATimeIsGuessed) {
    report_.submitted(0, std::vector{updates(0)}, seconds_, {.seconds = false});
    EXPECT_EQ(report_.seconds_bound(), std::nullopt);
}

TEST_F(ReportScene, TasksInAnyOrderAreNoChain) {
    for (TaskId task = 0; task < 10; ++task) {
        report_.submitted(task, std::vector{updates(0)}, seconds_, {.order = false});
    }
    EXPECT_NEAR(report_.seconds_bound().value(), 10 / 2.5, 0.01);
}

TEST_F(ReportScene, DatumThatIsReadTwiceCountsOnce) {
    execute({reads(0), reads(0)}, 1);
    EXPECT_EQ(report_.bytes().first, 8);
}

TEST(AreaBound, SharesTasksOutByWhatKindsAreBestAt) {
    const Seconds for_gpu{10, 1};
    const Seconds for_both{2, 1};
    // Six of the first and six of the second on one worker of each kind: the GPU takes the first (6 s), and of the
    // second as many that both end together: 6 + x = 2 (6 - x), x = 2.
    EXPECT_NEAR(area_bound({{&for_gpu, 6}, {&for_both, 6}}, {1, 1}), 8, 0.02);
    const Seconds on_cpu{3, never};
    EXPECT_NEAR(area_bound({{&on_cpu, 4}}, {2, 1}), 6, 0.02);
    EXPECT_EQ(area_bound({}, {2, 1}), 0);
}

/// No schedule of random tasks without dependencies is shorter, and a list schedule is not far above with many tasks.
TEST(AreaBound, IsBelowEachSchedule) {
    constexpr std::uint64_t seed = 20261124;
    constexpr std::size_t kinds = 3;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    for (int trial = 0; trial < 50; ++trial) {
        const MachineView machine = random_machine(dice, kinds);
        std::vector<std::size_t> workers(kinds, 0);
        for (const Worker& worker : machine.workers) {
            ++workers[worker.kind];
        }
        std::vector<Seconds> kernels(4);
        for (Seconds& seconds : kernels) {
            seconds = random_seconds(dice, machine, kinds);
        }
        std::vector<double> free(machine.workers.size(), 0);
        std::vector<std::pair<const Seconds*, double>> tasks;
        for (const Seconds& seconds : kernels) {
            constexpr int count = 200;
            tasks.emplace_back(&seconds, count);
            for (int task = 0; task < count; ++task) { // to whoever ends it first
                std::size_t best = 0;
                double least = never;
                for (std::size_t worker = 0; worker < free.size(); ++worker) {
                    const double end = free[worker] + seconds[machine.workers[worker].kind];
                    if (end < least) {
                        least = end;
                        best = worker;
                    }
                }
                free[best] = least;
            }
        }
        const double makespan = *std::max_element(free.begin(), free.end());
        const double bound = area_bound(tasks, workers);
        EXPECT_GT(bound, 0);
        EXPECT_LE(bound, makespan * (1 + 1e-9));
    }
}

} // namespace
} // namespace tangram::sched::graph
