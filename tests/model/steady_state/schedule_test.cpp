#include "model/steady_state/schedule.hpp"

#include "base/error.hpp"
#include "random_steady_states.hpp"
#include "schedule_scenes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tangram::model::steady_state {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

/// All slots together, by link and file.
std::vector<std::vector<Rational>> transferred(const Problem& problem, const Schedule& schedule) {
    std::vector sums(problem.platform.links.size(), std::vector<Rational>(problem.tree.files.size()));
    for (const Slot& slot : schedule.slots) {
        for (const Transfer& transfer : slot.transfers) {
            for (const Load& load : transfer.loads) {
                EXPECT_GT(load.count, 0);
                sums[transfer.link][load.file] += load.count;
            }
        }
    }
    return sums;
}

/// No more than one transfer by each link and port, and none longer than the slot.
void expect_one_port(const Problem& problem, const Slot& slot) {
    std::set<std::size_t> links;
    std::set<std::size_t> senders;
    std::set<std::size_t> receivers;
    for (const Transfer& transfer : slot.transfers) {
        const Link& link = problem.platform.links[transfer.link];
        EXPECT_TRUE(links.insert(transfer.link).second);
        EXPECT_TRUE(!link.is_one_port() || senders.insert(link.from).second);
        EXPECT_TRUE(!link.is_one_port() || receivers.insert(link.to).second);
        Rational time;
        for (const Load& load : transfer.loads) {
            time += load.count * problem.tree.files[load.file].data * link.c;
        }
        EXPECT_LE(time, slot.length);
    }
}

void expect_good_slots(const Problem& problem, const Schedule& schedule) {
    Rational length;
    for (const Slot& slot : schedule.slots) {
        expect_one_port(problem, slot);
        length += slot.length;
    }
    EXPECT_LE(length, schedule.period);
    EXPECT_LE(schedule.slots.size(), problem.platform.links.size() + 2 * problem.platform.processors.size());
    const auto sums = transferred(problem, schedule);
    for (std::size_t link = 0; link < sums.size(); ++link) {
        for (std::size_t file = 0; file < sums[link].size(); ++file) {
            EXPECT_EQ(sums[link][file], schedule.sent[link][file]) << "link " << link << ", file " << file;
        }
    }
}

/// In its period the schedule does all that the rates say.
void expect_whole_rates(const Rates& rates, const Schedule& schedule) {
    for (std::size_t p = 0; p < rates.computed.size(); ++p) {
        for (std::size_t task = 0; task < rates.computed[p].size(); ++task) {
            EXPECT_EQ(schedule.computed[p][task], rates.computed[p][task] * schedule.period);
        }
    }
    for (std::size_t link = 0; link < rates.sent.size(); ++link) {
        for (std::size_t file = 0; file < rates.sent[link].size(); ++file) {
            EXPECT_EQ(schedule.sent[link][file], rates.sent[link][file] * schedule.period);
        }
    }
    EXPECT_EQ(schedule.throughput, rates.throughput);
    EXPECT_EQ(schedule.loss, 0);
}

std::size_t activities(const Rates& rates) {
    std::size_t count = 0;
    for (const auto* kind : {&rates.computed, &rates.sent}) {
        for (const std::vector<Rational>& row : *kind) {
            count += static_cast<std::size_t>(
                std::count_if(row.begin(), row.end(), [](const Rational& r) { return r > 0; }));
        }
    }
    return count;
}

std::size_t leaves(const TaskTree& tree) {
    return static_cast<std::size_t>(
        std::count_if(tree.files.begin(), tree.files.end(), [](const File& file) { return file.is_output(); }));
}

/// The greatest loss of throughput that the header allows.
Rational most_loss(const Problem& problem, const Rates& rates, const Rational& period) {
    const bool may_miss_partners = problem.ends == Ends::joint && !problem.gather;
    return Rational(activities(rates) * (may_miss_partners ? leaves(problem.tree) : 1)) / period;
}

/// From `depth` on, each period does as many jobs as the throughput says.
void expect_steady_increase(const Problem& problem, const Schedule& schedule) {
    const Rational each = schedule.throughput * schedule.period;
    const Rational deficit = each * schedule.depth - done_by_formula(problem, schedule, schedule.depth);
    EXPECT_GE(deficit, 0);
    EXPECT_LE(deficit, each * schedule.depth);
    for (const std::size_t periods : {1, 2, 10, 1000}) {
        const std::size_t end = schedule.depth + periods;
        EXPECT_EQ(each * end - done_by_formula(problem, schedule, end), deficit) << end << " periods";
    }
}

} // namespace

