#include "random_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tangram::exchange {

namespace {

class RandomRuns : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(RandomRuns, AMillionSteps) {
    constexpr std::int64_t million = 1'000'000;
    std::int64_t steps = 0;
    std::int64_t decisions = 0;
    std::uint64_t seed = 0;
    for (; steps < million; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        RandomRun<> run(GetParam(), seed);
        for (int rests = 0; rests < 5; ++rests) {
            ASSERT_NO_THROW(run.act(1000));
            ASSERT_NO_THROW(run.rest());
        }
        steps += run.steps();
        decisions += run.decisions();
    }
    fmt::print("{}: {} steps, {} decisions, seeds 0 to {}\n", GetParam(), steps, decisions, seed - 1);
}

INSTANTIATE_TEST_SUITE_P(Exchange, RandomRuns, testing::Values("naive", "increments", "snapshot"),
                         [](const auto& mechanism) { return mechanism.param; });

} // namespace tangram::exchange
