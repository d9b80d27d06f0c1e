#include "model/steady_state/executor.hpp"

#include "base/error.hpp"
#include "random_steady_states.hpp"
#include "schedule_scenes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::model::steady_state {

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

auto fails_with(const std::string& what, const std::string& when) {
    return ThrowsMessage<RunFailure>(AllOf(HasSubstr(what), HasSubstr("at time " + when)));
}

auto running(const Problem& problem, const Schedule& schedule) {
    return [&] { (void)execute(problem, schedule, 10); };
}

void expect_as_by_formula(const Problem& problem, const Schedule& schedule, std::size_t periods) {
    const Execution execution = execute(problem, schedule, periods);
    EXPECT_EQ(execution.periods, periods);
    EXPECT_EQ(execution.time, schedule.period * periods);
    ASSERT_EQ(execution.done_by_period.size(), periods);
    for (std::size_t n = 0; n < periods; ++n) {
        EXPECT_EQ(execution.done_by_period[n], done_by_formula(problem, schedule, n + 1)) << n + 1 << " periods";
        EXPECT_LE(execution.done_by_period[n], schedule.throughput * schedule.period * (n + 1));
    }
    EXPECT_EQ(execution.done, execution.done_by_period.back());
}

/// What comes into a buffer in a period goes out in the next, so it grows only while the activities that feed it start.
void expect_bounded_buffers(const Problem& problem, const Schedule& schedule) {
    const Execution few = execute(problem, schedule, schedule.depth + 1);
    const Execution many = execute(problem, schedule, schedule.depth + 6);
    EXPECT_EQ(few.largest_buffers, many.largest_buffers);
}

} // namespace

TEST(Executor, AChain) {
    const Problem problem = chain();
    const Execution execution = execute(problem, periodic_schedule(problem, chain_rates()), 6);
    EXPECT_EQ(execution.time, 18);
    EXPECT_EQ(execution.done, 4);
    EXPECT_THAT(execution.done_by_period, ElementsAre(0, 0, 1, 2, 3, 4));
    EXPECT_THAT(execution.largest_buffers, ElementsAre(ElementsAre(0, 0), ElementsAre(1, 0), ElementsAre(1, 0)));
}

TEST(Executor, NoPeriodsDoNothing) {
    const Execution execution = execute(chain(), periodic_schedule(chain(), chain_rates()), 0);
    EXPECT_EQ(execution.time, 0);
    EXPECT_EQ(execution.done, 0);
    EXPECT_TRUE(execution.done_by_period.empty());
}

TEST(Executor, AStarWithAndWithoutPorts) {
    Problem problem = star();
    EXPECT_EQ(execute(problem, periodic_schedule(problem, star_rates()), 10).done, 4 * 10 + 7 * 9);
    problem.platform.resources = {{"bus", {}}};
    problem.platform.links[0].resources = {0};
    problem.platform.links[2].resources = {0};
    EXPECT_EQ(execute(problem, periodic_schedule(problem, star_rates()), 10).done, 4 * 10 + 7 * 9);
}

TEST(Executor, ThePapersTable) {
    const Problem problem = toy_example();
    const Schedule schedule = periodic_schedule(problem, toy_rates());
    expect_as_by_formula(problem, schedule, 40);
    expect_bounded_buffers(problem, schedule);
}

/// Gathered outputs count when they have come.
TEST(Executor, GatheredOutputsTravel) {
    Problem problem = chain();
    problem.gather = 0;
    problem.platform.links.push_back({2, 1, 1, {}});
    problem.platform.links.push_back({1, 0, 1, {}});
    problem.tree.files[1].data = 1;
    const Rational third(1, 3);
    Rates rates = chain_rates();
    rates.sent.push_back({0, third});
    rates.sent.push_back({0, third});
    EXPECT_THAT(execute(problem, periodic_schedule(problem, rates), 7).done_by_period,
                ElementsAre(0, 0, 0, 0, 1, 2, 3));
}

TEST(Executor, NoticesAnActivityThatStartsTooEarly) {
    Schedule schedule = periodic_schedule(chain(), chain_rates());
    schedule.depth_of_sent[1][0] = 0;
    EXPECT_THAT(running(chain(), schedule), fails_with("P2 has 0 files begin->T1 and needs 1", "0"));
    schedule = periodic_schedule(chain(), chain_rates());
    schedule.depth_of_task[2][0] = 1;
    EXPECT_THAT(running(chain(), schedule), fails_with("P3 has 0 files begin->T1 and needs 1", "3"));
}

