#include "sched/planned_policy.hpp"

#include <utility>

namespace tangram::sched {

PlannedPolicy::PlannedPolicy(const Workload& workload, std::unique_ptr<StealingRule> rule, Search search)
    : allocation_(workload.allocation.value()), order_(workload.order), zone_order_(allocation_, workload.shape.depth),
      ready_(workload.shape, workload.start, search), rule_(std::move(rule)) {
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
    const auto chosen = own || !rule_ ? own : rule_->choose(ready_, node);
    if (!chosen) {
        return std::nullopt;
    }
    decisions_.count(ready_.lists().task(*chosen), node, own.has_value(), ready_.cost(*chosen, node));
    return ready_.hand_out(*chosen, node);
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
