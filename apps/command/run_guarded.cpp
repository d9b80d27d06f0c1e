#include "apps/command/run_guarded.hpp"

#include "apps/command/output.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "base/error.hpp"
#include "sched/policies/settings.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string_view>
#include <system_error>

#include <sys/resource.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

bool is_limited(int resource) {
    rlimit limit{};
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Whether this process's limits do not let it have the stacks of two more threads. SimGrid, which makes one for each
/// simulated thread, aborts then.
bool is_out_of_addresses() {
    constexpr std::size_t stacks = std::size_t{16} << 20;
    if (!is_limited(RLIMIT_AS) && !is_limited(RLIMIT_DATA)) {
        return false;
    }
    return !can_allocate(stacks);
}

/// StarPU ends a program that it cannot go on with, as after a fault of a GPU's kernel, by its own lines and an abort.
/// No core is left then; a debugger still stops before this.
extern "C" void report_abort(int /*signal*/) {
    const auto print = [](std::string_view text) {
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    };
    print(program_name());
    if (is_out_of_addresses()) {
        print(": error: out of memory: the limits on this process (ulimit -v, ulimit -d) leave no room for the stacks "
              "of threads\n");
        std::_Exit(ExitCode::unavailable);
    }
    print(": error: the run was aborted; the lines above, if any, say why\n");
    std::_Exit(ExitCode::failure);
}

void report_aborts() {
    std::signal(SIGABRT, report_abort);
}

/// A write beyond the limit on files (ulimit -f) then fails, and is reported. The signal is blocked, for this thread
/// and those to come, rather than ignored, as LLVM, which PoCL loads, installs a handler of its own.
void block_file_limit_signal() {
    sigset_t signals{};
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

/// Buffered text may still fail to be written; std::cout, which CLI11 prints to, has kept its failure to itself.
void flush_output() {
    if (std::fflush(stdout) != 0) {
        throw RunFailure(fmt::format("cannot write to stdout: {}", std::generic_category().message(errno)));
    }
    if (std::ferror(stdout) != 0 || !std::cout) {
        throw RunFailure("cannot write to stdout");
    }
}

} // namespace

int run_guarded(const Command& command) {
    report_aborts();
    block_file_limit_signal();
    try {
        const int code = command();
        if (code == ExitCode::success) { // what has failed has said so
            flush_output();
        }
        return code;
    } catch (const InvalidInput& error) {
        print_error(error.what());
        return ExitCode::bad_input;
    } catch (const Unavailable& error) {
        print_error(error.what());
        return ExitCode::unavailable;
    } catch (const std::bad_alloc&) {
        print_error(
            "out of memory: make the problem smaller, or raise the limits on memory, if there are any (ulimit -v, "
            "ulimit -d, control groups)");
        return ExitCode::unavailable;
    } catch (const std::system_error& error) { // fmt::print throws it too
        print_error(std::ferror(stdout) != 0 ? fmt::format("cannot write to stdout: {}", error.code().message())
                                             : error.what());
        return ExitCode::failure;
    } catch (const std::exception& error) {
        print_error(error.what());
        return ExitCode::failure;
    }
}

RuntimeOptions runtime_options(const std::string& sched, const std::string& cpu_groups, Progress* progress) {
    unsetenv(sched::report_setting.variable.data()); // on other programs' tasks; here there are none (check_outputs)
    RuntimeOptions options;
    options.sched = sched;
    options.notify = notify_on_stderr();
    // Again, as the OpenCL driver PoCL, where it is installed, lets LLVM replace our signal handler.
    options.started = report_aborts;
    options.give_up = [progress](const std::string& line) {
        if (progress != nullptr) {
            progress->end();
        }
        print_error(line);
        std::_Exit(ExitCode::failure); // StarPU could not be shut down
    };
    if (!cpu_groups.empty()) {
        options.cpu_groups = CpuGroups::from_string(cpu_groups);
        if (Runtime::is_simulated()) {
            throw InvalidInput("--cpu-groups has no meaning here: the platform says what a simulated CPU worker is");
        }
    }
    return options;
}

} // namespace tangram::apps
