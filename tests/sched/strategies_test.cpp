#include "sched/strategies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace tangram::sched {
namespace {

TEST(Strategies, EveryNameFindsItself) {
    std::set<std::string> names;
    for (const Strategy& strategy : strategies()) {
        const auto found = find_strategy(strategy.name);
        ASSERT_TRUE(found) << strategy.name;
        EXPECT_EQ(found->name, strategy.name);
        EXPECT_TRUE(names.insert(normalised_name(strategy.name)).second) << strategy.name << " is ambiguous";
    }
}

TEST(Strategies, CaseDashesAndThePapersSpellingDoNotMatter) {
    for (const char* spelling :
         {"NRRP-Rounded-Static", "nrrproundedstatic", "NrrpRounded-Static", "nrrp_rounded_static"}) {
        const auto found = find_strategy(spelling);
        ASSERT_TRUE(found) << spelling;
        EXPECT_EQ(found->name, "nrrp-rounded-static");
    }
}

TEST(Strategies, ABalancerAloneTakesTheDefaultAllocation) {
    const auto found = find_strategy("Static");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->allocation, default_strategy().allocation);
    EXPECT_EQ(found->balancer->name, "static");
}

TEST(Strategies, UnknownNamesAreNotFound) {
    for (const char* name : {"", "nonsense", "nrrp", "nrrp-rounded", "nrrp-rounded-statics", "dmda"}) {
        EXPECT_FALSE(find_strategy(name)) << name;
    }
}

TEST(Strategies, TheTableNamesThemAll) {
    for (const Strategy& strategy : strategies()) {
        EXPECT_THAT(strategies_markdown(), testing::HasSubstr("`" + strategy.name + "`"));
    }
}

TEST(Strategies, AllocationsFollowTheSpeeds) {
    for (const Strategy& strategy : strategies()) {
        const partition::Allocation allocation = strategy.allocation->allocate({{3.0, 1.0}}, 16, 16);
        EXPECT_EQ(allocation.name, strategy.allocation->name);
        EXPECT_EQ(allocation.rows, 16U);
        EXPECT_EQ(allocation.columns, 16U);
        EXPECT_EQ(allocation.processors, 2U);
        EXPECT_NEAR(static_cast<double>(allocation.tile_counts()[0]), 192, 16);
    }
}

} // namespace
} // namespace tangram::sched
