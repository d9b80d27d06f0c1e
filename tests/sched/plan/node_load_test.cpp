#include "sched/plan/node_load.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tangram::sched {
namespace {

TEST(NodeLoad, TransfersComeBeforeWorkOrBehindIt) {
    const NodeLoad load{.work = 10, .in = 60, .out = 30, .exposed = 5, .bandwidth = 10};
    EXPECT_EQ(load.seconds_one_after_another(), 10 + 6);
    EXPECT_EQ(load.seconds_overlapped(), 10 + 0.5);
}

TEST(NodeLoad, WorkHidesNoMoreThanItTakes) {
    EXPECT_EQ((NodeLoad{.work = 1, .in = 60, .out = 30, .bandwidth = 10}.seconds_overlapped()), 6);
    EXPECT_EQ((NodeLoad{.work = 1, .in = 30, .out = 60, .bandwidth = 10}.seconds_overlapped()), 6)
        << "both ways at once";
}

TEST(NodeLoad, IsWorkAloneWhereNoLinkCounts) {
    const NodeLoad load{.work = 1, .in = 60, .out = 30, .exposed = 90};
    EXPECT_EQ(load.seconds_one_after_another(), 1);
    EXPECT_EQ(load.seconds_overlapped(), 1);
}

TEST(BandwidthFromRam, IsUnlimitedAtHomeAndWhereNobodyMeasured) {
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    MemoryNode home;
    home.is_home = true;
    MemoryNode device;
    device.id = 1;
    EXPECT_EQ(bandwidth_from_ram({{0, 1, 5}, {1, 0, 7}}, device), 5);
    EXPECT_EQ(bandwidth_from_ram({{1, 0, 7}}, device), unlimited);
    EXPECT_EQ(bandwidth_from_ram({{0, 1, 5}}, home), unlimited);
}

} // namespace
} // namespace tangram::sched
