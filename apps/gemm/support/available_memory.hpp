#pragma once

/// How much memory this process can still take. It is asked before a large matrix is allocated: Linux
/// grants it all the same and kills the process when the pages are touched.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace tangram::apps {

/// Bytes that libraries will take of a process's limits.
struct LibraryReserve {
    std::uint64_t address_space = 0;
    std::uint64_t data = 0;
};

/// Threads that libraries will start.
struct ThreadsToCome {
    std::uint64_t with_blas = 0; ///< which call OpenBLAS, and allocate
    std::uint64_t allocating = 0;
    std::uint64_t others = 0;
};

/// Bytes of OpenBLAS's buffer for a thread (0.3.21 as Debian builds it). Where there is no room it asks again and
/// again.
constexpr std::uint64_t blas_buffer = std::uint64_t{128} << 20;

/// Bytes of a thread's stack, as the usual `ulimit -s` makes it.
constexpr std::uint64_t thread_stack = std::uint64_t{8} << 20;

/// Bytes of addresses that glibc asks for when a thread first allocates, to cut 64 MiB out of them where they are
/// aligned, and those that it keeps, with what they need around them. Little becomes data.
constexpr std::uint64_t new_arena = std::uint64_t{128} << 20;
constexpr std::uint64_t kept_arena = std::uint64_t{88} << 20;

/// Before the libraries start: 256 MiB for the drivers of devices, for each thread its stack, a buffer for each that
/// calls OpenBLAS, and an arena for each that allocates.
LibraryReserve library_reserve(const ThreadsToCome& threads);

/// Bytes that this process can still take without swapping: the least of
/// MemAvailable in /proc/meminfo, of what the memory limits of its control
/// groups (v1 and v2, at every level) leave, page cache counting as free, and of
/// what its own limits on address space and data (`ulimit -v`, `ulimit -d`)
/// leave beside the reserve. nullopt where the system does not say. Memory
/// that was allocated and never touched counts as available but under the limits
/// of the process. `root` is where /proc and /sys are.
std::optional<std::uint64_t> available_memory(const LibraryReserve& reserve = {},
                                              const std::filesystem::path& root = "/");

/// Whether this process's limits on address space and data let it have so many bytes more; they are not kept.
bool can_allocate(std::size_t bytes);

} // namespace tangram::apps
