#pragma once

/// The simulated cluster: equal nodes but for their number of GPUs, each with a link to a switch that holds up nothing.

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::apps {

struct Network {
    double gbs = 12.5;     ///< GB/s (10^9 bytes) of a node's link, in each direction
    double latency_us = 1; ///< of a message between two nodes, in microseconds
};

/// A node that becomes slower between two products.
struct Slowdown {
    std::size_t node = 0;
    double factor = 1;        ///< of its speed that is left, more than 0 and less than 1
    std::size_t products = 1; ///< after so many
};

struct Cluster {
    std::size_t nodes = 0;
    std::string platform;          ///< of a node, as PlatformModels takes it
    std::vector<std::size_t> gpus; ///< by node; empty: those of the platform
    Network network;
};

/// From "4xsirocco": so many nodes of that platform. Throws InvalidInput for anything else, and for fewer than 1 or
/// more than 64 nodes.
[[nodiscard]] Cluster parse_cluster(const std::string& text);

/// From "gbs=12.5,latency_us=1", each key at most once. Throws InvalidInput for other keys, and for numbers out of
/// range: GB/s from 10^-6 to 10^9, a latency up to 10^9.
[[nodiscard]] Network parse_network(const std::string& text);

/// From "4,2,1,1". Throws InvalidInput unless these are whole numbers, one for each node.
[[nodiscard]] std::vector<std::size_t> parse_gpus(const std::string& text, std::size_t nodes);

/// From "3:0.5:1" (node, factor, products). Throws InvalidInput for anything else, and for a node that there is not.
[[nodiscard]] Slowdown parse_slowdown(const std::string& text, std::size_t nodes);

} // namespace tangram::apps
