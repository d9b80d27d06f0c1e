#pragma once

/// The arguments of `tangram-smpi gemm`, and the options that set them. The launcher reads them, and each simulated
/// process once more.

#include "apps/command/simulator.hpp"
#include "apps/mpi/nodes_arguments.hpp"

#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

struct ClusterArguments {
    NodesArguments nodes;
    std::string cluster;          ///< as parse_cluster() takes it (cluster.hpp)
    std::string node_gpus;        ///< as parse_gpus() takes it, or ""
    std::string network;          ///< as parse_network() takes it, or ""
    std::string slowdown;         ///< as parse_slowdown() takes it, or ""
    SimulationOptions simulation; ///< all but the platform
};

/// Declares the command `gemm`.
CLI::App& add_cluster_command(CLI::App& app, ClusterArguments& arguments);

/// What the process of rank 0 sets, in the environment that all share, when it has written its outputs: SMPI does not
/// say whether its processes have come to their ends.
inline constexpr const char* done_variable = "TANGRAM_SMPI_DONE";

} // namespace tangram::apps
