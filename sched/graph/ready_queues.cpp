#include "sched/graph/ready_queues.hpp"

#include <cmath>
#include <tuple>

namespace tangram::sched::graph {

namespace {

/// So many classes of tasks that there are few, and so few that tasks of one hardly differ: four for a factor of two.
int ratio_class(double cpu_ratio) {
    constexpr double per_factor_of_two = 4;
    return static_cast<int>(std::lround(per_factor_of_two * std::log2(cpu_ratio)));
}

/// Of equal tasks the one that became ready last is the last: often it belongs at the end.
void insert(ReadyQueues::Queue& queue, const ReadyTask& task) {
    queue.insert(queue.end(), task);
}

} // namespace

bool ReadyTask::operator<(const ReadyTask& other) const {
    return std::tuple(other.urgency, other.priority, corner, number) <
           std::tuple(urgency, priority, other.corner, other.number);
}

void ReadyQueues::add(const ReadyTask& task, Node owner, std::optional<double> cpu_ratio) {
    insert(of_owner_[owner], task);
    if (cpu_ratio) {
        insert(by_cpu_ratio_[ratio_class(*cpu_ratio)], task);
    }
    ++size_;
}

void ReadyQueues::remove(const ReadyTask& task, Node owner, std::optional<double> cpu_ratio) {
    of_owner_[owner].erase(task);
    if (cpu_ratio) {
        const auto found = by_cpu_ratio_.find(ratio_class(*cpu_ratio));
        found->second.erase(task);
        if (found->second.empty()) {
            by_cpu_ratio_.erase(found);
        }
    }
    --size_;
}

std::vector<TaskId> ReadyQueues::clear() {
    std::vector<TaskId> all;
    for (Queue& queue : of_owner_) {
        for (const ReadyTask& ready : queue) {
            all.push_back(ready.task);
        }
        queue.clear();
    }
    by_cpu_ratio_.clear();
    size_ = 0;
    return all;
}

} // namespace tangram::sched::graph
