#include "model/engine.hpp"

#include "model/analysis.hpp"
#include "tests/model/campaigns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace tangram::model {
namespace {

using sched::AffinityProblem;
using sched::find_affinity_kind;
using sched::Kernel;

TEST(Engine, WhoIsDoneFirstAsksFirst) {
    // Four tasks in order: the first is two and a half times as fast.
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 2, 2);
    const auto strategy = find_affinity_kind("sorted-outer")->make(problem);
    const RunResult result = simulate(problem, *strategy, {{2.5, 1}, 0}, 1);
    // 0: T(0,0) and T(0,1), in either order; 0.4: the first again, T(1,0); 0.8: the first, T(1,1); 1.2.
    EXPECT_EQ(result.tasks, (std::vector<std::uint64_t>{3, 1}));
    EXPECT_EQ(result.blocks_sent, 2U + 2 + 1 + 1);
    EXPECT_DOUBLE_EQ(result.makespan, 1.2);
    EXPECT_NEAR(result.communication, 6 / (4 * (std::sqrt(5.0 / 7) + std::sqrt(2.0 / 7))), 1e-12);
}

TEST(Engine, TasksFollowSpeeds) {
    Campaign runs = campaign("dyn-blocks-outer", 60, 10);
    const RunResult result = runs.run(0);
    const std::vector<double> relative = relative_speeds(runs.speeds.draw(10, 1).tasks_per_second);
    for (std::size_t processor = 0; processor < 10; ++processor) {
        EXPECT_NEAR(static_cast<double>(result.tasks[processor]), 3600 * relative[processor], 2);
    }
}

TEST(Engine, ChangingSpeedsChangeTheRun) {
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 30, 4);
    const auto makespan = [&](double change) {
        const auto strategy = find_affinity_kind("sorted-outer")->make(problem);
        return simulate(problem, *strategy, {{1, 1, 1, 1}, change, true}, 1).makespan;
    };
    EXPECT_DOUBLE_EQ(makespan(0), 225);
    EXPECT_NE(makespan(0.2), 225);
    EXPECT_NEAR(makespan(0.05), 225, 225 * 0.2);
}

TEST(Engine, WhereSpeedsChangeTheBoundIsThatOfTheWorkDone) {
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 30, 4);
    const auto strategy = find_affinity_kind("dynamic-outer")->make(problem);
    const RunResult result = simulate(problem, *strategy, {{1, 1, 1, 1}, 0.2, true}, 1);
    double bound = 0;
    for (const std::uint64_t tasks : result.tasks) {
        bound += 2 * std::sqrt(static_cast<double>(tasks));
    }
    EXPECT_NEAR(result.communication * bound, static_cast<double>(result.blocks_sent), 1e-9);
    EXPECT_GT(result.communication, 1);
    EXPECT_LT(bound, 2 * 2 * 30) << "that of equal speeds";
}

/// Beaumont and Marchal 2014, figure 8: no more than its own noise.
TEST(Engine, WhereChangesDoNotAddUpSpeedsStayWhatTheyAre) {
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 300, 2);
    const auto strategy = find_affinity_kind("sorted-outer")->make(problem);
    const RunResult result = simulate(problem, *strategy, {{2, 1}, 0.2, false}, 1);
    EXPECT_NEAR(static_cast<double>(result.tasks[0]), 60000, 100) << "a walk leads far away";
    // A task takes the mean of 1 + x for half of them, and of 1 / (1 + x) for the others, x from 0 to 0.2.
    EXPECT_NEAR(result.makespan, 30000 * (0.55 + std::log(1.2) / 0.4), 50);
}

/// In a fixed order equal processors would take the same columns of each row: 2.35 times the bound.
TEST(Engine, OfEqualTimesAnyComesFirst) {
    Campaign runs = campaign("sorted-outer", 100, 20);
    runs.speeds = SpeedDistribution("equal");
    std::set<std::uint64_t> sent;
    for (std::size_t run = 0; run < 10; ++run) {
        const RunResult equal = runs.run(run);
        EXPECT_NEAR(equal.communication, 4.45, 0.1) << "as for other speeds";
        EXPECT_EQ(equal.blocks_sent, runs.run(run).blocks_sent);
        sent.insert(equal.blocks_sent);
    }
    EXPECT_GT(sent.size(), 2U) << "by seed";
}

TEST(Engine, ChangingSpeedsStayWithinBounds) {
    // Alone, a processor does all tasks at its own speed: some 90000 steps of 11%, which without bounds lead
    // it by some e^35 away.
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 300, 1);
    for (const std::uint64_t seed : {1, 2, 3}) {
        const auto strategy = find_affinity_kind("sorted-outer")->make(problem);
        const RunResult result = simulate(problem, *strategy, {{1}, 0.2, true}, seed);
        EXPECT_LE(result.makespan, 90000 * ProcessorSpeeds::farthest);
        EXPECT_GE(result.makespan, 90000 / ProcessorSpeeds::farthest);
    }
}

TEST(Engine, ChangingSpeedsHaveNoDrift) {
    // The logarithm of a speed walks at random: half of the processors end faster than they began.
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 100, 1);
    int slower = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto strategy = find_affinity_kind("sorted-outer")->make(problem);
        slower += simulate(problem, *strategy, {{1}, 0.01, true}, seed).makespan > 1e4 ? 1 : 0;
    }
    EXPECT_GT(slower, 70); // of 100 +- 7
    EXPECT_LT(slower, 130);
}

} // namespace
} // namespace tangram::model
