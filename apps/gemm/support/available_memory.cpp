#include "apps/gemm/support/available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

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

} // namespace

Bytes available_memory(const fs::path& root) {
    return least(left_on_machine(root), left_in_control_groups(root));
}

} // namespace tangram::apps
