#include "apps/mpi/nodes_arguments.hpp"

#include "apps/command/number_list.hpp"
#include "apps/command/options.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace tangram::apps {

void add_nodes_options(CLI::App& command, NodesArguments& a) {
    add_distributed_gemm_options(command, a.gemm);
    command
        .add_option("--nodes", a.nodes,
                    "zones of C for the processes: a partitioner for two dimensions (see `tangram partition`), columns "
                    "or block-cyclic:PxQ")
        ->check(not_empty())
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--node-speeds", a.node_speeds,
                    "speeds of the processes in any unit, as 4,2,1,1; auto: by the models of their kernels")
        ->check(not_empty())
        ->type_name("LIST")
        ->capture_default_str();
    command
        .add_option(
            "--window", a.window,
            "slices of tiles along k whose copies may be in a process's memory at a time; auto: all, or as many "
            "as half of the memory has room for")
        ->check(not_empty())
        ->type_name("W")
        ->capture_default_str();
    command.add_flag("--rebalance", a.rebalance,
                     "let zones follow the speeds that are measured, in the middle of a product, too, where that pays");
}

std::optional<std::size_t> given_window(const NodesArguments& arguments) {
    if (arguments.window == "auto") {
        return std::nullopt;
    }
    constexpr std::size_t longest = 1'000'000;
    const std::optional<std::size_t> slices = parsed<std::size_t>(arguments.window);
    if (!slices || *slices < 1 || *slices > longest) {
        throw InvalidInput(
            fmt::format("--window {}: expected a number of slices from 1 to {}, or auto", arguments.window, longest));
    }
    return slices;
}

std::vector<double> given_speeds(const NodesArguments& arguments, std::size_t processes) {
    if (arguments.node_speeds == "auto") {
        return {};
    }
    std::vector<double> speeds = parse_numbers(arguments.node_speeds, "--node-speeds");
    if (speeds.size() != processes) {
        throw InvalidInput(fmt::format("--node-speeds {}: {} speeds for {} processes", arguments.node_speeds,
                                       speeds.size(), processes));
    }
    if (std::any_of(speeds.begin(), speeds.end(), [](double speed) { return speed <= 0; })) {
        throw InvalidInput(fmt::format("--node-speeds {}: speeds must be positive", arguments.node_speeds));
    }
    return speeds;
}

} // namespace tangram::apps
