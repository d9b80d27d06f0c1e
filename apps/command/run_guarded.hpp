#pragma once

/// How a command ends: with an exit code and, after an error, one line on stderr.

#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/progress.hpp"

#include <functional>
#include <string>

namespace tangram::apps {

/// Exit codes of the command.
enum ExitCode : int { success = 0, failure = 1, bad_input = 2, unavailable = 77 };

/// Runs a chosen command and returns its exit code. Throws tangram::Error.
using Command = std::function<int()>;

/// Runs a command; errors become one line on stderr and an exit code. So do an abort in StarPU and a stdout that
/// cannot be written to.
int run_guarded(const Command& command);

/// The options of a Runtime that warns on stderr and ends the program with one line and an exit code where StarPU
/// aborts, or where the Runtime gives up waiting; `progress`, if given, ends before that line. Empty texts stand for
/// the defaults of RuntimeOptions. Takes TANGRAM_REPORT, which is for other programs, out of the environment. Throws
/// InvalidInput as CpuGroups::from_string does.
RuntimeOptions runtime_options(const std::string& sched, const std::string& cpu_groups, Progress* progress = nullptr);

} // namespace tangram::apps
