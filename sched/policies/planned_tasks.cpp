#include "sched/policies/planned_tasks.hpp"

namespace tangram::sched {

PlannedTasks::PlannedTasks(const Workload& workload, Search search)
    : allocation_(workload.allocation.value()), ready_(workload.shape, workload.start, search),
      holders_(allocation_, workload.shape.depth), progress_(workload.speeds), home_(workload.start.home),
      is_apart_(allocation_.owners.size()) {
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

PlannedTasks::Ticket PlannedTasks::add(const Task& task) {
    return ready_.add(task, follows_tile(task) ? holders_.holder(task) : reduction_->keeper(task.i, task.j));
}

Task PlannedTasks::hand_out(Ticket ticket, Node node) {
    const Task task = ready_.hand_out(ticket, node);
    if (task.work == Work::multiply) {
        holders_.hand_out(task);
        progress_.hand_out(node);
    }
    if (task.copy != 0 && !reduction_) {
        is_apart_[tile(task)] = task.work == Work::multiply;
    }
    return task;
}

} // namespace tangram::sched
