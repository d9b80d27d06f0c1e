#include "apps/smpi/cluster_arguments.hpp"

#include "apps/command/options.hpp"

#include <CLI/CLI.hpp>

namespace tangram::apps {

namespace {

constexpr const char* examples = R"(Examples:
  tangram-smpi gemm --cluster 4xsirocco --size 15360 --tile 960
  tangram-smpi gemm --cluster 4xsirocco --node-gpus 4,2,1,1 --network gbs=12.5,latency_us=1 --size 15360 --json -
)";

/// What only real matrices and cores have.
void remove_options_of_real_runs(CLI::App& command) {
    for (const char* option : {"--a", "--b", "--c", "--out", "--seed", "--verify", "--cpu-groups"}) {
        command.remove_option(command.get_option(option));
    }
}

} // namespace

CLI::App& add_cluster_command(CLI::App& app, ClusterArguments& a) {
    CLI::App* command = app.add_subcommand(
        "gemm", "C = alpha op(A) op(B) + beta C on simulated nodes, zones of C by their speeds (StarPU-MPI, SMPI)");
    command
        ->add_option("--cluster", a.cluster,
                     "nodes to simulate, as 4xsirocco: how many, and the platform of each (`tangram-sim gemm --help` "
                     "lists platforms)")
        ->check(not_empty())
        ->type_name("NxPLATFORM")
        ->required();
    command
        ->add_option("--node-gpus", a.node_gpus,
                     "GPUs of each node, as 4,2,1,1: the first ones of the platform (default: all)")
        ->check(not_empty())
        ->type_name("LIST");
    command
        ->add_option("--network", a.network,
                     "each node's link in GB/s, and the latency of a message between two nodes in microseconds "
                     "(default gbs=12.5,latency_us=1)")
        ->check(not_empty())
        ->type_name("KEY=VALUE,...");
    command
        ->add_option(
            "--slowdown", a.slowdown,
            "a node that another program slows down, as 3:0.5:1: node 3 computes with half its speed (0.001 to "
            "less than 1) after one product (0: from the start)")
        ->check(not_empty())
        ->type_name("NODE:FACTOR:PRODUCTS");
    add_nodes_options(*command, a.nodes);
    remove_options_of_real_runs(*command);
    add_simulation_options(*command, a.simulation);
    command->footer(examples);
    return *command;
}

} // namespace tangram::apps
