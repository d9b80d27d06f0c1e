#include "sched/planned_policy.hpp"

#include <utility>

namespace tangram::sched {

PlannedPolicy::PlannedPolicy(const Workload& workload, std::unique_ptr<StealingRule> rule, Search search)
    : order_(workload.order), depth_(workload.shape.depth), allocation_(workload.allocation.value()),
      zone_order_(allocation_, workload.shape.depth, workload.zones), ready_(workload.shape, workload.start, search),
      rule_(std::move(rule)), steals_early_(order_ == Order::submission || (allocation_.is_3d() && !workload.reduces)),
      holders_(allocation_, workload.shape.depth), speeds_(workload.speeds) {
    if (workload.reduces) {
        reduction_.emplace(allocation_, workload.start.home);
    }
    queues_.resize(allocation_.processors);
    left_for_.resize(allocation_.processors);
    products_left_for_.resize(allocation_.processors);
    for (const std::optional<Node>& thief : workload.zones.spare) {
        if (thief) {
            products_left_for_[*thief] += depth_;
        }
    }
    ready_of_tile_.resize(allocation_.owners.size());
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
    if (task.work == Work::multiply || !reduction_) {
        std::vector<TaskLists::Ticket>& of_tile = ready_of_tile_[tile(task)];
        std::erase_if(of_tile, [this](TaskLists::Ticket ready) { return !ready_.lists().contains(ready); });
        of_tile.push_back(ticket);
    }
    if (task.work == Work::add) {
        queues_[owner].add(ticket, 0); // first of all: it frees an auxiliary tile
        return;
    }
    const std::uint32_t shell = zone_order_.shell(task);
    queues_[owner].add(ticket, shell);
    if (const std::optional<Node> thief = zone_order_.left_for(task); thief && thief != owner && rule_) {
        left_for_[*thief].add(ticket, shell);
    }
}

std::optional<Task> PlannedPolicy::next(Node node) {
    const auto own = first_own(node);
    const auto chosen = own ? own : may_steal(node) ? steal(node) : std::nullopt;
    return chosen ? std::optional(hand_out(*chosen, node)) : std::nullopt;
}

/// Not while its own tasks only wait for each other. In three dimensions without a reduction they
/// may wait for those of another node; and those that are ready are left to thieves.
bool PlannedPolicy::may_steal(Node node) const {
    return rule_ && (steals_early_ || holders_.planned_left(node) == 0 || ready_.lists().first(node));
}

std::optional<TaskLists::Ticket> PlannedPolicy::steal(Node thief) {
    const auto is_worth_it = [this, thief](TaskLists::Ticket ticket) {
        return ready_.lists().list(ticket) != thief && (pays(thief, ticket) || thief_is_sooner(ticket));
    };
    if (const auto left = left_for_.at(thief).first(ready_.lists(), is_worth_it)) {
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

/// Whether nobody has begun the task's tile, and the thief for which it is left will be done with it,
/// and with all that it has before, sooner than a worker of its owner that begins now.
bool PlannedPolicy::thief_is_sooner(TaskLists::Ticket ticket) const {
    const Task& task = ready_.lists().task(ticket);
    const Node owner = ready_.lists().list(ticket);
    const Node thief = zone_order_.left_for(task).value_or(owner);
    if (!rule_ || order_ != Order::zone || speeds_.empty() || thief == owner || !is_whole(task)) {
        return false;
    }
    const auto products = static_cast<double>(holders_.left(thief) + products_left_for_[thief]);
    return speeds_[thief].lead_seconds + products / speeds_[thief].products_per_second <
           static_cast<double>(depth_) / speeds_[owner].of_one_worker();
}

/// A thief that has no ready task of its own may sleep, and nobody would begin the tile. It does not
/// leave those that it has: its own tiles are left for nobody, and others it has begun.
bool PlannedPolicy::leaves_to_thief(TaskLists::Ticket ticket) const {
    const std::optional<Node> thief = zone_order_.left_for(ready_.lists().task(ticket));
    return thief && ready_.lists().first(*thief) && thief_is_sooner(ticket);
}

Task PlannedPolicy::hand_out(TaskLists::Ticket ticket, Node node) {
    const Node owner = ready_.lists().list(ticket);
    const Task& task = ready_.lists().task(ticket);
    const Node planned = allocation_.owner_of_product(task.i, task.j, task.k);
    const bool is_own = (task.work == Work::add ? owner : planned) == node;
    if (!is_own) {
        ready_.check_places(ticket, node); // not all that is stolen was searched for by its cost
    }
    decisions_.count(task, node, is_own, ready_.cost(ticket, node));
    const Task handed_out = ready_.hand_out(ticket, node);
    if (handed_out.work == Work::multiply) {
        if (const auto thief = zone_order_.left_for(handed_out); thief && is_whole(handed_out)) {
            products_left_for_[*thief] -= depth_;
        }
        holders_.hand_out(handed_out);
        if (order_ == Order::zone && owner != node) {
            take_tile(handed_out, node);
        }
    }
    return handed_out;
}

/// With what else is ready of it, as products that accumulate apart (LateC) wait for no others.
void PlannedPolicy::take_tile(const Task& task, Node thief) {
    holders_.take(task, thief);
    for (const TaskLists::Ticket ticket : std::exchange(ready_of_tile_[tile(task)], {})) {
        if (ready_.lists().contains(ticket)) {
            queue(ready_.move(ticket, thief), thief);
        }
    }
}

Node PlannedPolicy::owner(const Task& task) const {
    return task.work == Work::add && reduction_ ? reduction_->keeper(task.i, task.j) : holders_.holder(task);
}

/// The first that the node does not leave to a thief.
std::optional<TaskLists::Ticket> PlannedPolicy::first_own(Node node) {
    if (order_ != Order::zone) {
        return ready_.lists().first(node);
    }
    return queues_.at(node).first(ready_.lists(),
                                  [this](TaskLists::Ticket ticket) { return !leaves_to_thief(ticket); });
}

} // namespace tangram::sched
