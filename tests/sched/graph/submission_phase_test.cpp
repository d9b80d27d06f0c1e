/// SubmissionPhase: when thefts wait, and that they do not wait for ever.

#include "sched/graph/submission_phase.hpp"

#include <gtest/gtest.h>

namespace tangram::sched::graph {
namespace {

constexpr TaskId first_task = 0;
constexpr TaskId second_task = 1;

TEST(SubmissionPhase, IsOnWhileTasksAreReadyAtOnceAndNoneHasEnded) {
    SubmissionPhase phase;
    EXPECT_FALSE(phase.puts_off());
    phase.submitted(first_task);
    EXPECT_FALSE(phase.puts_off()) << "it may wait for others";
    phase.ready(first_task);
    EXPECT_TRUE(phase.puts_off());
    phase.finished();
    EXPECT_FALSE(phase.puts_off());
}

TEST(SubmissionPhase, ATaskThatIsReadyLaterBeginsNone) {
    SubmissionPhase phase;
    phase.submitted(first_task);
    phase.submitted(second_task);
    phase.ready(first_task);
    EXPECT_FALSE(phase.puts_off());
    phase.finished();
    phase.ready(second_task);
    EXPECT_FALSE(phase.puts_off());
}

TEST(SubmissionPhase, SaysOnceThatAPutOffTheftMayBeTriedAgain) {
    SubmissionPhase phase;
    EXPECT_FALSE(phase.take_put_off());
    phase.submitted(first_task);
    phase.ready(first_task);
    EXPECT_TRUE(phase.is_on());
    EXPECT_TRUE(phase.puts_off());
    EXPECT_FALSE(phase.take_put_off()) << "not yet";
    phase.finished();
    EXPECT_FALSE(phase.is_on());
    EXPECT_TRUE(phase.take_put_off());
    EXPECT_FALSE(phase.take_put_off());
}

/// Each task of a program is submitted when another one ends.
TEST(SubmissionPhase, ProgramsThatSubmitAllTheTimePutTheftsOffOnce) {
    SubmissionPhase phase;
    phase.submitted(first_task);
    phase.ready(first_task);
    EXPECT_TRUE(phase.puts_off());
    phase.finished();
    phase.submitted(second_task);
    phase.ready(second_task);
    EXPECT_FALSE(phase.puts_off()) << "those who waited have not been told";
    EXPECT_TRUE(phase.take_put_off());
    phase.finished();
    phase.submitted(first_task);
    phase.ready(first_task);
    EXPECT_TRUE(phase.puts_off());
}

} // namespace
} // namespace tangram::sched::graph
