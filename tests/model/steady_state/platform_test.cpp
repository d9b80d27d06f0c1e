#include "model/steady_state/platform.hpp"

#include "base/error.hpp"
#include "model/steady_state/examples.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// A -> B -> C, and D -> E, which no master reaches; D -> C, too. A bus.
Platform two_parts() {
    return {{{"A", 1}, {"B", std::nullopt}, {"D", 2}, {"C", 3}, {"E", 4}},
            {{0, 1, 1, {}}, {2, 4, 1, {}}, {1, 3, 5, {0}}, {2, 3, 1, {}}},
            {0},
            {{"bus", Rational(1, 2)}},
            {{2, "T1", 7}, {3, "T1", 8}}};
}

struct Fault {
    std::function<void(Platform&)> make;
    std::string message; ///< a part of it
};

/// For sizes: processors in a row, each linked to the next.
Platform chain(std::size_t processors) {
    Platform platform;
    for (std::size_t p = 0; p < processors; ++p) {
        platform.processors.push_back({"P" + std::to_string(p), 1});
        if (p > 0) {
            platform.links.push_back({p - 1, p, 1, {}});
        }
    }
    platform.masters = {0};
    return platform;
}

} // namespace

TEST(SteadyPlatform, ExamplesAreValid) {
    EXPECT_NO_THROW(require_valid(two_parts()));
    EXPECT_NO_THROW(require_valid(toy_example()));
    EXPECT_NO_THROW(require_valid(seventeen_example()));
    EXPECT_EQ(toy_example().platform.links.size(), 10U);
    EXPECT_EQ(seventeen_example().platform.links.size(), 50U);
}

TEST(SteadyPlatform, EveryFaultIsNamed) {
    const std::vector<Fault> faults = {
        {[](Platform& p) { p = {}; }, "no processor"},
        {[](Platform& p) { p.masters.clear(); }, "no master"},
        {[](Platform& p) { p.masters = {5}; }, "masters[0]: number 5 of 5"},
        {[](Platform& p) {
             p.masters = {1, 0, 1};
         },
         "masters[2]: 'B' is there twice"},
        {[](Platform& p) { p.processors[3].name = "B"; }, "processors[1] and processors[3] are both called 'B'"},
        {[](Platform& p) { p.processors[3].name = ""; }, "processors[3] has an empty name"},
        {[](Platform& p) { p.processors[3].w = 0; }, "processors[3] 'C': w must be positive, not 0"},
        {[](Platform& p) { p.processors[3].w = Rational(-1, 2); }, "must be positive, not -1/2"},
        {[](Platform& p) { p.resources[0].name = ""; }, "resources[0] has an empty name"},
        {[](Platform& p) {
             p.resources.push_back({"bus", 1});
         },
         "both called 'bus'"},
        {[](Platform& p) { p.resources[0].c = -1; }, "resources[0] 'bus': c must be positive, not -1"},
        {[](Platform& p) { p.links[1].from = 9; }, "links[1].from: number 9 of 5"},
        {[](Platform& p) { p.links[1].to = 9; }, "links[1].to: number 9 of 5"},
        {[](Platform& p) { p.links[0].to = 0; }, "link A->A leads from a processor to itself"},
        {[](Platform& p) { p.links.push_back(p.links[2]); }, "link B->C is there twice"},
        {[](Platform& p) { p.links[2].c = 0; }, "link B->C: c must be positive, not 0"},
        {[](Platform& p) { p.links[2].resources = {1}; }, "link B->C: resource: number 1 of 1"},
        {[](Platform& p) {
             p.links[2].resources = {0, 0};
         },
         "link B->C: resource 'bus' is there twice"},
        {[](Platform& p) { p.times[0].processor = 5; }, "times[0].processor: number 5 of 5"},
        {[](Platform& p) { p.times[0].time = 0; }, "time of 'T1' on 'D' must be positive, not 0"},
        {[](Platform& p) { p.times[1].processor = 2; }, "time of 'T1' on 'D' is there twice"},
    };
    for (const Fault& fault : faults) {
        Platform platform = two_parts();
        fault.make(platform);
        EXPECT_THAT(test::message_of<InvalidInput>([&] { require_valid(platform); }), HasSubstr(fault.message));
    }
}

TEST(SteadyPlatform, ThatAProcessorCannotDoATaskIsValid) {
    Platform platform = two_parts();
    platform.times[0].time.reset();
    EXPECT_NO_THROW(require_valid(platform));
}

TEST(SteadyPlatform, FilesGoAlongLinksOnly) {
    EXPECT_THAT(reachable(two_parts()), ElementsAre(true, true, false, true, false));
    Platform two_masters = two_parts();
    two_masters.masters = {3, 2};
    EXPECT_THAT(reachable(two_masters), ElementsAre(false, false, true, true, true));
}

TEST(SteadyPlatform, MastersHoldTheInput) {
    Platform platform = two_parts();
    platform.masters = {3, 2};
    EXPECT_TRUE(is_master(platform, 2));
    EXPECT_TRUE(is_master(platform, 3));
    EXPECT_FALSE(is_master(platform, 0));
}

TEST(SteadyPlatform, LargePlatformsAreNoProblem) {
    const Platform platform = chain(100'000);
    EXPECT_NO_THROW(require_valid(platform));
    EXPECT_THAT(reachable(platform), Each(true));
}

} // namespace tangram::model::steady_state
