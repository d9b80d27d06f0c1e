#include "sched/policies/own_tasks_by_zone.hpp"

#include "sched/policies/theft_worth.hpp"

#include <cstdint>
#include <utility>

namespace tangram::sched {

OwnTasksByZone::OwnTasksByZone(const Workload& workload, bool others_steal)
    : order_(workload.allocation.value(), workload.shape.depth, workload.zones),
      leaves_to_thieves_(others_steal && !workload.speeds.empty()),
      hands_on_(leaves_to_thieves_ && !workload.allocation->is_3d()), home_(workload.start.home),
      waits_for_others_(workload.allocation->is_3d() && !workload.reduces), queues_(workload.allocation->processors),
      reserved_(workload.allocation->processors), reserved_products_(workload.allocation->processors),
      ready_of_tile_(workload.allocation->owners.size()) {
    for (std::size_t tile = 0; tile < workload.zones.spare.size(); ++tile) {
        const std::optional<Node>& thief = workload.zones.spare[tile];
        if (thief && (workload.absent.empty() || !workload.absent[tile])) {
            reserved_products_[*thief] += workload.shape.depth;
        }
    }
}

bool OwnTasksByZone::hand_on(PlannedTasks& tasks, const Task& task) {
    const std::optional<Node> node = heir(tasks, task);
    if (node) {
        take_tile(tasks, task, *node);
    }
    return node.has_value();
}

/// The node that is sooner than a worker of the task's holder, nothing if there is none: with this task where the
/// holder is home, with the rest of the tile where another node would have to send the tile of C first. Devices hand on
/// to faster ones only, so that a tile cannot go round.
std::optional<Node> OwnTasksByZone::heir(const PlannedTasks& tasks, const Task& task) const {
    if (!hands_on_ || task.work == Work::add) {
        return std::nullopt;
    }
    const std::vector<NodeSpeed>& speeds = tasks.speeds();
    const Node holder = tasks.holders().holder(task);
    const bool is_home = holder == home_;
    const std::size_t products = is_home ? 1 : tasks.holders().remaining_of_tile(task);
    std::optional<Node> soonest;
    const double of_worker = speeds[holder].of_one_worker();
    double least = static_cast<double>(products) / of_worker;
    for (Node node = 0; node < speeds.size(); ++node) {
        if (node == home_ || (!is_home && speeds[node].of_one_worker() <= of_worker) ||
            tasks.home_keeps_up(task, node)) {
            continue;
        }
        const NodeSpeed speed = tasks.speed_now(node);
        const std::size_t remaining = tasks.holders().remaining(node);
        const double seconds =
            is_home ? seconds_behind(speed, remaining) : seconds_to_take_over(speed, remaining, products);
        if (seconds < least) {
            soonest = node;
            least = seconds;
        }
    }
    return soonest;
}

void OwnTasksByZone::add(const PlannedTasks& tasks, Ticket ticket) {
    const TaskLists& lists = tasks.ready().lists();
    const Task& task = lists.task(ticket);
    const Node owner = tasks.owner(ticket);
    if (tasks.follows_tile(task)) {
        std::vector<Ticket>& of_tile = ready_of_tile_[tasks.tile(task)];
        std::erase_if(of_tile, [&](Ticket ready) { return !lists.contains(ready); });
        of_tile.push_back(ticket);
    }
    if (task.work == Work::add) {
        queues_[owner].add(ticket, 0); // before later shells: it frees an auxiliary tile
        return;
    }
    const std::uint32_t shell = order_.shell(task);
    queues_[owner].add(ticket, shell);
    if (const std::optional<Node> thief = order_.reserved_for(task); thief && thief != owner) {
        reserved_[*thief].add(ticket, shell);
    }
}

/// The first that the node does not leave to a thief.
std::optional<OwnTasks::Ticket> OwnTasksByZone::next(const PlannedTasks& tasks, Node node) {
    return queues_.at(node).first(tasks.ready().lists(),
                                  [&](Ticket ticket) { return !is_left_to_thief(tasks, ticket); });
}

/// In three dimensions without a reduction a node's tasks may wait for those of another one, and those that are ready
/// are left to thieves: then it steals.
bool OwnTasksByZone::waits(const PlannedTasks& tasks, Node node) const {
    return !waits_for_others_ && tasks.holders().planned_remaining(node) > 0 && !tasks.ready().lists().first(node);
}

std::optional<OwnTasks::Ticket> OwnTasksByZone::reserved(const PlannedTasks& tasks, Node thief, const MayTake& pays) {
    return reserved_.at(thief).first(tasks.ready().lists(), [&](Ticket ticket) {
        return tasks.owner(ticket) != thief && (pays(ticket) || thief_is_sooner(tasks, ticket));
    });
}

/// Whether nobody has begun the task's tile, which is reserved for a thief that is done with it sooner than its owner.
bool OwnTasksByZone::thief_is_sooner(const PlannedTasks& tasks, Ticket ticket) const {
    const Task& task = tasks.ready().lists().task(ticket);
    const Node owner = tasks.owner(ticket);
    const Node thief = order_.reserved_for(task).value_or(owner);
    if (!leaves_to_thieves_ || thief == owner || !tasks.is_whole(task) || tasks.home_keeps_up(task, thief)) {
        return false;
    }
    return sched::thief_is_sooner({.thief = tasks.speeds()[thief],
                                   .owner = tasks.speeds()[owner],
                                   .thief_remaining = tasks.holders().remaining(thief) + reserved_products_[thief],
                                   .products = tasks.depth()});
}

/// A thief that has no ready task of its own may sleep, and nobody would begin the tile. It does not
/// leave those that it has: its own tiles are reserved for nobody, and others it has begun.
bool OwnTasksByZone::is_left_to_thief(const PlannedTasks& tasks, Ticket ticket) const {
    const TaskLists& lists = tasks.ready().lists();
    const std::optional<Node> thief = order_.reserved_for(lists.task(ticket));
    return thief && lists.first(*thief) && thief_is_sooner(tasks, ticket);
}

void OwnTasksByZone::handed_out(PlannedTasks& tasks, const Task& task, Node owner, Node node) {
    if (task.work == Work::add) {
        return;
    }
    const bool begins_tile = tasks.holders().remaining_of_tile(task) + 1 == tasks.depth();
    if (const std::optional<Node> thief = order_.reserved_for(task); thief && begins_tile) {
        reserved_products_[*thief] -= tasks.depth();
    }
    if (owner != node) {
        take_tile(tasks, task, node);
    }
}

/// Moves the tile's other ready products, too: products that accumulate apart (LateC) can be ready at the same time.
void OwnTasksByZone::take_tile(PlannedTasks& tasks, const Task& task, Node thief) {
    tasks.take_tile(task, thief);
    for (const Ticket ticket : std::exchange(ready_of_tile_[tasks.tile(task)], {})) {
        if (tasks.ready().lists().contains(ticket)) {
            add(tasks, tasks.ready().move(ticket, thief));
        }
    }
}

} // namespace tangram::sched
