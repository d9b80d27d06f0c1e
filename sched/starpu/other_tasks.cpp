#include "sched/starpu/other_tasks.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::starpu {

void OtherTasks::push(starpu_task* task, std::vector<unsigned> workers) {
    const auto [found, is_new] = group_of_.try_emplace(workers, groups_.size());
    if (is_new) {
        groups_.push_back({std::move(workers), {}});
    }
    groups_[found->second].queue[task->priority].push_back({task, pushed_++});
    ++size_;
}

starpu_task* OtherTasks::pop(unsigned worker, int lowest_priority) {
    Queue* best = nullptr;
    const auto is_before = [](const Queue& x, const Queue& y) {
        const auto& [x_priority, x_entries] = *x.begin();
        const auto& [y_priority, y_entries] = *y.begin();
        return x_priority != y_priority ? x_priority > y_priority : x_entries.front().number < y_entries.front().number;
    };
    for (Group& group : groups_) {
        const bool is_candidate = !group.queue.empty() && group.queue.begin()->first >= lowest_priority &&
                                  std::binary_search(group.workers.begin(), group.workers.end(), worker);
        if (is_candidate && (best == nullptr || is_before(group.queue, *best))) {
            best = &group.queue;
        }
    }
    if (best == nullptr) {
        return nullptr;
    }
    const auto first = best->begin();
    starpu_task* task = first->second.front().task;
    first->second.pop_front();
    --size_;
    if (first->second.empty()) {
        best->erase(first);
    }
    return task;
}

} // namespace tangram::sched::starpu
