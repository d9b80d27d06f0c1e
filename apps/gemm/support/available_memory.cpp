#include "apps/gemm/support/available_memory.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;
using Bytes = std::optional<std::uint64_t>;

/// The lesser of two amounts, of which either may be unknown.
Bytes least(Bytes a, Bytes b) {
    return a && b ? std::min(a, b) : a ? a : b;
}

/// The number that a file consists of; nullopt if there is none ("max").
Bytes number_in(const fs::path& file) {
    std::ifstream stream(file);
    std::uint64_t number = 0;
    return stream >> number ? Bytes(number) : std::nullopt;
}

/// The number behind `key` in a file of lines "key number ...".
Bytes number_behind(std::string_view key, const fs::path& file) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string word;
        std::uint64_t number = 0;
        if (words >> word >> number && word == key) {
            return number;
        }
    }
    return std::nullopt;
}

Bytes left_on_machine(const fs::path& root) {
    const Bytes kibibytes = number_behind("MemAvailable:", root / "proc/meminfo");
    return kibibytes ? Bytes(*kibibytes * 1024) : std::nullopt;
}

/// The names of the files in which one version of control groups keeps its account.
struct Account {
    const char* limit;
    const char* usage;
    const char* inactive_cache;
    const char* active_cache;
};
constexpr Account version1 = {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file",
                              "total_active_file"};
constexpr Account version2 = {"memory.max", "memory.current", "inactive_file", "active_file"};

/// What one group leaves. Its usage includes the page cache, which the kernel
/// gives back when asked: having read a large file must not look like having no memory.
Bytes left_in_group(const fs::path& group, const Account& account) {
    const Bytes limit = number_in(group / account.limit);
    const Bytes usage = number_in(group / account.usage);
    if (!limit || !usage) {
        return std::nullopt;
    }
    const std::uint64_t cache = number_behind(account.inactive_cache, group / "memory.stat").value_or(0) +
                                number_behind(account.active_cache, group / "memory.stat").value_or(0);
    const std::uint64_t taken = *usage - std::min(cache, *usage);
    return *limit - std::min(taken, *limit);
}

/// Limits bind at every level of the hierarchy. Levels that cannot be seen (in a
/// container the path may be the host's) say nothing.
Bytes left_in_hierarchy(const fs::path& mount, const fs::path& group, const Account& account) {
    Bytes left = left_in_group(mount, account);
    fs::path level = mount;
    for (const fs::path& name : group.relative_path()) {
        left = least(left, left_in_group(level /= name, account));
    }
    return left;
}

/// Lines of /proc/self/cgroup are "id:controllers:path"; version 2 has id 0 and no controllers.
Bytes left_in_control_groups(const fs::path& root) {
    Bytes left;
    std::ifstream stream(root / "proc/self/cgroup");
    for (std::string id, controllers, path;
         std::getline(stream, id, ':') && std::getline(stream, controllers, ':') && std::getline(stream, path);) {
        if (controllers.empty()) {
            left = least(left, left_in_hierarchy(root / "sys/fs/cgroup", path, version2));
        } else if (("," + controllers + ",").find(",memory,") != std::string::npos) {
            left = least(left, left_in_hierarchy(root / "sys/fs/cgroup/memory", path, version1));
        }
    }
    return left;
}

/// The soft limit in a line of /proc/self/limits, "NAME  SOFT  HARD  UNITS"; nullopt if it is "unlimited".
Bytes limit_called(std::string_view name, const fs::path& root) {
    std::ifstream stream(root / "proc/self/limits");
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(name)) {
            std::istringstream words(line.substr(name.size()));
            std::uint64_t bytes = 0;
            return words >> bytes ? Bytes(bytes) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// /proc/self/statm counts pages: all, resident, shared, code, libraries, data and stack.
Bytes left_to_process(const LibraryReserve& reserve, const fs::path& root) {
    std::ifstream stream(root / "proc/self/statm");
    std::array<std::uint64_t, 6> pages{};
    for (std::uint64_t& number : pages) {
        if (!(stream >> number)) {
            return std::nullopt;
        }
    }
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const auto left = [&](std::string_view limit, std::uint64_t used, std::uint64_t reserved) {
        const Bytes bytes = limit_called(limit, root);
        return bytes ? Bytes(*bytes - std::min(*bytes, used * page + reserved)) : std::nullopt;
    };
    return least(left("Max address space", pages[0], reserve.address_space),
                 left("Max data size", pages[5], reserve.data));
}

} // namespace

LibraryReserve library_reserve(const ThreadsToCome& threads) {
    constexpr std::uint64_t drivers = std::uint64_t{256} << 20;
    const std::uint64_t allocating = threads.with_blas + threads.allocating;
    const std::uint64_t data = drivers + thread_stack * (allocating + threads.others) + blas_buffer * threads.with_blas;
    return {.address_space = data + kept_arena * allocating, .data = data};
}

Bytes available_memory(const LibraryReserve& reserve, const fs::path& root) {
    return least(least(left_on_machine(root), left_in_control_groups(root)), left_to_process(reserve, root));
}

bool can_allocate(std::size_t bytes) {
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    munmap(memory, bytes);
    return true;
}

} // namespace tangram::apps