TEST(Schedule, ShortestPeriodIsTheLeastCommonMultipleOfAllDenominators) {
    Rates rates = chain_rates();
    EXPECT_EQ(shortest_period(rates), 3);
    rates.sent[0][0] = Rational(5, 4);
    EXPECT_EQ(shortest_period(rates), 12);
    EXPECT_EQ(shortest_period(idle(chain())), 1);
}

TEST(Schedule, AChainStartsOneHopInEachPeriod) {
    const Problem problem = chain();
    const Schedule schedule = periodic_schedule(problem, chain_rates());
    EXPECT_EQ(schedule.period, 3);
    EXPECT_EQ(schedule.computed[2][0], 1);
    EXPECT_EQ(schedule.sent[0][0], 1);
    EXPECT_EQ(schedule.sent[1][0], 1);
    EXPECT_EQ(schedule.depth_of_sent[0][0], 0);
    EXPECT_EQ(schedule.depth_of_sent[1][0], 1);
    EXPECT_EQ(schedule.depth_of_task[2][0], 2);
    EXPECT_EQ(schedule.depth, 3);
    EXPECT_EQ(schedule.throughput, Rational(1, 3));
    ASSERT_THAT(schedule.slots, SizeIs(1)); // P2 receives and sends at the same time
    EXPECT_EQ(schedule.slots[0].length, 2);
    EXPECT_THAT(schedule.slots[0].transfers, SizeIs(2));
    std::vector<Integer> done;
    for (std::size_t periods = 0; periods < 6; ++periods) {
        done.push_back(done_by_formula(problem, schedule, periods));
    }
    EXPECT_THAT(done, ElementsAre(0, 0, 0, 1, 2, 3));
}

TEST(Schedule, AStarsMasterServesOneAfterTheOther) {
    const Schedule schedule = periodic_schedule(star(), star_rates());
    EXPECT_EQ(schedule.period, 16);
    EXPECT_EQ(schedule.depth, 2);
    std::vector<Rational> lengths;
    for (const Slot& slot : schedule.slots) {
        ASSERT_THAT(slot.transfers, SizeIs(1));
        lengths.push_back(slot.length);
    }
    EXPECT_THAT(lengths, testing::UnorderedElementsAre(8, 4, 2));
    EXPECT_EQ(done_by_formula(star(), schedule, 1), 4); // P1's
    EXPECT_EQ(done_by_formula(star(), schedule, 2), 15);
}

TEST(Schedule, RatesOfThePapersTable) {
    const Problem problem = toy_example();
    ASSERT_EQ(first_fault(problem, toy_rates()), "");
    const Schedule schedule = periodic_schedule(problem, toy_rates());
    // The paper's 63000 is that of the tasks' rates alone.
    Rates tasks = toy_rates();
    tasks.sent.clear();
    EXPECT_EQ(shortest_period(tasks), 63000);
    EXPECT_EQ(schedule.period, 4725000);
    expect_whole_rates(toy_rates(), schedule);
    expect_good_slots(problem, schedule);
    expect_steady_increase(problem, schedule);
}

TEST(Schedule, FilesWithoutDataTakeNoTime) {
    Problem problem = star();
    problem.tree.files[0].data = 0;
    const Schedule schedule = periodic_schedule(problem, star_rates());
    ASSERT_THAT(schedule.slots, SizeIs(3)); // not at once: the port is one
    EXPECT_EQ(schedule.slots[0].length, 0);
    expect_good_slots(problem, schedule);
}

TEST(Schedule, FilesWithoutDataGoFirst) {
    // P1 executes T1, P2 all else. T1's file for T2 has data, the one for T3 has none.
    const Problem problem{
        {{{"P1", 1}, {"P2", 1}}, {{0, 1, 1, {}}}, {0}, {}, {}},
        {{{"T1", 1}, {"T2", 1}, {"T3", 1}}, {{outside, 0, 0}, {0, 1, 1}, {0, 2, 0}, {1, outside, 0}, {2, outside, 0}}}};
    const Rational rate(1, 2);
    Rates rates = idle(problem);
    rates.throughput = rate;
    rates.computed = {{rate, 0, 0}, {0, rate, rate}};
    rates.sent = {{0, rate, rate, 0, 0}};
    const Schedule schedule = periodic_schedule(problem, rates);
    ASSERT_THAT(schedule.slots, SizeIs(1));
    ASSERT_THAT(schedule.slots[0].transfers[0].loads, SizeIs(2));
    EXPECT_EQ(schedule.slots[0].transfers[0].loads[0].file, 2);
}

