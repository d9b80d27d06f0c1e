#pragma once

/// Commands that need a machine: they run on this one in `tangram`, on a simulated one in `tangram-sim`.

#include "apps/command/run_guarded.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// Which machine to simulate, and how.
struct SimulationOptions {
    std::string platform; ///< empty: the one that StarPU's variables name
    bool no_cpu = false;
    std::string scheduling_cost; ///< "0" or "1"; empty: what StarPU's variable says
};

/// Declares the options that set these, all but the platform's.
void add_simulation_options(CLI::App& command, SimulationOptions& options);

/// What simulates, if anything does.
struct Simulator {
    /// Runs a command on a simulated machine and returns its exit code; empty: commands run on this machine.
    std::function<int(const SimulationOptions&, const Command&)> run;
    std::string help; ///< the platforms, for --help
};

/// Returns the command itself, or with a simulator the command on a simulated machine. Then it also declares the
/// options that choose the machine.
Command on_machine(CLI::App& command_options, const Simulator& simulator, const Command& command);

/// What --tile stands for; simulated, a tile that is not given, or 0, is that of the platform. 0: chosen from the sizes
/// and workers.
std::int64_t tile_for(std::optional<std::int64_t> given);

/// What --tile takes, for the help: with `chosen_from`, what a tile is chosen from on a real machine.
std::string tile_text(std::string_view chosen_from);

} // namespace tangram::apps
