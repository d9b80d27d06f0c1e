#include "engine.hpp"
#include "scenes.hpp"

#include "cluster/exchange/mechanism.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace tangram::solver {

namespace {

/// Mechanism, strategy, and whether messages of the exchange are treated during computations.
class AnyOrder : public testing::TestWithParam<std::tuple<std::string, std::string, bool>> {};

} // namespace

TEST_P(AnyOrder, AllIsDoneOnceFreedAndKnown) {
    const auto& [mechanism, strategy, has_thread] = GetParam();
    std::size_t decisions = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const Problem problem = test::random_problem(dice);
        Options options = test::random_options(dice);
        options.mechanism = mechanism;
        options.strategy = strategy_named(strategy);
        test::Engine engine(problem, options, has_thread);
        engine.run_at_random(dice);
        engine.expect_rest();
        decisions += engine.decisions();
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(decisions, 100U);
}

INSTANTIATE_TEST_SUITE_P(SolverProcess, AnyOrder,
                         testing::Combine(testing::ValuesIn(exchange::mechanism_names()),
                                          testing::ValuesIn(strategy_names()), testing::Bool()),
                         [](const auto& test) {
                             return fmt::format("{}_{}_{}", std::get<0>(test.param), std::get<1>(test.param),
                                                std::get<2>(test.param) ? "thread" : "none");
                         });

} // namespace tangram::solver
