#include "cluster/solver/options.hpp"

#include "base/error.hpp"
#include "scenes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace tangram::solver {

using exchange::Load;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

void expect_rejected(const std::function<void(Options&)>& spoil, std::string_view what) {
    Options options;
    spoil(options);
    try {
        require_valid(options);
        FAIL() << what;
    } catch (const InvalidInput& error) {
        EXPECT_THAT(error.what(), HasSubstr(std::string(what)));
        EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    }
}

} // namespace

TEST(SolverOptions, BadOnesAreRejected) {
    EXPECT_NO_THROW(require_valid({}));
    expect_rejected([](Options& options) { options.mechanism = "increment"; }, "increments");
    expect_rejected([](Options& options) { options.limits.most_slaves = 0; }, "at most 0");
    expect_rejected([](Options& options) { options.limits.least_rows = 0; }, "at least 0 rows");
    expect_rejected([](Options& options) { options.panel_rows = 0; }, "panels");
    expect_rejected([](Options& options) { options.threshold = Load{-1, 0}; }, "-1,0");
    expect_rejected([](Options& options) { options.threshold = Load{0, -1}; }, "0,-1");
}

TEST(SolverOptions, TheThresholdIsTheSmallestTaskOfAMaster) {
    const Problem problem = test::three_types();                    // the front of type 2 has 4 pivots of 10 rows
    EXPECT_EQ(default_threshold(problem, {8, 2}), (Load{20, 128})); // 2 x 10, 2 x (4 x 4 + 2 x 4 x 6)
    EXPECT_EQ(default_threshold(test::two_leaves(), {}), Load{});
}

TEST(SolverOptions, WhoHasNoFrontOfType2IsNeverAMaster) {
    const Problem problem = test::three_types();
    Options options;
    EXPECT_THAT(setting(problem, options).never_master, ElementsAre(true, false, true));
    options.no_more_master = false;
    EXPECT_THAT(setting(problem, options).never_master, ElementsAre(false, false, false));
}

} // namespace tangram::solver
