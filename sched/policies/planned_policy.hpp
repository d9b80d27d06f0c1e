#pragma once

/// Tasks belong to the nodes that an allocation names. A node executes its own ones. If none of them is ready, it
/// steals if there is a rule for it (Eyraud-Dubois and Lambert 2018, section 4.2.1) and it need not wait for its own
/// (OwnTasks::waits), else it waits: always with Static.
///
/// What a node that asks for work does, stage by stage (PlannedPolicy::next):
///
///     own task    OwnTasks::next        the first of its own ready tasks, as they became ready
///                                       (OwnTasksBySubmission) or in the order of its zone (OwnTasksByZone)
///     hand on     OwnTasks::hand_on     by zone, slow workers at home leave the rest of the task's tile to a node that
///                                       would be done with the task sooner, and slow devices to a faster one that
///                                       would be done with the tile sooner; they look at the next task
///     wait        OwnTasks::waits       by zone, while its own tasks only wait for each other
///     reserved    OwnTasks::reserved    by zone, tiles that were reserved for this thief (spare_tiles)
///     search      StealingRule::choose  RandSteal, ChoiceSteal, EffectiveSteal (stealing.hpp)
///     worth       theft_worth.hpp       by zone, and if speeds are known: asked of each candidate of `reserved` and
///                                       `search`; the owner's speed is what it has reached so far (node_progress.hpp)
///     keep        OwnTasks::handed_out  by zone, the thief takes over the rest of the tile (TileHolders)
///
/// Each stage is a part of its own, and a policy is made of one part for each. Which rule a balancer's name stands for:
/// the table of balancers in strategies.cpp.

#include "sched/base/policy.hpp"
#include "sched/policies/own_tasks.hpp"
#include "sched/policies/planned_tasks.hpp"
#include "sched/policies/stealing.hpp"
#include "sched/policies/workload.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace tangram::sched {

class PlannedPolicy final : public Policy {
  public:
    /// workload.allocation is needed; workload.speeds: by node, to weigh thefts; empty: all are worth it. rule: nothing
    /// for Static.
    PlannedPolicy(const Workload& workload, std::unique_ptr<OwnTasks> own, std::unique_ptr<StealingRule> rule);

    Wake ready(const Task& task) override;
    std::optional<Task> next(Node node) override;
    bool has_moved_tasks() override { return std::exchange(has_moved_tasks_, false); }
    [[nodiscard]] const Decisions& decisions() const override { return decisions_; }

  private:
    std::optional<TaskLists::Ticket> steal(Node thief);
    /// Asks first which of its tiles the thief has lost.
    bool is_worth_it(Node thief, TaskLists::Ticket ticket);
    Task hand_out(TaskLists::Ticket ticket, Node node);

    PlannedTasks tasks_;
    std::unique_ptr<OwnTasks> own_;
    std::unique_ptr<StealingRule> rule_;
    Decisions decisions_;
    bool has_moved_tasks_ = false;
};

/// Own tasks in the workload's order, with thefts by the rule, if there is one.
std::unique_ptr<PlannedPolicy> planned_policy(const Workload& workload, std::unique_ptr<StealingRule> rule);

} // namespace tangram::sched