TEST(Schedule, LinksThatAreNotOnePortTransferAllTheTime) {
    Problem problem = star();
    problem.platform.resources = {{"bus", {}}};
    for (Link& link : problem.platform.links) {
        link.resources = {0};
    }
    const Schedule schedule = periodic_schedule(problem, star_rates());
    ASSERT_THAT(schedule.slots, SizeIs(1));
    EXPECT_EQ(schedule.slots[0].length, 16);
    EXPECT_THAT(schedule.slots[0].transfers, SizeIs(3));
    expect_good_slots(problem, schedule);

    problem.platform.links[0].resources = {}; // 8 of 16 for the one-port link
    const Schedule mixed = periodic_schedule(problem, star_rates());
    ASSERT_THAT(mixed.slots, SizeIs(2));
    EXPECT_EQ(mixed.slots[0].length, 8);
    EXPECT_THAT(mixed.slots[0].transfers, SizeIs(3));
    EXPECT_EQ(mixed.slots[1].length, 8);
    EXPECT_THAT(mixed.slots[1].transfers, SizeIs(2));
    expect_good_slots(problem, mixed);
}

TEST(Schedule, NothingIsScheduledForRatesOfZero) {
    const Schedule schedule = periodic_schedule(chain(), idle(chain()));
    EXPECT_EQ(schedule.period, 1);
    EXPECT_EQ(schedule.depth, 0);
    EXPECT_TRUE(schedule.slots.empty());
    EXPECT_EQ(done_by_formula(chain(), schedule, 10), 0);
}

TEST(Schedule, AGivenPeriodIsFilledWithWholeJobs) {
    const Schedule schedule = periodic_schedule(star(), star_rates(), 10);
    // Of 2.5, 2.5, 1.25 and 0.625 jobs.
    EXPECT_EQ(schedule.computed[0][0], 2);
    EXPECT_EQ(schedule.computed[1][0], 2);
    EXPECT_EQ(schedule.computed[2][0], 1);
    EXPECT_EQ(schedule.computed[3][0], 0);
    EXPECT_EQ(schedule.sent[2][0], 0);
    EXPECT_EQ(schedule.throughput, Rational(1, 2));
    EXPECT_EQ(schedule.loss, Rational(3, 16));
    EXPECT_EQ(periodic_schedule(star(), star_rates(), 32).loss, 0);
    EXPECT_EQ(periodic_schedule(star(), star_rates(), Rational(1, 2)).throughput, 0);
}

/// P1 and P2 are masters; P3 and P4 each execute one leaf of P1's jobs and the other leaf of P2's.
TEST(Schedule, LeavesNeedNotMeetInAGivenPeriodEither) {
    const Problem problem{
        {{{"P1", 1}, {"P2", 1}, {"P3", 1}, {"P4", 1}},
         {{0, 2, 1, {}}, {0, 3, 1, {}}, {1, 2, 1, {}}, {1, 3, 1, {}}},
         {0, 1},
         {},
         {}},
        {{{"T1", 1}, {"T2", 1}, {"T3", 1}}, {{outside, 0, 0}, {0, 1, 1}, {0, 2, 1}, {1, outside, 0}, {2, outside, 0}}}};
    const Rational third(1, 3);
    Rates rates = idle(problem);
    rates.throughput = 2 * third;
    rates.computed = {{third, 0, 0}, {third, 0, 0}, {0, third, third}, {0, third, third}};
    rates.sent[0][1] = rates.sent[1][2] = rates.sent[2][2] = rates.sent[3][1] = third;
    const Schedule schedule = periodic_schedule(problem, rates, 4);
    EXPECT_EQ(schedule.throughput, Rational(1, 2));
    EXPECT_EQ(schedule.loss, Rational(1, 6));
    EXPECT_EQ(done_by_formula(problem, schedule, 5), 6);
}

