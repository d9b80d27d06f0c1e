#include "apps/command/simulator.hpp"

#include "apps/command/options.hpp"
#include "apps/gemm/machines/platform_description.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace tangram::apps {

void add_simulation_options(CLI::App& command, SimulationOptions& options) {
    command.add_flag("--no-cpu", options.no_cpu, "no CPU workers: only GPUs compute");
    command
        .add_option(
            "--scheduling-cost", options.scheduling_cost,
            "1: time spent inside the scheduling policy counts, and varies from run to run; 0: it does not count "
            "(default: STARPU_SIMGRID_SCHED_COST, else 0)")
        ->check(one_of({"0", "1"}));
}

Command on_machine(CLI::App& command_options, const Simulator& simulator, const Command& command) {
    if (!simulator.run) {
        return command;
    }
    const auto options = std::make_shared<SimulationOptions>();
    command_options.add_option("--platform", options->platform, "the machine to simulate (see below)")
        ->check(not_empty())
        ->type_name("NAME");
    command_options.footer(simulator.help + "\n" + command_options.get_footer());
    add_simulation_options(command_options, *options);
    return [options, run = simulator.run, command] { return run(*options, command); };
}

std::int64_t tile_for(std::optional<std::int64_t> given) {
    const std::int64_t tile = given.value_or(0);
    return tile == 0 && Runtime::is_simulated() ? simulated_tile() : tile;
}

std::string tile_text(std::string_view chosen_from) {
    return Runtime::is_simulated() ? "0: that of the platform (default 0)"
                                   : fmt::format("0: chosen from {} (default 0)", chosen_from);
}

} // namespace tangram::apps
