/// Refuses limits, and values of OMP_NUM_THREADS, under which libraries hang while they are loaded, or crash later.
///
/// OpenBLAS takes a buffer for each processor when it is loaded, and where it gets none, as under a small `ulimit -v`,
/// it asks again (OpenBLAS 0.3.21, blas_memory_alloc). The check of memory must therefore run before all constructors,
/// from the program's .preinit_array, which a library cannot have: nothing of C++ is ready, and no memory is allocated.
/// The others are there because commands fill matrices, with OpenMP's threads, before StarPU starts. Sanitizers need
/// all address space, and have their own entries there.

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
constexpr rlim_t kilobyte = 1024; // as ulimit counts

/// OMP_NUM_THREADS; 0 if it is not given, or no number.
long openmp_threads(char** environment) {
    constexpr std::string_view variable = "OMP_NUM_THREADS=";
    for (; *environment != nullptr; ++environment) {
        if (std::string_view(*environment).starts_with(variable)) {
            return std::atol(*environment + variable.size());
        }
    }
    return 0;
}

/// Threads that OpenBLAS expects: one for each processor, though this process may use fewer, or OMP_NUM_THREADS; 128 at
/// most, as Debian builds it.
rlim_t buffers(long threads) {
    constexpr long most = 128;
    const long processors = std::clamp(sysconf(_SC_NPROCESSORS_CONF), 1L, most);
    return static_cast<rlim_t>(threads > 0 ? std::min(threads, processors) : processors);
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

unsigned long long number(rlim_t value) {
    return value;
}

template <class... Values> [[noreturn]] void end(int exit_code, const char* format, Values... values) {
    std::array<char, 512> line{};
    const int length = std::snprintf(line.data(), line.size(), format, values...);
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), static_cast<std::size_t>(length));
    _exit(exit_code);
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
    end(ExitCode::unavailable,
        "%s: error: out of memory: the limit on this process (ulimit %s) leaves %llu MB; OpenBLAS's buffers for %llu "
        "threads and other libraries need %llu MB: raise the limit, or lower OMP_NUM_THREADS\n",
        TANGRAM_PROGRAM, option, number(left / megabyte), number(count), number(needed / megabyte));
}

/// For stacks of threads, whose size this limit is, and of the program.
void check_stack() {
    constexpr rlim_t needed = rlim_t{1} << 20;
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < needed) {
        end(ExitCode::unavailable, "%s: error: the limit on stacks (ulimit -s) is %llu kB: expected %llu kB or more\n",
            TANGRAM_PROGRAM, number(limit.rlim_cur / kilobyte), number(needed / kilobyte));
    }
}

/// OpenMP's library keeps some 100 bytes on the stack for each thread that it starts (libgomp 12, gomp_team_start).
void check_threads(long threads) {
    constexpr rlim_t bytes_each = 256;
    constexpr rlim_t usual_stack = rlim_t{8} << 20;
    rlimit limit{};
    const bool is_limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    const auto most = static_cast<long>((is_limited ? limit.rlim_cur : usual_stack) / bytes_each);
    if (threads > most) {
        end(ExitCode::bad_input,
            "%s: error: OMP_NUM_THREADS is %ld: expected at most %ld, for which the stack has room (ulimit -s)\n",
            TANGRAM_PROGRAM, threads, most);
    }
}

void check_at_start(int /*count*/, char** /*arguments*/, char** environment) {
    const long threads = openmp_threads(environment);
    check_stack();
    check_threads(threads);
    const UsedMemory used = used_memory();
    const rlim_t count = buffers(threads);
    check_limit(RLIMIT_AS, "-v", used.address_space, count);
    check_limit(RLIMIT_DATA, "-d", used.data, count);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const before_constructors)(int, char**, char**) = check_at_start;

} // namespace

} // namespace tangram::apps

#endif
#endif
