#include "tests/model/steady_state/witness/witness.hpp"

#include "base/error.hpp"
#include "tests/model/steady_state/random_steady_states.hpp"
#include "tests/model/steady_state/schedule_scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace tangram::model::steady_state {

namespace {

/// Ends the process with what the witness says on stderr: the engine of SimGrid can be made once in a process.
[[noreturn]] void report(const Problem& problem, const Schedule& schedule, std::size_t periods) {
    try {
        const auto [lateness, done] = witness(problem, schedule, periods);
        const char* when = lateness < 1e-9 ? "in time" : "late";
        fmt::print(stderr, "{} done {}, lateness {:.3g}\n", to_text(Rational(done)), when, lateness);
    } catch (const RunFailure& failure) {
        fmt::print(stderr, "{}\n", failure.what());
    }
    std::_Exit(0); // no search for leaks, which are SimGrid's
}

/// A line of the report begins so. Sanitizers may have written others before.
void expect_report(const Problem& problem, const Schedule& schedule, std::size_t periods, const std::string& text) {
    EXPECT_EXIT(report(problem, schedule, periods), ::testing::ExitedWithCode(0), "(^|\n)" + text);
}

/// In a period of 6, P2 passes two inputs on, and P3 computes two jobs. Each link sends in the first slots.
Schedule chain_schedule() {
    return {.period = 6,
            .computed = {{0}, {0}, {2}},
            .sent = {{2, 0}, {2, 0}},
            .slots = {{4, {{0, {{0, 2}}}, {1, {{0, 2}}}}}},
            .depth_of_task = {{0}, {0}, {2}},
            .depth_of_sent = {{0, 0}, {1, 0}},
            .depth = 3,
            .throughput = Rational(1, 3),
            .loss = 0};
}

} // namespace

TEST(Witness, ChainIsInTime) {
    expect_report(chain(), chain_schedule(), 100, "196 done in time");
}

TEST(Witness, SlotsAreBackToBack) {
    // Files are cut, and the slots leave nothing of the period.
    Schedule schedule = chain_schedule();
    const Rational part(1, 7);
    schedule.slots = {};
    for (int slot = 0; slot < 14; ++slot) {
        schedule.slots.push_back({Rational(3, 7), {{0, {{0, part}}}, {1, {{0, part}}}}});
    }
    expect_report(chain(), schedule, 100, "196 done in time");
}

TEST(Witness, SeesSlotsThatAreTooShort) {
    // Two files of two units of data take 4; the second slot ends 1 after the first, which ends 1 late: 2 of 6.
    Schedule schedule = chain_schedule();
    schedule.slots = {{3, {{0, {{0, 2}}}}}, {3, {{1, {{0, 2}}}}}};
    expect_report(chain(), schedule, 1, "0 done late, lateness 0.167");
    expect_report(chain(), schedule, 2, "[0-9]+ done late, lateness 0.333");
}

TEST(Witness, SeesTasksThatTakeTooLong) {
    Problem slow = chain();
    slow.platform.processors[2].w = Rational(11, 10);
    expect_report(slow, chain_schedule(), 3, "2 done late, lateness 0.1\n");
}

TEST(Witness, SeesFilesThatHaveNotCome) {
    Schedule early = chain_schedule();
    early.depth_of_sent[1][0] = 0;
    expect_report(chain(), early, 3, "in period 1, P2 has 0 files begin->T1, not 2");
    early = chain_schedule();
    early.depth_of_task[2][0] = 1;
    expect_report(chain(), early, 3, "in period 2, P3 has 0 files begin->T1, not 2");
}

TEST(Witness, SeesFilesThatAreCutBetweenPeriods) {
    Schedule cut = chain_schedule();
    cut.slots[0].transfers[0].loads[0].count = Rational(3, 2);
    expect_report(chain(), cut, 3, "in period 1, P2 ends with a part of a file begin->T1");
}

TEST(Witness, SeesPortsThatAreUsedTwice) {
    const Rates rates = star_rates();
    Schedule schedule = periodic_schedule(star(), rates);
    expect_report(star(), schedule, 10, "[0-9]+ done in time");
    schedule.slots[0].transfers.push_back(schedule.slots[1].transfers[0]);
    expect_report(star(), schedule, 10, "in period 1, P1 sends by two links");
}

TEST(Witness, LinksShareABus) {
    Problem bus = star();
    bus.platform.resources = {{"bus", 1}};
    for (Link& link : bus.platform.links) {
        link.resources = {0};
    }
    bus.platform.links[0].c = 2; // It needs all the time, and half of the bus: more than a fair share.
    const Schedule schedule = periodic_schedule(bus, star_rates());
    expect_report(bus, schedule, 100, "[0-9]+ done in time");
    bus.platform.resources[0].c = 2; // busy for 7/8 of the time before
    expect_report(bus, schedule, 10, "[0-9]+ done late");
}

TEST(Witness, PapersScheduleIsInTime) {
    const Schedule schedule = periodic_schedule(toy_example(), toy_rates());
    expect_report(toy_example(), schedule, 100,
                  fmt::format("{} done in time", to_text(Rational(done_by_formula(toy_example(), schedule, 100)))));
}

TEST(Witness, RandomSchedulesAreInTime) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const auto [problem, rates] = RandomSteadyStates(seed).draw();
        const Schedule schedule = periodic_schedule(problem, rates);
        expect_report(problem, schedule, 100,
                      fmt::format("{} done in time", to_text(Rational(done_by_formula(problem, schedule, 100)))));
    }
}

} // namespace tangram::model::steady_state
