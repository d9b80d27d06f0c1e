#include "sched/planned_policy.hpp"

#include <utility>

namespace tangram::sched {

PlannedPolicy::PlannedPolicy(const Workload& workload, std::unique_ptr<StealingRule> rule, Search search)
    : allocation_(workload.allocation.value()), order_(workload.order),
      zone_order_(allocation_, workload.shape.depth, workload.spare), ready_(workload.shape, workload.start, search),
      rule_(std::move(rule)), steals_early_(order_ == Order::submission || (allocation_.is_3d() && !workload.reduces)),
      left_(allocation_.tile_counts()), speeds_(workload.speeds) {
    for (std::size_t& products : left_) {
        products *= workload.shape.depth / allocation_.layers;
    }
    if (workload.reduces) {
        reduction_.emplace(allocation_, workload.start.home);
    }
    queues_.resize(allocation_.processors);
    decisions_.nodes.resize(allocation_.processors);
}

Wake PlannedPolicy::ready(const Task& task) {
    const Node node = owner(task);
    const TaskLists::Ticket ticket = ready_.add(task, node);
    if (order_ == Order::zone) {
        // An addition first of all: it frees an auxiliary tile.
        queues_[node].add(ticket, task.work == Work::add ? 0 : zone_order_.shell(task));
    }
    return {node, rule_ != nullptr};
}

std::optional<Task> PlannedPolicy::next(Node node) {
    const auto own = first_own(node);
    const auto chosen = own ? own : steal(node);
    return chosen ? std::optional(hand_out(*chosen, node)) : std::nullopt;
}

/// In three dimensions without a reduction, a node's tasks may wait for those of another one.
std::optional<TaskLists::Ticket> PlannedPolicy::steal(Node thief) {
    if (!rule_ || (left_.at(thief) > 0 && !steals_early_)) {
        return std::nullopt;
    }
    return rule_->choose(ready_, thief, [this, thief](Node victim) { return pays(thief, victim); });
}

/// Whether the victim has more left than it will have done when the thief is ready.
bool PlannedPolicy::pays(Node thief, Node victim) const {
    return speeds_.empty() ||
           static_cast<double>(left_[victim]) >= speeds_[thief].lead_seconds * speeds_[victim].products_per_second;
}

Task PlannedPolicy::hand_out(TaskLists::Ticket ticket, Node node) {
    const Node owner = ready_.lists().list(ticket);
    const Task& task = ready_.lists().task(ticket);
    decisions_.count(task, node, owner == node, ready_.cost(ticket, node));
    if (task.work == Work::multiply) {
        --left_[owner];
    }
    return ready_.hand_out(ticket, node);
}

Node PlannedPolicy::owner(const Task& task) const {
    if (task.work == Work::add && reduction_) {
        return reduction_->keeper(task.i, task.j);
    }
    return allocation_.owners.at(allocation_.index(task.i, task.j, allocation_.is_3d() ? task.k : 0));
}

std::optional<TaskLists::Ticket> PlannedPolicy::first_own(Node node) {
    return order_ == Order::zone ? queues_.at(node).first(ready_.lists()) : ready_.lists().first(node);
}

} // namespace tangram::sched
