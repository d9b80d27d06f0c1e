#pragma once

/// Which ready task lacks least at a node: the bytes of what it reads and the node does not have. The node that takes a
/// task has its data from then on, and other nodes' copies of what it writes are out of date; so costs change with each
/// task that is executed, and an ordered set for each node follows. What a memory evicts, or a program fetches itself,
/// is seen when a task is about to be chosen.

#include "sched/base/task.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace tangram::sched::graph {

/// The order of tasks that cost the same: by priority, then in which they became ready.
struct Turn {
    int priority = 0;
    std::uint64_t number = 0;

    bool operator<(const Turn& other) const {
        return std::tuple(other.priority, number) < std::tuple(priority, other.number);
    }
};

class MissingData {
  public:
    struct Cost {
        double bytes = 0;
        Turn turn;
        TaskId task = 0;

        bool operator<(const Cost& other) const {
            return std::tuple(bytes, turn, task) < std::tuple(other.bytes, other.turn, other.task);
        }
    };
    using Costs = std::set<Cost>;

    /// places must outlive this.
    MissingData(std::size_t nodes, const DataPlaces& places);

    /// A task is ready, and these nodes can execute it. O(nodes (uses + log tasks)).
    void add(TaskId task, std::span<const Use> uses, const Turn& turn, std::span<const Node> able);

    /// A task that was added is no longer to be chosen. O(nodes log tasks).
    void remove(TaskId task);

    /// A task that uses these data was given to the node. O(log tasks) for each ready task that reads one of the data
    /// that this moves.
    void executed(std::span<const Use> uses, Node node);

    /// Looks where the task's data really are. Whether its cost for the node was right.
    bool check(TaskId task, Node node);

    /// Checks the cheapest task of the node, and again, if its cost was wrong, the one that is then; a few times.
    void check_cheapest(Node node);

    /// The accelerator that lacks fewest bytes for a task that was added, of those that can execute it; there must be
    /// one. O(nodes).
    [[nodiscard]] Node node_lacking_least(TaskId task) const;

    /// Of the tasks that the node can execute, the cheapest first.
    [[nodiscard]] const Costs& costs(Node node) const { return costs_[node]; }

  private:
    struct Ready {
        std::vector<DataId> reads;
        std::vector<Node> able;
        std::vector<double> bytes; ///< missing, by position in able
        Turn turn;
    };

    void look(DataId data);
    void set(DataId data, Node node, bool is_there);
    [[nodiscard]] bool is_there(DataId data, Node node) const { return there_[data * nodes_ + node]; }

    std::size_t nodes_;
    const DataPlaces& places_;
    std::vector<bool> is_known_;            ///< by datum
    std::vector<bool> there_;               ///< by datum and node
    std::vector<std::set<TaskId>> readers_; ///< ready ones, by datum
    std::vector<Ready> ready_;              ///< by task
    std::vector<Costs> costs_;              ///< by node
};

} // namespace tangram::sched::graph
