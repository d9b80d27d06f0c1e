#pragma once

/// What a program's tasks moved, and why: for reports, and where tasks are unclaimed for Concentration.
///
/// Bytes are those of what tasks read where it is not, as the scheduler sees it when it gives the tasks away. A copy by
/// way of RAM counts once.

#include "sched/base/task.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tangram::sched::graph {

/// Bytes by why they moved to a node.
struct BytesByCause {
    double first = 0;           ///< the node never had the datum
    double again = 0;           ///< it had this version and lost it: evicted, or written by others than these tasks
    double written = 0;         ///< it had an older version: another node has written since
    double between_devices = 0; ///< of all these: no task had brought this version home

    [[nodiscard]] double all() const { return first + again + written; }
};

class MovedBytes {
  public:
    /// places must outlive it.
    MovedBytes(std::size_t nodes, const DataPlaces& places) : nodes_(nodes), places_(places) {}

    /// A task that uses its data so was given to a worker of this node. O(uses), and O(nodes) for each new datum.
    void executed(std::span<const Use> uses, Node node);

    [[nodiscard]] const BytesByCause& by_cause() const { return bytes_; }

  private:
    /// Versions of a datum, counted from 1; by node the one that it had last, 0 for none.
    struct Versions {
        std::uint64_t now = 1;
        std::vector<std::uint64_t> had;
    };

    Versions& versions(DataId data);
    void count_read(DataId data, Node node);

    std::size_t nodes_;
    const DataPlaces& places_;
    std::vector<Versions> versions_; ///< by datum
    BytesByCause bytes_;
};

} // namespace tangram::sched::graph
