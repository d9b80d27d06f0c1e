#include "cluster/solver/slave_selection.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

namespace tangram::solver {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

std::vector<Share> filled(const std::vector<std::int64_t>& loads, int master, Index rows, std::int64_t row_load,
                          const SelectionLimits& limits) {
    return water_filled(loads, master, rows, row_load, limits);
}

} // namespace

TEST(SlaveSelection, TheLeastLoadedAreFilledUpToTheSameLevel) {
    // 30 + 10 x 3 = 60 = 20 + 10 x 4 = 10 + 10 x 5
    EXPECT_THAT(filled({0, 30, 10, 20, 90}, 0, 12, 10, {8, 1}), ElementsAre(Share{2, 5}, Share{3, 4}, Share{1, 3}));
}

TEST(SlaveSelection, RowsThatRemainGoToTheLeastLoaded) {
    EXPECT_THAT(filled({0, 0, 0, 0}, 0, 11, 10, {8, 1}), ElementsAre(Share{1, 4}, Share{2, 4}, Share{3, 3}));
}

TEST(SlaveSelection, ProcessesOfTheSameLoadComeInOrderAfterTheMaster) {
    EXPECT_THAT(filled({5, 5, 5, 5}, 2, 6, 1, {2, 1}), ElementsAre(Share{3, 3}, Share{0, 3}));
}

TEST(SlaveSelection, NoMoreSlavesThanAllowed) {
    EXPECT_THAT(filled({0, 4, 3, 2, 1}, 0, 100, 1, {1, 1}), ElementsAre(Share{4, 100}));
}

TEST(SlaveSelection, WhoWouldGetTooFewRowsGetsNone) {
    EXPECT_THAT(filled({0, 0, 80}, 0, 20, 10, {8, 6}), ElementsAre(Share{1, 14}, Share{2, 6}));
    EXPECT_THAT(filled({0, 0, 90}, 0, 20, 10, {8, 6}), ElementsAre(Share{1, 20}));
    EXPECT_THAT(filled({0, 0, 0}, 0, 5, 10, {8, 6}), ElementsAre(Share{1, 5}));
}

TEST(SlaveSelection, LoadsMayBeNegative) {
    EXPECT_THAT(filled({0, -30, 10}, 0, 10, 10, {8, 1}), ElementsAre(Share{1, 7}, Share{2, 3}));
}

TEST(SlaveSelection, NoRowsNoSlaves) {
    EXPECT_THAT(filled({0, 0}, 0, 0, 1, {}), IsEmpty());
}

TEST(SlaveSelection, StrategiesLookAtMemoryOrFlops) {
    const Front front{10, 50, {}, {}};
    const std::vector<exchange::Load> view{{0, 0}, {0, 1'000'000'000}, {1'000'000'000, 0}};
    EXPECT_THAT(selected_slaves(Strategy::memory, front, 0, view, {}), ElementsAre(Share{1, 40}));
    EXPECT_THAT(selected_slaves(Strategy::workload, front, 0, view, {}), ElementsAre(Share{2, 40}));
    EXPECT_EQ(slave_load(front, 3), (exchange::Load{150, 2700})); // 3 x 50, 3 x (10 x 10 + 2 x 10 x 40)
}

TEST(SlaveSelection, AMasterNeedsSomebodyElse) {
    const std::vector<exchange::Load> alone(1);
    EXPECT_THROW(static_cast<void>(selected_slaves(Strategy::memory, {1, 2, {}, {}}, 0, alone, {})), InvalidInput);
}

TEST(SlaveSelection, StrategiesHaveNames) {
    EXPECT_EQ(strategy_named("memory"), Strategy::memory);
    EXPECT_EQ(strategy_named("workload"), Strategy::workload);
    try {
        static_cast<void>(strategy_named("workloads"));
        FAIL();
    } catch (const InvalidInput& error) {
        EXPECT_THAT(error.what(), HasSubstr("memory, workload"));
    }
}

TEST(SlaveSelection, RandomLoads) {
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto number = [&](std::uint64_t most) { return static_cast<std::int64_t>(1 + dice.below(most)); };
        std::vector<std::int64_t> loads(static_cast<std::size_t>(1 + number(20)));
        std::generate(loads.begin(), loads.end(), [&] { return number(10'000) - 2000; });
        const int master = static_cast<int>(dice.below(loads.size()));
        const Index rows = number(500);
        const std::int64_t row_load = number(300);
        const SelectionLimits limits{static_cast<int>(number(12)), number(40)};
        const std::vector<Share> shares = water_filled(loads, master, rows, row_load, limits);

        std::set<int> slaves;
        Index dealt = 0;
        std::vector<std::int64_t> levels;
        for (const auto& [process, share] : shares) {
            EXPECT_NE(process, master);
            EXPECT_GE(share, std::min(rows, limits.least_rows));
            slaves.insert(process);
            dealt += share;
            levels.push_back(loads[process] + share * row_load);
        }
        EXPECT_EQ(dealt, rows);
        EXPECT_EQ(slaves.size(), shares.size());
        EXPECT_LE(shares.size(), static_cast<std::size_t>(limits.most_slaves));
        const auto [least, most] = std::minmax_element(levels.begin(), levels.end());
        EXPECT_LE(*most - *least, 2 * row_load) << "not level";
        for (std::size_t other = 0; other < loads.size(); ++other) {
            if (static_cast<int>(other) != master && !slaves.contains(static_cast<int>(other))) {
                EXPECT_GE(loads[other], loads[shares.back().process]) << "a less loaded process was left out";
            }
        }
    }
}

} // namespace tangram::solver
