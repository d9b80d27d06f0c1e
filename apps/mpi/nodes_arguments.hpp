#pragma once

/// The arguments of `tangram-mpi gemm`, and the options that set them.

#include "apps/command/gemm_arguments.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

struct NodesArguments {
    GemmArguments gemm;
    std::string nodes = "nrrp";       ///< as nodes::node_zones() takes it
    std::string node_speeds = "auto"; ///< or numbers
    std::string window = "auto";      ///< or a number of slices
    bool rebalance = false;           ///< zones follow the measured speeds
};

void add_nodes_options(CLI::App& command, NodesArguments& arguments);

/// --window as a number; nothing: to be chosen. Throws InvalidInput for anything else.
[[nodiscard]] std::optional<std::size_t> given_window(const NodesArguments& arguments);

/// --node-speeds as numbers, one for each process; empty: to be measured. Throws InvalidInput for anything else.
[[nodiscard]] std::vector<double> given_speeds(const NodesArguments& arguments, std::size_t processes);

} // namespace tangram::apps
