/// Ends the program where OpenBLAS, when it is loaded, would ask for memory without end. OpenBLAS takes a buffer for
/// each processor then, and where it gets none, as under a small `ulimit -v`, it asks again (OpenBLAS 0.3.21,
/// blas_memory_alloc). The check therefore runs before all constructors, from the program's .preinit_array, which a
/// library cannot have: nothing of C++ is ready, and no memory is allocated. Sanitizers need all address space, and
/// have their own entries there.

#ifndef __SANITIZE_ADDRESS__
#ifndef __SANITIZE_THREAD__

#include "apps/command/run_guarded.hpp"
#include "apps/gemm/support/available_memory.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

constexpr rlim_t other_libraries = rlim_t{32} << 20;
constexpr rlim_t megabyte = 1'000'000;

/// Threads that OpenBLAS expects: one for each processor, though this process may use fewer, or OMP_NUM_THREADS; 128 at
/// most, as Debian builds it.
rlim_t buffers(char** environment) {
    constexpr std::string_view variable = "OMP_NUM_THREADS=";
    constexpr long most = 128;
    const long processors = std::clamp(sysconf(_SC_NPROCESSORS_CONF), 1L, most);
    for (; *environment != nullptr; ++environment) {
        if (std::string_view(*environment).starts_with(variable)) {
            const long threads = std::atol(*environment + variable.size());
            return static_cast<rlim_t>(threads > 0 ? std::min(threads, processors) : processors);
        }
    }
    return static_cast<rlim_t>(processors);
}

/// What /proc/self/statm counts as used.
struct UsedMemory {
    rlim_t address_space = 0; ///< bytes
    rlim_t data = 0;          ///< bytes, with stacks
};

/// Zeros where it is not known.
UsedMemory used_memory() {
    std::array<char, 256> text{};
    const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const bool is_read = file >= 0 && read(file, text.data(), text.size() - 1) > 0;
    if (file >= 0) {
        close(file);
    }
    std::array<rlim_t, 6> pages{}; // all, resident, shared, code, libraries, data and stack
    char* next = text.data();
    for (rlim_t& number : pages) {
        number = is_read ? std::strtoull(next, &next, 10) : 0;
    }
    const auto page = static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
    return {.address_space = pages[0] * page, .data = pages[5] * page};
}

void check_limit(int resource, const char* option, rlim_t used, rlim_t count) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return;
    }
    const rlim_t left = limit.rlim_cur - std::min(limit.rlim_cur, used);
    const rlim_t needed = count * blas_buffer + other_libraries;
    if (left >= needed) {
        return;
    }
    std::array<char, 512> line{};
    const int length = std::snprintf(
        line.data(), line.size(),
        "%s: error: out of memory: the limit on this process (ulimit %s) leaves %llu MB; OpenBLAS's buffers for %llu "
        "threads and other libraries need %llu MB: raise the limit, or lower OMP_NUM_THREADS\n",
        TANGRAM_PROGRAM, option, static_cast<unsigned long long>(left / megabyte),
        static_cast<unsigned long long>(count), static_cast<unsigned long long>(needed / megabyte));
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), static_cast<std::size_t>(length));
    _exit(ExitCode::unavailable);
}

void check_memory(int /*count*/, char** /*arguments*/, char** environment) {
    const UsedMemory used = used_memory();
    const rlim_t count = buffers(environment);
    check_limit(RLIMIT_AS, "-v", used.address_space, count);
    check_limit(RLIMIT_DATA, "-d", used.data, count);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const before_constructors)(int, char**, char**) = check_memory;

} // namespace

} // namespace tangram::apps

#endif
#endif