TEST(Executor, NoticesBuffersThatRunDry) {
    Schedule schedule = periodic_schedule(star(), star_rates());
    schedule.computed[3][0] = 2;
    schedule.depth_of_task[3][0] = 3; // P4 has 3 files then
    Problem fast = star();
    fast.platform.processors[3].w = 1;
    EXPECT_THAT(running(fast, schedule), fails_with("P4 has 1 files begin->T1 and needs 2", "80"));
}

TEST(Executor, NoticesTwoTransfersOfOnePort) {
    Schedule schedule = periodic_schedule(star(), star_rates());
    schedule.slots[0].transfers.push_back(schedule.slots[1].transfers[0]);
    EXPECT_THAT(running(star(), schedule), fails_with("P1 sends by two links", "0"));

    Problem two_masters = star();
    two_masters.platform.links[1] = {2, 1, 1, {}};
    two_masters.platform.masters = {0, 2};
    const Rational eighth(1, 8);
    Rates rates = idle(two_masters);
    rates.throughput = 2 * eighth;
    rates.computed[1][0] = 2 * eighth;
    rates.sent[0][0] = rates.sent[1][0] = eighth;
    schedule = periodic_schedule(two_masters, rates);
    schedule.slots[0].transfers.push_back(schedule.slots[1].transfers[0]);
    EXPECT_THAT(running(two_masters, schedule), fails_with("P2 receives by two links", "0"));
}

TEST(Executor, NoticesSlotsThatAreTooShort) {
    Schedule schedule = periodic_schedule(chain(), chain_rates());
    schedule.slots[0].length = 1;
    EXPECT_THAT(running(chain(), schedule), fails_with("a slot of length 1 begins for which out P1 needs 2", "0"));
    schedule.slots[0].length = 4;
    EXPECT_THAT(running(chain(), schedule), fails_with("a slot ends, after the period's end at 3", "4"));
}

TEST(Executor, NoticesOverloadedLinksAndResources) {
    Problem problem = star();
    problem.platform.resources = {{"bus", {}}};
    for (Link& link : problem.platform.links) {
        link.resources = {0};
    }
    const Schedule schedule = periodic_schedule(problem, star_rates());
    problem.platform.links[0].c = Rational(5, 2);
    EXPECT_THAT(running(problem, schedule), fails_with("link P1->P2 needs 20", "0"));
    problem.platform.links[0].c = 1;
    problem.platform.resources[0].c = Rational(3, 2);
    EXPECT_THAT(running(problem, schedule), fails_with("bus needs 21", "0"));
}

TEST(Executor, NoticesProcessorsThatAreTooSlow) {
    const Schedule schedule = periodic_schedule(star(), star_rates());
    Problem problem = star();
    problem.platform.processors[0].w = 2;
    EXPECT_THAT(running(problem, schedule), fails_with("P1 ends its tasks, after the period's end at 16", "32"));
    problem.platform.processors[0].w.reset();
    EXPECT_THAT(running(problem, schedule), fails_with("P1 cannot execute T1", "0"));
}

TEST(Executor, NoticesFilesInParts) {
    Schedule schedule = periodic_schedule(chain(), chain_rates());
    schedule.slots[0].transfers[0].loads[0].count = Rational(1, 2);
    EXPECT_THAT(running(chain(), schedule), fails_with("files begin->T1, with a part of one", "3"));
    schedule.slots[0].transfers[0].loads[0].count = -1;
    EXPECT_THAT(running(chain(), schedule), fails_with("P1 takes -1 files", "0"));
}

TEST(Executor, RandomRatesFollowTheFormula) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const auto [problem, rates] = RandomSteadyStates(seed).draw();
        const Schedule schedule = periodic_schedule(problem, rates);
        expect_as_by_formula(problem, schedule, schedule.depth + 5);
        expect_bounded_buffers(problem, schedule);
    }
}

TEST(Executor, RandomRatesFollowTheFormulaInAGivenPeriod) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const auto [problem, rates] = RandomSteadyStates(seed).draw();
        const Schedule schedule = periodic_schedule(problem, rates, Rational(500, 3));
        expect_as_by_formula(problem, schedule, schedule.depth + 5);
    }
}

} // namespace tangram::model::steady_state
