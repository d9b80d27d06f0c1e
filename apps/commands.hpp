#pragma once

/// The command line: `tangram gemm | outer | machine | partition | policies | affinity`. Each command declares its
/// options on a CLI11 subcommand and returns what to run when it was chosen.

#include "apps/progress.hpp"
#include "apps/runtime.hpp"
#include "apps/speeds.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace tangram::apps {

/// Exit codes of the command.
enum ExitCode : int { success = 0, failure = 1, bad_input = 2, unavailable = 77 };

/// Runs a chosen command and returns its exit code. Throws tangram::Error.
using Command = std::function<int()>;

/// Which machine to simulate, and how.
struct SimulationOptions {
    std::string platform; ///< empty: the one that StarPU's variables name
    bool no_cpu = false;
    std::string scheduling_cost; ///< "0" or "1"; empty: what StarPU's variable says
};

/// Who simulates.
struct Simulator {
    /// Runs a command on a simulated machine and returns its exit code; nothing: commands run on this machine.
    std::function<int(const SimulationOptions&, const Command&)> run;
    std::string help; ///< on the machines that there are
};

Command add_gemm_command(CLI::App& app, const Simulator& simulator);
Command add_outer_command(CLI::App& app, const Simulator& simulator);
Command add_machine_command(CLI::App& app, const Simulator& simulator);
Command add_partition_command(CLI::App& app);
Command add_policies_command(CLI::App& app);
Command add_affinity_command(CLI::App& app);

/// Parses the command line, runs the command, turns errors into one line on
/// stderr. Returns the exit code. The simulated program names who simulates.
int run_command_line(int argc, char** argv, const Simulator& simulator = {});

/// Runs a command; errors become one line on stderr and an exit code. So does a
/// stdout that does not take what was written, and an abort of StarPU's.
int run_guarded(const Command& command);

/// Of a Runtime that warns on stderr. A program that StarPU ends says one line more and has an exit code of ours, and
/// so ends one that waits in vain; progress, if given, ends before. Empty texts: as RuntimeOptions has it. Throws
/// InvalidInput as CpuGroups::from_string does.
RuntimeOptions runtime_options(const std::string& sched, const std::string& cpu_groups, Progress* progress = nullptr);

/// A command on this machine, or on a simulated one: then its options get those
/// that say which.
Command on_machine(CLI::App& command_options, const Simulator& simulator, const Command& command);

/// The tile size if --tile is not given, and what the help says of it. 0: chosen
/// from the sizes and workers.
std::int64_t default_tile();
std::string default_tile_text();

/// What an option's value must be: a whole number in an interval.
CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest = std::numeric_limits<std::int64_t>::max());

/// What an option's value must be: a number, but not an infinite one or NaN.
CLI::Validator finite_number();

/// What a name must be. An empty one is a script's unset variable, and no choice.
CLI::Validator not_empty();

/// Of --progress: auto, always or never.
ProgressMode to_progress_mode(const std::string& name);

/// A line about what is going on, on stderr.
Notify notify_on_stderr();

/// Writes JSON or other text to a file, or to stdout for "-".
void write_output(const std::string& path, const std::string& text);

} // namespace tangram::apps
