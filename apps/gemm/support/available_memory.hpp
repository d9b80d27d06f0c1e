#pragma once

/// How much memory this process can still take. It is asked before a large matrix is allocated: Linux
/// grants it all the same and kills the process when the pages are touched.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tangram::apps {

/// Bytes that libraries will take of a process's limits.
struct LibraryReserve {
    std::uint64_t address_space = 0;
    std::uint64_t data = 0;
};

/// Before the libraries start: 256 MiB for the drivers of devices, and for each thread to come its stack (8 MiB) and
/// OpenBLAS's buffer (32 MiB), which OpenBLAS would ask for again and again where there is no room. Threads that
/// allocate have an arena of glibc's, too: 64 MiB of addresses, and some to align it (88 in all); little becomes data.
LibraryReserve library_reserve(std::uint64_t allocating_threads, std::uint64_t other_threads);

/// Bytes that this process can still take without swapping: the least of
/// MemAvailable in /proc/meminfo, of what the memory limits of its control
/// groups (v1 and v2, at every level) leave, page cache counting as free, and of
/// what its own limits on address space and data (`ulimit -v`, `ulimit -d`)
/// leave beside the reserve. nullopt where the system does not say. Memory
/// that was allocated and never touched counts as available but under the limits
/// of the process. `root` is where /proc and /sys are.
std::optional<std::uint64_t> available_memory(const LibraryReserve& reserve = {},
                                              const std::filesystem::path& root = "/");

} // namespace tangram::apps
