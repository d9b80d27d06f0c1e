#pragma once

/// What a policy for task graphs knows of the machine.

#include "sched/base/task.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace tangram::sched::graph {

/// Workers that take the same time for a task are of one kind: cores, or GPUs of one model.
using WorkerKind = std::size_t;

struct Worker {
    Node node = 0;
    WorkerKind kind = 0;
};

/// Data start at home, the node of number 0. Other nodes with workers are accelerators.
inline constexpr Node home = 0;

/// Between home and a node.
struct HomeLink {
    double bandwidth = std::numeric_limits<double>::infinity(); ///< bytes per second
    double latency = 0;                                         ///< seconds for each datum
};

struct MachineView {
    std::vector<Worker> workers;
    std::vector<HomeLink> links; ///< by node; home's takes no time
    bool prefetches = true;      ///< whether data can be fetched ahead

    /// Seconds since any moment. With one that stands still, no accelerator ever goes on alone (Concentration).
    std::function<double()> clock = [] { return 0.0; };

    [[nodiscard]] std::size_t nodes() const { return links.size(); }

    /// Workers at home.
    [[nodiscard]] std::size_t cpu_workers() const;
    /// Nodes with workers, but for home.
    [[nodiscard]] std::vector<Node> accelerators() const;
    /// The kind of a node's workers; 0 where there are none.
    [[nodiscard]] std::vector<WorkerKind> kinds_by_node() const;
};

/// Seconds of a task, by kind of worker; `never` where it cannot be executed.
using Seconds = std::vector<double>;
inline constexpr double never = std::numeric_limits<double>::infinity();

/// What a task counts where its time is not known yet.
inline constexpr double unknown_seconds = 1e-3;

} // namespace tangram::sched::graph