/// P1 makes T2's files for P2, which passes half of them on to P3, and T3's for P3, which passes half on to P2. So each
/// executes one leaf a period before the other one.
TEST(Schedule, WhatIsDoneDependsOnTheEnds) {
    Problem problem{
        {{{"P1", 1}, {"P2", 1}, {"P3", 1}}, {{0, 1, 1, {}}, {0, 2, 1, {}}, {1, 2, 1, {}}, {2, 1, 1, {}}}, {0}, {}, {}},
        {{{"T1", 1}, {"T2", 1}, {"T3", 1}}, {{outside, 0, 0}, {0, 1, 1}, {0, 2, 1}, {1, outside, 0}, {2, outside, 0}}}};
    const Rational quarter(1, 4);
    Rates rates = idle(problem);
    rates.throughput = 2 * quarter;
    rates.computed = {{2 * quarter, 0, 0}, {0, quarter, quarter}, {0, quarter, quarter}};
    rates.sent[0][1] = rates.sent[1][2] = 2 * quarter;
    rates.sent[2][1] = rates.sent[3][2] = quarter;
    const Schedule joint = periodic_schedule(problem, rates);
    EXPECT_EQ(joint.depth_of_task[1], (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_EQ(joint.depth_of_task[2], (std::vector<std::size_t>{0, 3, 2}));
    EXPECT_EQ(done_by_formula(problem, joint, 5), 2 + 2);
    problem.ends = Ends::per_leaf;
    EXPECT_EQ(done_by_formula(problem, periodic_schedule(problem, rates), 5), 3 + 2);
}

TEST(Schedule, RejectsWhatIsNoSteadyState) {
    Rates rates = chain_rates();
    rates.sent[1][0] = Rational(1, 4);
    EXPECT_THAT([&] { (void)periodic_schedule(chain(), rates); },
                ThrowsMessage<InvalidInput>(HasSubstr("begin->T1 is not conserved at P2")));
    EXPECT_THROW((void)periodic_schedule(chain(), rates, 10), InvalidInput);
}

TEST(Schedule, RejectsCirculations) {
    Problem problem = chain();
    problem.platform.links.push_back({2, 1, 1, {}});
    Rates rates = chain_rates();
    rates.sent.push_back({Rational(1, 100), 0});
    rates.sent[1][0] += Rational(1, 100);
    ASSERT_EQ(first_fault(problem, rates), "");
    const auto has_circle = ThrowsMessage<InvalidInput>(HasSubstr("begin->T1 is sent in a circle"));
    EXPECT_THAT([&] { (void)periodic_schedule(problem, rates); }, has_circle);
    EXPECT_THAT([&] { (void)periodic_schedule(problem, rates, 10); }, has_circle);
    EXPECT_EQ(periodic_schedule(problem, without_circulations(problem, rates)).period, 3);
}

TEST(Schedule, RejectsPeriodsThatAreNotPositive) {
    for (const int period : {0, -1}) {
        EXPECT_THAT([&] { (void)periodic_schedule(chain(), chain_rates(), period); },
                    ThrowsMessage<InvalidInput>(HasSubstr("must be positive")));
    }
}

TEST(Schedule, SustainsRandomRates) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const auto [problem, rates] = RandomSteadyStates(seed).draw();
        ASSERT_EQ(first_fault(problem, rates), "");
        const Schedule schedule = periodic_schedule(problem, rates);
        expect_whole_rates(rates, schedule);
        expect_good_slots(problem, schedule);
        expect_steady_increase(problem, schedule);
    }
}

TEST(Schedule, LosesLittleOfRandomRatesInAGivenPeriod) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const auto [problem, rates] = RandomSteadyStates(seed).draw();
        for (const Rational& period : {Rational(1, 3), Rational(10), Rational(1000, 7), Rational(12345)}) {
            const Schedule schedule = periodic_schedule(problem, rates, period);
            EXPECT_EQ(schedule.period, period);
            EXPECT_EQ(schedule.throughput + schedule.loss, rates.throughput);
            EXPECT_GE(schedule.loss, 0);
            EXPECT_LE(schedule.loss, most_loss(problem, rates, period));
            expect_good_slots(problem, schedule);
        }
        expect_whole_rates(rates, periodic_schedule(problem, rates, Rational(2 * shortest_period(rates))));
    }
}

} // namespace tangram::model::steady_state
