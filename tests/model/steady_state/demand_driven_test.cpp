#include "model/steady_state/demand_driven.hpp"

#include "base/error.hpp"
#include "model/steady_state/examples.hpp"
#include "model/steady_state/throughput.hpp"
#include "tests/model/steady_state/random_steady_states.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr std::size_t input = 0;

/// Jobs of one task of weight 1 on processors P0, P1, ..., of which the first is the master.
Problem jobs_on(const std::vector<std::optional<Rational>>& ws, const std::vector<Link>& links, const Rational& in = 1,
                const Rational& out = 0) {
    Problem problem;
    for (const auto& w : ws) {
        problem.platform.processors.push_back({"P" + std::to_string(problem.platform.processors.size()), w});
    }
    problem.platform.links = links;
    problem.platform.masters = {0};
    problem.tree = {{{"T", 1}}, {{outside, 0, in}, {0, outside, out}}};
    return problem;
}

constexpr std::nullopt_t none = std::nullopt;

std::vector<long> done_by(const Problem& problem, long period, std::size_t periods) {
    std::vector<long> done;
    for (const Integer& count : run_demand_driven(problem, period, periods).done_by_period) {
        done.push_back(count.get_si());
    }
    return done;
}

} // namespace

TEST(DemandDriven, MasterServesItself) {
    const Execution execution = run_demand_driven(jobs_on({2}, {}), 3, 4);
    EXPECT_EQ(execution.periods, 4);
    EXPECT_EQ(execution.time, 12);
    EXPECT_EQ(execution.done, 6);
    EXPECT_THAT(execution.done_by_period, ElementsAre(1, 3, 4, 6)); // the sixth job ends with the last period
    EXPECT_THAT(execution.largest_buffers, ElementsAre(ElementsAre(0, 0)));
}

TEST(DemandDriven, FastLinkTakesTheWholePortIfItCan) {
    // P1 computes as fast as the port sends, so P2 gets nothing, as in the best schedule.
    const Problem star = jobs_on({none, 1, 1}, {{0, 2, 10, {}}, {0, 1, 1, {}}});
    const Execution execution = run_demand_driven(star, 100, 1);
    EXPECT_EQ(execution.done, 99);
    EXPECT_EQ(execution.largest_buffers[2][input], 0);
}

TEST(DemandDriven, SlowLinkGetsWhatTheFastOneLeaves) {
    // P1 takes two time units for a job and half of the port. From time 6, when it first has three jobs in stock: one
    // for P2 by 10, four for P1 by 14, when it has three again. It never waits: 5 jobs in 8 time units, which is
    // optimal.
    const Problem star = jobs_on({none, 2, 1}, {{0, 1, 1, {}}, {0, 2, 4, {}}});
    EXPECT_THAT(done_by(star, 2, 15), ElementsAre(0, 1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17));
}

TEST(DemandDriven, SlowTransfersAreNotInterrupted) {
    // P1 could compute 9 jobs in 10 time units, and does until it has three in stock; then P2's takes 30.
    const Problem star = jobs_on({none, Rational(10, 9), 1}, {{0, 1, 1, {}}, {0, 2, 30, {}}});
    EXPECT_LT(run_demand_driven(star, 1000, 1).done, 1000 * best_throughput(star).rates.throughput / 2);
}

TEST(DemandDriven, ChainPassesOnWhatItDoesNotCompute) {
    // All through the port of P1: a job each time unit, a third of them for itself.
    const Problem chain = jobs_on({none, 3, 1}, {{0, 1, 1, {}}, {1, 2, 1, {}}});
    EXPECT_THAT(done_by(chain, 1, 10), ElementsAre(0, 0, 0, 2, 3, 3, 5, 6, 6, 8));
}

TEST(DemandDriven, AsksNoOneWhoseLinkIsSlowerThanTheWholePath) {
    // P2 is 2 away from the master; its link from P1, which is nearer, takes 10, in which the port takes five jobs.
    const Problem triangle = jobs_on({none, none, 1}, {{0, 1, 1, {}}, {0, 2, 2, {}}, {1, 2, 10, {}}});
    const Execution execution = run_demand_driven(triangle, 101, 1);
    EXPECT_EQ(execution.done, 50);
    EXPECT_EQ(execution.largest_buffers[1][input], 0);
}

