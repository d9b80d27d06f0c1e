#pragma once

/// Static: each task runs on the node that the allocation names, in the order in
/// which the tasks became ready, without stealing (seed 003, section 4.2.1).

#include "partition/allocation.hpp"
#include "sched/policy.hpp"

#include <deque>
#include <vector>

namespace tangram::sched {

class StaticPolicy final : public Policy {
  public:
    /// allocation: rows x columns tiles of C; the tasks' i and j must lie inside.
    explicit StaticPolicy(partition::Allocation allocation);

    /// O(1). Throws std::out_of_range for a task outside the allocation.
    std::optional<Node> ready(const Task& task) override;

    /// O(1).
    std::optional<Task> next(Node node) override;

  private:
    partition::Allocation allocation_;
    std::vector<std::deque<Task>> queues_; ///< per node
};

} // namespace tangram::sched
