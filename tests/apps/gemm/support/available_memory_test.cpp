#include "apps/gemm/support/available_memory.hpp"

#include "tests/apps/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

using test::put;
using test::TemporaryFolder;

/// A root folder of a machine with 8 MiB available.
class AvailableMemory : public testing::Test {
  protected:
    void SetUp() override {
        put(root_ / "proc/meminfo", "MemTotal:  16384 kB\nMemFree:  4096 kB\nMemAvailable:   8192 kB\n");
    }
    TemporaryFolder root_;
};

TEST_F(AvailableMemory, IsTheMachinesWithoutControlGroups) {
    EXPECT_EQ(available_memory(root_.path()), 8192 * 1024);
}

TEST_F(AvailableMemory, IsUnknownOnOtherSystems) {
    const TemporaryFolder empty;
    EXPECT_EQ(available_memory(empty.path()), std::nullopt);
}

TEST_F(AvailableMemory, KeepsToTheTightestLevelOfVersion2) {
    put(root_ / "proc/self/cgroup", "0::/user.slice/job\n");
    put(root_ / "sys/fs/cgroup/user.slice/memory.max", "5000\n");
    put(root_ / "sys/fs/cgroup/user.slice/memory.current", "2000\n");
    put(root_ / "sys/fs/cgroup/user.slice/job/memory.max", "max\n");
    put(root_ / "sys/fs/cgroup/user.slice/job/memory.current", "2000\n");
    EXPECT_EQ(available_memory(root_.path()), 3000);
}

TEST_F(AvailableMemory, CountsThePageCacheAsFree) {
    put(root_ / "proc/self/cgroup", "0::/\n");
    put(root_ / "sys/fs/cgroup/memory.max", "5000\n");
    put(root_ / "sys/fs/cgroup/memory.current", "4900\n");
    put(root_ / "sys/fs/cgroup/memory.stat", "anon 1000\nactive_file 900\ninactive_file 3000\n");
    EXPECT_EQ(available_memory(root_.path()), 4000);
}

TEST_F(AvailableMemory, ReadsVersion1AmongItsOtherHierarchies) {
    put(root_ / "proc/self/cgroup", "9:name=systemd:/\n4:memory,hugetlb:/box\n3:cpuset:/\n0::/\n");
    put(root_ / "sys/fs/cgroup/memory/box/memory.limit_in_bytes", "7000\n");
    put(root_ / "sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1500\n");
    put(root_ / "sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file 500\n");
    EXPECT_EQ(available_memory(root_.path()), 6000);
}

TEST_F(AvailableMemory, SeesTheLimitOfAContainerBehindTheHostsPath) {
    put(root_ / "proc/self/cgroup", "4:memory:/docker/0123456789abcdef\n");
    put(root_ / "sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
    put(root_ / "sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n");
    EXPECT_EQ(available_memory(root_.path()), 6000);
}

TEST_F(AvailableMemory, IsZeroWhereUsageExceedsTheLimit) {
    put(root_ / "proc/self/cgroup", "0::/\n");
    put(root_ / "sys/fs/cgroup/memory.max", "5000\n");
    put(root_ / "sys/fs/cgroup/memory.current", "6000\n");
    EXPECT_EQ(available_memory(root_.path()), 0);
}

} // namespace
} // namespace tangram::apps
