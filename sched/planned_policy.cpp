#include "sched/planned_policy.hpp"

#include <utility>

namespace tangram::sched {

PlannedPolicy::PlannedPolicy(const Workload& workload, std::unique_ptr<StealingRule> rule, Search search)
    : order_(workload.order), allocation_(workload.allocation.value()),
      zone_order_(allocation_, workload.shape.depth, workload.zones), ready_(workload.shape, workload.start, search),
      rule_(std::move(rule)), steals_early_(order_ == Order::submission || (allocation_.is_3d() && !workload.reduces)),
      holders_(allocation_, workload.shape.depth), speeds_(workload.speeds) {
    if (workload.reduces) {
        reduction_.emplace(allocation_, workload.start.home);
    }
    queues_.resize(allocation_.processors);
    left_for_.resize(allocation_.processors);
    decisions_.nodes.resize(allocation_.processors);
}

Wake PlannedPolicy::ready(const Task& task) {
    const Node node = owner(task);
    const TaskLists::Ticket ticket = ready_.add(task, node);
    if (order_ == Order::zone) {
        queue(ticket, node);
    }
    return {node, rule_ != nullptr};
}

void PlannedPolicy::queue(TaskLists::Ticket ticket, Node owner) {
    const Task& task = ready_.lists().task(ticket);
    if (task.work == Work::add) {
        queues_[owner].add(ticket, 0); // first of all: it frees an auxiliary tile
        return;
    }
    const std::uint32_t shell = zone_order_.shell(task);
    queues_[owner].add(ticket, shell);
    if (const std::optional<Node> thief = zone_order_.left_for(task); thief && rule_) {
        left_for_[*thief].add(ticket, shell);
    }
}

std::optional<Task> PlannedPolicy::next(Node node) {
    const auto own = first_own(node);
    const auto chosen = own ? own : steal(node);
    return chosen ? std::optional(hand_out(*chosen, node)) : std::nullopt;
}

/// In three dimensions without a reduction, a node's tasks may wait for those of another one.
std::optional<TaskLists::Ticket> PlannedPolicy::steal(Node thief) {
    if (!rule_ || (holders_.planned_left(thief) > 0 && !steals_early_)) {
        return std::nullopt;
    }
    if (const auto left = left_for_.at(thief).first(ready_.lists()); left && pays(thief, *left)) {
        ready_.check_places(*left, thief);
        return left;
    }
    return rule_->choose(ready_, thief, [this, thief](TaskLists::Ticket ticket) { return pays(thief, ticket); });
}

/// Whether the task's owner has more left than it will have done when the thief is ready
/// with the task's tile, whose products run one after the other.
bool PlannedPolicy::pays(Node thief, TaskLists::Ticket ticket) const {
    if (speeds_.empty()) {
        return true;
    }
    const Task& task = ready_.lists().task(ticket);
    const Node victim = ready_.lists().list(ticket);
    const NodeSpeed& speed = speeds_[thief];
    const double more = task.work == Work::multiply ? static_cast<double>(holders_.left_of_tile(task)) - 1 : 0;
    const double seconds = speed.lead_seconds + more / speed.of_one_worker();
    return static_cast<double>(holders_.left(victim)) >= seconds * speeds_[victim].products_per_second;
}

Task PlannedPolicy::hand_out(TaskLists::Ticket ticket, Node node) {
    const Node owner = ready_.lists().list(ticket);
    const Task& task = ready_.lists().task(ticket);
    const Node planned = allocation_.owner_of_product(task.i, task.j, task.k);
    const bool is_own = (task.work == Work::add ? owner : planned) == node;
    if (!is_own && owner == node) {
        ready_.check_places(ticket, node); // what a node keeps was not searched for by its cost
    }
    decisions_.count(task, node, is_own, ready_.cost(ticket, node));
    if (task.work == Work::multiply) {
        holders_.hand_out(task);
        if (order_ == Order::zone) {
            holders_.take(task, node);
        }
    }
    return ready_.hand_out(ticket, node);
}

Node PlannedPolicy::owner(const Task& task) const {
    return task.work == Work::add && reduction_ ? reduction_->keeper(task.i, task.j) : holders_.holder(task);
}

std::optional<TaskLists::Ticket> PlannedPolicy::first_own(Node node) {
    return order_ == Order::zone ? queues_.at(node).first(ready_.lists()) : ready_.lists().first(node);
}

} // namespace tangram::sched
