/// Strategies by name, and the lists of their names.

#include "sched/policies/strategies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tangram::sched {
namespace {

TEST(StrategyNames, EveryNameFindsItself) {
    std::set<std::string> names;
    for (const Strategy& strategy : strategies()) {
        const auto found = find_strategy(strategy.name);
        ASSERT_TRUE(found) << strategy.name;
        EXPECT_EQ(found->name, strategy.name);
        EXPECT_TRUE(names.insert(normalised_name(strategy.name)).second) << strategy.name << " is ambiguous";
    }
}

TEST(StrategyNames, CaseDashesAndThePapersSpellingDoNotMatter) {
    for (const char* spelling :
         {"NRRP-Rounded-Static", "nrrproundedstatic", "NrrpRounded-Static", "nrrp_rounded_static"}) {
        const auto found = find_strategy(spelling);
        ASSERT_TRUE(found) << spelling;
        EXPECT_EQ(found->name, "nrrp-rounded-static");
    }
}

TEST(StrategyNames, ABalancerAloneTakesTheFirstAllocation) {
    const auto found = find_strategy("Static");
    ASSERT_TRUE(found);
    ASSERT_NE(found->as<Strategy::Planned>(), nullptr);
    EXPECT_EQ(found->as<Strategy::Planned>()->allocation, &default_allocation_kind());
    EXPECT_EQ(found->balancer()->name, "static");
}

TEST(StrategyNames, UnknownNamesAreNotFound) {
    for (const char* name : {"", "nonsense", "nrrp", "nrrp-rounded", "nrrp-rounded-statics", "dmda"}) {
        EXPECT_FALSE(find_strategy(name)) << name;
    }
}

/// The 28 of Eyraud-Dubois and Lambert (2018) that are not StarPU's own (dmda is the 29th).
TEST(StrategyNames, AllOfThePaper) {
    std::set<std::string> names;
    for (const char* allocation : {"NRRP-Rounded", "NRRP-Precise", "3D-NRRP-Rounded", "3D-NRRP-Precise",
                                   "3D-NRRP-Rounded-Redux", "3D-NRRP-Precise-Redux"}) {
        for (const char* balancer : {"Static", "RandSteal", "ChoiceSteal", "EffectiveSteal"}) {
            const auto found = find_strategy(std::string(allocation) + "-" + balancer);
            ASSERT_TRUE(found) << allocation << "-" << balancer;
            names.insert(found->name);
        }
    }
    for (const char* dynamic : {"FirstDyn", "ChoiceDyn-10", "ChoiceDyn-50", "EffectiveDyn"}) {
        const auto found = find_strategy(dynamic);
        ASSERT_TRUE(found) << dynamic;
        names.insert(found->name);
    }
    EXPECT_EQ(names.size(), 28U);
}

TEST(StrategyNames, ChoiceDynTakesAnyPositiveNumber) {
    EXPECT_EQ(find_strategy("choice-dyn-7")->name, "choice-dyn-7");
    EXPECT_EQ(find_strategy("ChoiceDyn123")->name, "choice-dyn-123");
    for (const char* name :
         {"choice-dyn", "choice-dyn-0", "choice-dyn--3", "choice-dyn--3x", "choice-dyn-1.5", "choice-dyn-x"}) {
        EXPECT_FALSE(find_strategy(name)) << name;
    }
}

TEST(StrategyNames, TheTableNamesAllParts) {
    for (const AllocationKind& allocation : allocation_kinds()) {
        EXPECT_THAT(strategies_markdown(), testing::HasSubstr("`" + allocation.name + "`"));
        EXPECT_THAT(strategy_names(), testing::HasSubstr(allocation.name));
    }
    for (const Balancer& balancer : balancers()) {
        EXPECT_THAT(strategies_markdown(), testing::HasSubstr("`" + balancer.name + "`"));
        EXPECT_THAT(strategy_names(), testing::HasSubstr(balancer.name));
    }
    for (const Strategy& strategy : strategies()) {
        if (strategy.as<Strategy::Planned>() == nullptr) {
            EXPECT_THAT(strategies_markdown(), testing::HasSubstr("`" + strategy.name + "`"));
        }
    }
    for (const char* dynamic : {"auto", "first-dyn", "choice-dyn-<X>", "effective-dyn"}) {
        EXPECT_THAT(strategy_names(), testing::HasSubstr(dynamic));
    }
}

} // namespace
} // namespace tangram::sched
