#pragma once

/// No plan: all ready tasks are in one list, from which an idle node takes the
/// cheapest of the first few (Eyraud-Dubois and Lambert 2018, section 4.2.2).

#include "sched/base/policy.hpp"
#include "sched/policies/workload.hpp"
#include "sched/ready/ready_tasks.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

class DynamicPolicy final : public Policy {
  public:
    /// choices: tasks that a node looks at, the oldest ones: 1 is FirstDyn, X
    /// ChoiceDyn-X (O(X)), nothing EffectiveDyn, which looks at all (O(1) amortised).
    DynamicPolicy(const Workload& workload, std::optional<std::size_t> choices);

    Wake ready(const Task& task) override;
    std::optional<Task> next(Node node) override;
    [[nodiscard]] const Decisions& decisions() const override { return decisions_; }

  private:
    std::optional<TaskLists::Ticket> choose(Node node);
    [[nodiscard]] std::optional<TaskLists::Ticket> cheapest_of_first(std::size_t choices, Node node) const;

    ReadyTasks ready_;
    std::optional<std::size_t> choices_;
    Decisions decisions_;
};

} // namespace tangram::sched
