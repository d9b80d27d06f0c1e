#pragma once

/// How much memory this process can still take. It is asked before a large matrix is allocated: Linux
/// grants it all the same and kills the process when the pages are touched.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace tangram::apps {

/// Bytes that this process can still take without swapping: the least of
/// MemAvailable in /proc/meminfo, of what the memory limits of its control
/// groups (v1 and v2, at every level) leave, page cache counting as free, and of
/// what its own limits on address space and data (`ulimit -v`, `ulimit -d`)
/// leave beside library_reserve(). nullopt where the system does not say. Memory
/// that was allocated and never touched counts as available but under the limits
/// of the process. `root` is where /proc and /sys are.
std::optional<std::uint64_t> available_memory(const std::filesystem::path& root = "/");

/// Bytes of address space that libraries still take when this process has so many threads: none once all threads run.
/// Before, 256 MiB for the drivers of devices, and for each thread to come 128 MiB: its stack (8), glibc's arena (64)
/// and OpenBLAS's buffer (32), which OpenBLAS would ask for again and again where there is no room. StarPU and OpenMP
/// each start a thread for each processor, drivers start two.
std::uint64_t library_reserve(std::uint64_t threads);

} // namespace tangram::apps
