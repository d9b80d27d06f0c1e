#pragma once

/// The command line: `tangram gemm | outer | machine | partition | policies | affinity | steady | exchange`. Each
/// command declares its options on a CLI11 subcommand and returns what to run when it was chosen.

#include "apps/command/run_guarded.hpp"
#include "apps/command/simulator.hpp"

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

Command add_gemm_command(CLI::App& app, const Simulator& simulator);
Command add_outer_command(CLI::App& app, const Simulator& simulator);
Command add_machine_command(CLI::App& app, const Simulator& simulator);
Command add_partition_command(CLI::App& app);
Command add_policies_command(CLI::App& app);
Command add_affinity_command(CLI::App& app);
Command add_exchange_command(CLI::App& app);
Command add_steady_command(CLI::App& app, const Simulator& simulator);

/// Parses the command line, runs the command, turns errors into one line on
/// stderr. Returns the exit code. The simulated program gives its simulator.
int run_command_line(int argc, char** argv, const Simulator& simulator = {});

} // namespace tangram::apps
