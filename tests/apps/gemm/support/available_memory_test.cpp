#include "apps/gemm/support/available_memory.hpp"

#include "tests/apps/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include <unistd.h>

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
    EXPECT_EQ(available_memory({}, root_.path()), 8192 * 1024);
}

TEST_F(AvailableMemory, IsUnknownOnOtherSystems) {
    const TemporaryFolder empty;
    EXPECT_EQ(available_memory({}, empty.path()), std::nullopt);
}

TEST_F(AvailableMemory, KeepsToTheTightestLevelOfVersion2) {
    put(root_ / "proc/self/cgroup", "0::/user.slice/job\n");
    put(root_ / "sys/fs/cgroup/user.slice/memory.max", "5000\n");
    put(root_ / "sys/fs/cgroup/user.slice/memory.current", "2000\n");
    put(root_ / "sys/fs/cgroup/user.slice/job/memory.max", "max\n");
    put(root_ / "sys/fs/cgroup/user.slice/job/memory.current", "2000\n");
    EXPECT_EQ(available_memory({}, root_.path()), 3000);
}

TEST_F(AvailableMemory, CountsThePageCacheAsFree) {
    put(root_ / "proc/self/cgroup", "0::/\n");
    put(root_ / "sys/fs/cgroup/memory.max", "5000\n");
    put(root_ / "sys/fs/cgroup/memory.current", "4900\n");
    put(root_ / "sys/fs/cgroup/memory.stat", "anon 1000\nactive_file 900\ninactive_file 3000\n");
    EXPECT_EQ(available_memory({}, root_.path()), 4000);
}

TEST_F(AvailableMemory, ReadsVersion1AmongItsOtherHierarchies) {
    put(root_ / "proc/self/cgroup", "9:name=systemd:/\n4:memory,hugetlb:/box\n3:cpuset:/\n0::/\n");
    put(root_ / "sys/fs/cgroup/memory/box/memory.limit_in_bytes", "7000\n");
    put(root_ / "sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1500\n");
    put(root_ / "sys/fs/cgroup/memory/box/memory.stat", "total_inactive_file 500\n");
    EXPECT_EQ(available_memory({}, root_.path()), 6000);
}

TEST_F(AvailableMemory, SeesTheLimitOfAContainerBehindTheHostsPath) {
    put(root_ / "proc/self/cgroup", "4:memory:/docker/0123456789abcdef\n");
    put(root_ / "sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n");
    put(root_ / "sys/fs/cgroup/memory/memory.usage_in_bytes", "1000\n");
    EXPECT_EQ(available_memory({}, root_.path()), 6000);
}

TEST_F(AvailableMemory, IsZeroWhereUsageExceedsTheLimit) {
    put(root_ / "proc/self/cgroup", "0::/\n");
    put(root_ / "sys/fs/cgroup/memory.max", "5000\n");
    put(root_ / "sys/fs/cgroup/memory.current", "6000\n");
    EXPECT_EQ(available_memory({}, root_.path()), 0);
}

/// All numbers in bytes; 10 and 4 pages are used.
class LimitedProcess : public AvailableMemory {
  protected:
    void limit(const std::string& address_space, const std::string& data) {
        put(root_ / "proc/self/limits",
            "Limit                     Soft Limit           Hard Limit           Units     \n"
            "Max data size             " +
                data +
                "            unlimited            bytes     \n"
                "Max address space         " +
                address_space + "   unlimited            bytes     \n");
        put(root_ / "proc/self/statm", "10 3 2 1 0 4 0\n");
    }

    const std::uint64_t page_ = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
};

TEST_F(LimitedProcess, HasWhatItsLimitsLeave) {
    limit("500000", "unlimited");
    EXPECT_EQ(available_memory({}, root_.path()), 500000 - 10 * page_);
    limit("500000", "300000");
    EXPECT_EQ(available_memory({}, root_.path()), 300000 - 4 * page_);
    limit("5000", "unlimited");
    EXPECT_EQ(available_memory({}, root_.path()), 0);
    limit("unlimited", "unlimited");
    EXPECT_EQ(available_memory({}, root_.path()), 8192 * 1024);
}

TEST_F(LimitedProcess, LeavesTheReserve) {
    const LibraryReserve reserve{.address_space = 100000, .data = 50000};
    limit("500000", "unlimited");
    EXPECT_EQ(available_memory(reserve, root_.path()), 400000 - 10 * page_);
    limit("unlimited", "500000");
    EXPECT_EQ(available_memory(reserve, root_.path()), 450000 - 4 * page_);
    limit("100000", "unlimited");
    EXPECT_EQ(available_memory(reserve, root_.path()), 0);
    limit("unlimited", "unlimited");
    EXPECT_EQ(available_memory(reserve, root_.path()), 8192 * 1024) << "it is a part of limits only";
}

TEST(LibraryReserve, IsThatOfTheThreads) {
    constexpr std::uint64_t mebibyte = 1 << 20;
    EXPECT_EQ(library_reserve({.with_blas = 3}).address_space, (256 + 3 * (8 + 128 + 88)) * mebibyte);
    EXPECT_EQ(library_reserve({.allocating = 3}).address_space, (256 + 3 * (8 + 88)) * mebibyte);
    EXPECT_EQ(library_reserve({.others = 3}).address_space, (256 + 3 * 8) * mebibyte);
    const ThreadsToCome threads{.with_blas = 2, .allocating = 1, .others = 1};
    EXPECT_EQ(library_reserve(threads).data, (256 + 4 * 8 + 2 * 128) * mebibyte)
        << "unused addresses of arenas are no data";
}

} // namespace
} // namespace tangram::apps
