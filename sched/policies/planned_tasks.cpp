#include "sched/policies/planned_tasks.hpp"

#include <algorithm>

namespace tangram::sched {

PlannedTasks::PlannedTasks(const Workload& workload, Search search)
    : allocation_(workload.allocation.value()), ready_(workload.shape, workload.start, search),
      holders_(allocation_, workload.shape.depth, workload.start.home, workload.absent), progress_(workload.speeds),
      home_(workload.start.home), asked_in_vain_(allocation_.processors), apart_(allocation_.owners.size()) {
    if (workload.reduces) {
        reduction_.emplace(allocation_, workload.start.home);
    }
}

bool PlannedTasks::is_planned(Ticket ticket, Node node) const {
    const Task& task = ready_.lists().task(ticket);
    return (task.work == Work::add ? owner(ticket) : allocation_.owners[tile(task)]) == node;
}

std::size_t PlannedTasks::taken_over(Ticket ticket) const {
    const Task& task = ready_.lists().task(ticket);
    return task.work == Work::multiply ? holders_.remaining_of_tile(task) : 1;
}

NodeSpeed PlannedTasks::speed_now(Node node) const {
    NodeSpeed speed = speeds().at(node);
    if (asked_in_vain_[node]) {
        speed.lead_seconds = std::min(speed.lead_seconds, speed.asking_seconds);
    }
    return speed;
}

NodeSpeed PlannedTasks::speed_of_owner(Node owner) const {
    NodeSpeed speed = speeds()[owner];
    if (holders_.planned_remaining(owner) > 0) {
        speed.products_per_second = progress_.products_per_second(owner);
    }
    return speed;
}

std::size_t PlannedTasks::contenders(Node thief, Node owner) const {
    if (speeds()[thief].ram_seconds == 0 || owner == home_) {
        return 1;
    }
    std::size_t devices = 0;
    for (Node node = 0; node < speeds().size(); ++node) {
        devices += node != home_ && holders_.planned_remaining(node) > 0 ? 1 : 0;
    }
    return std::max<std::size_t>(1, devices);
}

double PlannedTasks::seconds_of_ram() const {
    double seconds = 0;
    for (Node node = 0; node < speeds().size(); ++node) {
        seconds += node == home_ ? 0 : speeds()[node].ram_seconds * static_cast<double>(holders_.remaining(node));
    }
    return seconds;
}

bool PlannedTasks::home_keeps_up(const Task& task, Node node) const {
    if (speeds()[node].ram_seconds == 0 || task.work == Work::add || holders_.holder(task) != home_) {
        return false;
    }
    const double of_ram = seconds_of_ram();
    if (of_ram == 0) {
        return false;
    }
    const NodeSpeed& home = speeds()[*home_];
    const auto of_tile = static_cast<double>(holders_.remaining_of_tile(task));
    const auto of_home = static_cast<double>(holders_.remaining(*home_));
    const double at_once = std::min(static_cast<double>(home.workers), of_home / of_tile);
    const double to_take_one = (1 + 2 * of_tile) * speeds()[node].bus_seconds;
    return of_home / home.products_per_second < of_ram + to_take_one &&
           of_tile / home.of_one_worker() < of_ram + at_once * to_take_one;
}

PlannedTasks::Ticket PlannedTasks::add(const Task& task) {
    const Ticket ticket =
        ready_.add(task, follows_tile(task) ? holders_.holder(task) : reduction_->keeper(task.i, task.j));
    if (task.work == Work::multiply && apart_[tile(task)] == Apart::none) {
        follow_apart(task, Apart::ready);
    }
    return ticket;
}

Task PlannedTasks::hand_out(Ticket ticket, Node node) {
    asked_in_vain_[node] = false;
    const Task task = ready_.hand_out(ticket, node);
    if (task.work == Work::multiply) {
        holders_.hand_out(task);
        progress_.hand_out(node, ready_.tiles().shape().work(task));
    }
    follow_apart(task, task.work == Work::multiply ? Apart::begun : Apart::none);
    return task;
}

void PlannedTasks::follow_apart(const Task& task, Apart now) {
    if (task.copy != 0 && !reduction_) {
        apart_[tile(task)] = now;
    }
}

} // namespace tangram::sched
