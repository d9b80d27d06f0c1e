#pragma once

/// How much memory this process can still take. It is asked before a large matrix is allocated: Linux
/// grants it all the same and kills the process when the pages are touched.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tangram::apps {

/// Bytes that this process can still take without swapping: the least of
/// MemAvailable in /proc/meminfo and of what the memory limits of its control
/// groups (v1 and v2, at every level) leave, page cache counting as free.
/// nullopt where the system does not say. Memory that was allocated and never
/// touched counts as available. `root` is where /proc and /sys are.
std::optional<std::uint64_t> available_memory(const std::filesystem::path& root = "/");

} // namespace tangram::apps
