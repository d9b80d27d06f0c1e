#include "sched/static_policy.hpp"

#include <stdexcept>
#include <utility>

namespace tangram::sched {

StaticPolicy::StaticPolicy(partition::Allocation allocation)
    : allocation_(std::move(allocation)), queues_(allocation_.processors) {}

std::optional<Node> StaticPolicy::ready(const Task& task) {
    if (task.i >= allocation_.rows || task.j >= allocation_.columns) {
        throw std::out_of_range("StaticPolicy::ready: task outside the allocation");
    }
    const Node node = allocation_.owner(task.i, task.j);
    queues_[node].push_back(task);
    return node;
}

std::optional<Task> StaticPolicy::next(Node node) {
    std::deque<Task>& queue = queues_.at(node);
    if (queue.empty()) {
        return std::nullopt;
    }
    const Task task = queue.front();
    queue.pop_front();
    return task;
}

} // namespace tangram::sched
