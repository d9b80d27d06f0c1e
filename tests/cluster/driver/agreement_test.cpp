#include "in_process.hpp"

#include "cluster/driver/agreement.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tangram::driver {

namespace {

constexpr std::int64_t all_work = 10;

/// Two processes that share the work.
struct Scene {
    test::Alarm alarm;
    test::SharedRounds shared{2};
    test::RoundsOfOne first_rounds{shared, alarm};
    test::RoundsOfOne second_rounds{shared, alarm};
    Agreement first{first_rounds, all_work};
    Agreement second{second_rounds, all_work};

    /// A round in which they take part with these counts.
    bool ends(const Agreement::Counts& of_first, const Agreement::Counts& of_second) {
        first.take_part(of_first);
        second.take_part(of_second);
        const bool is_end = first.is_end();
        EXPECT_EQ(second.is_end(), is_end);
        return is_end;
    }
};

} // namespace

TEST(Agreement, NeedsTwoRoundsWithTheSameSums) {
    Scene scene;
    EXPECT_FALSE(scene.ends({7, 2, 1}, {3, 1, 2}));
    EXPECT_TRUE(scene.ends({7, 2, 1}, {3, 1, 2}));
}

TEST(Agreement, IsNoneWhileWorkIsLeft) {
    Scene scene;
    for (int round = 0; round < 3; ++round) {
        EXPECT_FALSE(scene.ends({6, 0, 0}, {3, 0, 0}));
    }
}

TEST(Agreement, IsNoneWhileAPacketIsUnderWay) {
    Scene scene;
    for (int round = 0; round < 3; ++round) {
        EXPECT_FALSE(scene.ends({7, 2, 0}, {3, 0, 1}));
    }
}

// The first one takes part before it receives a packet and sends two, of which the second one receives one before it
// takes part itself: as many were sent as received, by what both counted, but a packet is under way.
TEST(Agreement, IsNotFooledByAPacketBetweenTwoLooks) {
    Scene scene;
    EXPECT_FALSE(scene.ends({7, 0, 0}, {3, 1, 1}));
    EXPECT_FALSE(scene.ends({7, 2, 1}, {3, 1, 1}));
    EXPECT_FALSE(scene.ends({7, 2, 1}, {3, 1, 2})) << "it has come, but the round before had other sums";
    EXPECT_TRUE(scene.ends({7, 2, 1}, {3, 1, 2}));
}

TEST(Agreement, WaitsForAll) {
    Scene scene;
    EXPECT_FALSE(scene.first.is_end()) << "takes part in no round";
    scene.first.take_part({7, 0, 0});
    EXPECT_FALSE(scene.first.is_end());
    scene.first.take_part({99, 99, 0}); // changes nothing
    scene.second.take_part({3, 0, 0});
    EXPECT_FALSE(scene.second.is_end()) << "one round";
    EXPECT_FALSE(scene.first.is_end());
    EXPECT_TRUE(scene.ends({7, 0, 0}, {3, 0, 0}));
}

} // namespace tangram::driver
