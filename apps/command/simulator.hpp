#pragma once

/// Commands that need a machine: they run on this one in `tangram`, on a simulated one in `tangram-sim`.

#include "apps/command/run_guarded.hpp"

#include <cstdint>
#include <functional>
#include <string>

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

/// What simulates, if anything does.
struct Simulator {
    /// Runs a command on a simulated machine and returns its exit code; empty: commands run on this machine.
    std::function<int(const SimulationOptions&, const Command&)> run;
    std::string help; ///< the platforms, for --help
};

/// Returns the command itself, or with a simulator the command on a simulated machine. Then it also declares the
/// options that choose the machine.
Command on_machine(CLI::App& command_options, const Simulator& simulator, const Command& command);

/// The tile size if --tile is not given (0: chosen from the sizes and workers), and its text in the help.
std::int64_t default_tile();
std::string default_tile_text();

} // namespace tangram::apps
