#include "model/steady_state/problem.hpp"

#include "base/error.hpp"
#include "model/steady_state/examples.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tangram::model::steady_state {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// The toy; P3 is fast for T2 and cannot execute T4, P2 computes T1 alone.
Problem with_affinities() {
    Problem problem = toy_example();
    problem.platform.processors[1].w.reset();
    problem.platform.times = {{2, "T2", 1}, {2, "T4", std::nullopt}, {1, "T1", 9}};
    return problem;
}

std::string error_of(const Problem& problem) {
    return test::message_of<InvalidInput>([&] { require_valid(problem); });
}

} // namespace

TEST(SteadyProblem, TimesAreOfTasksThatAreThere) {
    Problem problem = with_affinities();
    EXPECT_EQ(error_of(problem), "");
    problem.platform.times[1].task = "T5";
    EXPECT_EQ(error_of(problem), "times of 'P3': unknown task 'T5'; the tasks are T1, T2, T3, T4");
}

TEST(SteadyProblem, OutputsAreGatheredAtAProcessor) {
    Problem problem = toy_example();
    problem.gather = 3;
    EXPECT_EQ(error_of(problem), "");
    problem.gather = 4;
    EXPECT_THAT(error_of(problem), HasSubstr("processor number 4 of 4"));
}

TEST(SteadyProblem, PlatformAndTreeAreChecked) {
    Problem problem = toy_example();
    problem.platform.masters.clear();
    EXPECT_THAT(error_of(problem), HasSubstr("no master"));
    problem = toy_example();
    problem.tree.files.pop_back();
    EXPECT_THAT(error_of(problem), HasSubstr("makes no file"));
}

TEST(SteadyProblem, DurationsAreWeightTimesWOrTheirOwn) {
    const auto times = durations(with_affinities());
    EXPECT_THAT(times[0], ElementsAre(5, 20, 25, 20));
    EXPECT_THAT(times[1], ElementsAre(9, std::nullopt, std::nullopt, std::nullopt));
    EXPECT_THAT(times[2], ElementsAre(4, 1, 20, std::nullopt));
    EXPECT_THAT(times[3], ElementsAre(1, 4, 5, 4));
}

TEST(SteadyProblem, CoarseJobsAreWholeTrees) {
    Problem problem = with_affinities();
    problem.tree.files[4].data = 3;
    problem.tree.files[5].data = 4;
    problem.gather = 2;
    problem.ends = Ends::per_leaf;
    const Problem whole = coarse(problem);
    EXPECT_EQ(error_of(whole), "");
    EXPECT_EQ(whole.gather, problem.gather);
    EXPECT_EQ(whole.ends, Ends::per_leaf);
    ASSERT_EQ(whole.tree.tasks.size(), 1U);
    EXPECT_EQ(whole.tree.tasks[0].weight, 14);
    ASSERT_EQ(whole.tree.files.size(), 2U);
    EXPECT_EQ(whole.tree.files[0].data, 6);
    EXPECT_EQ(whole.tree.files[1].data, 7) << "both outputs";
    const auto times = durations(whole);
    EXPECT_THAT(times[0], ElementsAre(70));
    EXPECT_THAT(times[1], ElementsAre(std::nullopt));
    EXPECT_THAT(times[2], ElementsAre(std::nullopt)) << "one task is impossible";
    EXPECT_THAT(times[3], ElementsAre(14));
}

} // namespace tangram::model::steady_state
