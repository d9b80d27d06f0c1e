/// tangram-s4u: `tangram exchange` on processes that SimGrid simulates, in place of the event simulator.

#include "apps/command/command_exchange.hpp"
#include "apps/command/command_line.hpp"
#include "apps/command/exchange_arguments.hpp"
#include "apps/command/exchange_runs.hpp"
#include "apps/command/output.hpp"
#include "cluster/s4u/cluster.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <variant>

namespace tangram::apps {

namespace {

/// SimGrid's engine can be started once: it serves all runs.
Simulate simulated_by_simgrid(const ExchangeArguments& arguments) {
    const simulation::Machine machine = simulated_machine(arguments);
    const auto cluster = std::make_shared<s4u::Cluster>(machine, arguments.processes);
    return [cluster, machine](const solver::Problem& problem, const solver::Options& options,
                              const simulation::Watch& watch) {
        return cluster->simulate(problem, options, machine.thread, watch);
    };
}

int run(int argc, char** argv) {
    reserve_standard_streams();
    CLI::App app("Tangram on processes that SimGrid simulates", std::string(program_name()));
    declare_program(app, fmt::format("{} {} ({})", program_name(), TANGRAM_VERSION, s4u::simgrid_version()));
    const Commands commands{{"exchange", add_exchange_command(app, {s4u::simgrid_version(), simulated_by_simgrid})}};
    const Chosen chosen = parse(app, commands, argc, argv);
    const int* const code = std::get_if<int>(&chosen);
    return code != nullptr ? *code : run_guarded(std::get<Command>(chosen));
}

} // namespace

} // namespace tangram::apps

int main(int argc, char** argv) {
    return tangram::apps::run(argc, argv);
}
