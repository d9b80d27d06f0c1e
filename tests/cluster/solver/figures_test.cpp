#include "cluster/solver/figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tangram::solver {

using ::testing::ElementsAre;

TEST(Figures, AreSumsMeansAndTheMostOverProcesses) {
    const Tally one{.decisions = 1,
                    .messages = {1, 2, 0, 0, 0, 0},
                    .bytes = 40,
                    .application_messages = 3,
                    .application_bytes = 300,
                    .flops = 7,
                    .peak_memory = 10,
                    .seconds_frozen = 2};
    const Tally two{.decisions = 2,
                    .messages = {4, 0, 0, 0, 0, 5},
                    .bytes = 2,
                    .application_messages = 1,
                    .application_bytes = 30,
                    .flops = 70,
                    .peak_memory = 30,
                    .seconds_frozen = 1};
    const Figures figures = summed_up(std::vector{one, two});
    EXPECT_EQ(figures.decisions, 3U);
    EXPECT_THAT(figures.messages, ElementsAre(5, 2, 0, 0, 0, 5));
    EXPECT_EQ(figures.messages_total(), 12U);
    EXPECT_EQ(figures.bytes, 42U);
    EXPECT_EQ(figures.application_messages, 4U);
    EXPECT_EQ(figures.application_bytes, 330U);
    EXPECT_EQ(figures.flops, 77);
    EXPECT_DOUBLE_EQ(figures.peak_memory.mean, 20);
    EXPECT_DOUBLE_EQ(figures.peak_memory.max, 30);
    EXPECT_DOUBLE_EQ(figures.seconds_frozen, 1.5);
}

/// Process 1 has 10 entries, later 30. Process 0 believes 10 before that, which is right, and 15 after it, which is
/// wrong by half. Likewise if the master is process 1.
TEST(Figures, EventsOfProcessesCountInTheOrderOfTime) {
    const Change change{{20, 0}, false};
    const auto deciding = [](std::vector<exchange::Load> before, std::vector<exchange::Load> after) {
        return Course{{}, {{1, Decision{0, std::move(before), {}}}, {3, Decision{1, std::move(after), {}}}}, 4};
    };
    const Course other{{}, {{2, change}}, 5};
    const Figures first = figures_of(std::vector{deciding({{0, 0}, {10, 0}}, {{0, 0}, {15, 0}}), other},
                                     Strategy::memory, {{0, 0}, {10, 0}});
    EXPECT_DOUBLE_EQ(first.view_error.value().max, 0.5);
    EXPECT_DOUBLE_EQ(first.view_error.value().mean, 0.25);
    EXPECT_DOUBLE_EQ(first.seconds, 5);
    const Figures second = figures_of(std::vector{other, deciding({{10, 0}, {0, 0}}, {{15, 0}, {0, 0}})},
                                      Strategy::memory, {{10, 0}, {0, 0}});
    EXPECT_DOUBLE_EQ(second.view_error.value().max, 0.5);
    EXPECT_DOUBLE_EQ(second.view_error.value().mean, 0.25);
}

/// A slave's task is its load from the selection on; that it comes changes nothing, when it is done does.
TEST(Figures, SelectionsCountWhenTheyAreMade) {
    const Course master{
        {}, {{1, Decision{0, {{0, 0}, {10, 0}}, {{1, {30, 0}}}}}, {4, Decision{1, {{0, 0}, {20, 0}}, {}}}}, 4};
    const Course slave{{}, {{2, Change{{30, 0}, true}}, {3, Change{{-20, 0}, true}}}, 4};
    const Figures figures = figures_of(std::vector{master, slave}, Strategy::memory, {{0, 0}, {10, 0}});
    EXPECT_DOUBLE_EQ(figures.view_error.value().max, 0);
}

} // namespace tangram::solver
