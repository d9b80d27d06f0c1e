#include "apps/mpi/nodes_arguments.hpp"

#include "apps/command/number_list.hpp"
#include "apps/command/options.hpp"
#include "base/error.hpp"

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
    constexpr int longest = 1'000'000;
    command
        .add_option("--window", a.window, "slices of tiles along k whose copies may be in a process's memory at a time")
        ->transform(whole_number(1, longest))
        ->capture_default_str();
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
