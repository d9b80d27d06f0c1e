#pragma once

/// Ready tasks in the orders in which workers look at them: those of each owner, the most urgent first, and those that
/// CPU workers can execute, by how well they suit them. Adding and removing takes O(log tasks).

#include "sched/base/task.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tangram::sched::graph {

/// A ready task, and what decides when it is looked at.
struct ReadyTask {
    double bottom_level = 0;
    double urgency = 0;       ///< the bottom level, or what stands for it
    int priority = 0;         ///< the application's, among tasks of equal urgency
    std::uint32_t corner = 0; ///< the greater of row and column of what it writes: work grows from a corner
    std::uint64_t number = 0; ///< in the order in which tasks became ready
    TaskId task = 0;

    /// Whether it is looked at first: by greater urgency, greater priority, lesser corner, lesser number.
    bool operator<(const ReadyTask& other) const;
};

class ReadyQueues {
  public:
    using Queue = std::set<ReadyTask>;

    explicit ReadyQueues(std::size_t owners) : of_owner_(owners) {}

    /// cpu_ratio: seconds on its owner by seconds on a CPU worker, the greater the better for CPU workers; nothing if
    /// CPU workers shall not look at it.
    void add(const ReadyTask& task, Node owner, std::optional<double> cpu_ratio);
    void remove(const ReadyTask& task, Node owner, std::optional<double> cpu_ratio);

    [[nodiscard]] const Queue& of_owner(Node owner) const { return of_owner_[owner]; }

    /// Queues of tasks with a similar ratio, the greatest last.
    [[nodiscard]] const std::map<int, Queue>& by_cpu_ratio() const { return by_cpu_ratio_; }

    [[nodiscard]] std::size_t size() const { return size_; }

    /// All of them, and none is left.
    std::vector<TaskId> clear();

  private:
    std::vector<Queue> of_owner_;
    std::map<int, Queue> by_cpu_ratio_;
    std::size_t size_ = 0;
};

} // namespace tangram::sched::graph
