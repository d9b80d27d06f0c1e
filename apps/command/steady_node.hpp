#pragma once

/// A node's stream of independent tile products as a steady-state problem: memory nodes are processors, RAM is the
/// master.

#include "apps/command/steady_arguments.hpp"
#include "model/steady_state/problem.hpp"

#include <cstdint>

namespace tangram::apps {

/// A job is the product of two tiles, added to a third: three tiles go to who computes it, one comes back to RAM. Times
/// are in seconds, rounded down to 12 significant digits; data in tiles.
struct NodeStream {
    model::steady_state::Problem problem;
    std::int64_t tile = 0;
    double flops_of_job = 0;
    double flops_per_second = 0; ///< of all workers together
};

/// Of the machine that this process runs on or simulates. A device sends by one engine and receives by another; RAM has
/// none, but the bandwidth that all devices share, where there is one (Runtime::bandwidth_from_ram()). Throws as
/// Runtime and node_speeds().
NodeStream node_stream(const SteadyNodeArguments& arguments);

} // namespace tangram::apps