TEST(DemandDriven, AsksAllNeighboursThatAreNearer) {
    // P3 computes two jobs per time unit. P1 and P2 send it one each in two time units, at the same time, as their
    // links are not one-port.
    Problem diamond =
        jobs_on({none, none, none, Rational(1, 2)}, {{0, 1, 1, {0}}, {0, 2, 1, {0}}, {1, 3, 2, {0}}, {2, 3, 2, {0}}});
    diamond.platform.resources = {{"switch", Rational(1, 100)}};
    const Execution execution = run_demand_driven(diamond, 1000, 1);
    EXPECT_GT(execution.done, 990);
    EXPECT_LE(execution.done, 1000);
}

TEST(DemandDriven, GatheredJobsAreDoneWhenTheirOutputsArrive) {
    // Arrived at 1, computed at 2, sent back by 4, 6, 8 and so on: the way back is what limits, and it holds up the
    // rest.
    Problem two = jobs_on({none, 1}, {{0, 1, 1, {}}, {1, 0, 1, {}}}, 1, 2);
    two.gather = 0;
    EXPECT_THAT(done_by(two, 1, 8), ElementsAre(0, 0, 0, 1, 1, 2, 2, 3));
    const Execution execution = run_demand_driven(two, 100, 1);
    EXPECT_EQ(execution.done, 49);
    EXPECT_THAT(execution.largest_buffers[1], Each(::testing::Le(3)));
}

TEST(DemandDriven, OutputsThatHaveNoWayAreNotMade) {
    Problem one_way = jobs_on({10, 1, none}, {{0, 1, 1, {}}, {1, 2, 1, {}}});
    one_way.gather = 0;
    EXPECT_EQ(run_demand_driven(one_way, 100, 1).done, 10); // those of the master
    one_way.platform.processors[0].w.reset();
    EXPECT_EQ(run_demand_driven(one_way, 100, 1).done, 0);
}

TEST(DemandDriven, ResourcesServeOneFileAtATime) {
    Problem star = jobs_on({none, 1, 1}, {{0, 1, 1, {0}}, {0, 2, 1, {0}}});
    // Each link sends in 1, half of which the bus takes: at P1 from 1 on, at P2 from 3/2 on, and so both never wait.
    star.platform.resources = {{"bus", Rational(1, 2)}};
    EXPECT_EQ(run_demand_driven(star, 10, 1).done, 9 + 8);
    star.platform.resources = {{"bus", none}};
    EXPECT_EQ(run_demand_driven(star, 10, 1).done, 9);
    star.platform.resources = {{"bus", 2}}; // slower than the links
    EXPECT_EQ(run_demand_driven(star, 10, 1).done, 4);
}

TEST(DemandDriven, JobsAreWhole) {
    const Problem toy = toy_example();
    EXPECT_EQ(done_by(toy, 100, 20), done_by(coarse(toy), 100, 20));
    EXPECT_EQ(run_demand_driven(toy, 100, 1).largest_buffers.front().size(), 2);
}

TEST(DemandDriven, NeverExceedsTheCoarseThroughputAndNeverStops) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const Problem problem = RandomSteadyStates(seed).draw().problem;
        const Rational best = best_throughput(coarse(problem)).rates.throughput;
        const Rational period = best > 0 ? Rational(50 / best) : Rational(1000);
        const Execution execution = run_demand_driven(problem, period, 6);
        Integer before = 0;
        for (std::size_t n = 0; n < execution.done_by_period.size(); ++n) {
            const Integer& done = execution.done_by_period[n];
            EXPECT_LE(done, best * period * (n + 1)) << "seed " << seed;
            EXPECT_TRUE(best == 0 || done > before) << "seed " << seed << ", period " << n;
            before = done;
        }
        for (const auto& buffers : execution.largest_buffers) {
            EXPECT_THAT(buffers, Each(::testing::Le(3))) << "seed " << seed;
        }
    }
}

TEST(DemandDriven, NamesAPeriodThatIsNone) {
    EXPECT_THROW(static_cast<void>(run_demand_driven(toy_example(), 0, 1)), InvalidInput);
    EXPECT_THROW(static_cast<void>(run_demand_driven(toy_example(), -1, 1)), InvalidInput);
    EXPECT_EQ(run_demand_driven(toy_example(), 1, 0).done, 0);
}

} // namespace tangram::model::steady_state
