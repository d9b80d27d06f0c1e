#include "sched/graph/task_graph.hpp"

#include <algorithm>

namespace tangram::sched::graph {

TaskId TaskGraph::new_task() {
    if (free_.empty()) {
        tasks_.emplace_back();
        return static_cast<TaskId>(tasks_.size() - 1);
    }
    const TaskId task = free_.back();
    free_.pop_back();
    return task;
}

TaskId TaskGraph::submit(std::span<const Use> uses, double seconds) {
    const TaskId id = new_task();
    Task& task = tasks_[id];
    task.uses.assign(uses.begin(), uses.end());
    task.seconds = seconds;
    task.bottom_level = seconds;
    ++task.generation;
    task.earlier = last_;
    if (last_ != none) {
        tasks_[last_].later = id;
    }
    last_ = id;
    ++unfinished_;
    ++submitted_since_;
    for (const Use& use : uses) {
        depend({id, task.generation}, use);
    }
    return id;
}

void TaskGraph::follow(const Reference& before, const Reference& after) {
    const bool is_itself = before.task == after.task; // it uses a datum twice
    if (is_unfinished(before) && !is_itself) {
        tasks_[before.task].successors.push_back(after);
    }
}

void TaskGraph::depend(const Reference& task, const Use& use) {
    if (use.data >= accesses_.size()) {
        accesses_.resize(std::size_t{use.data} + 1);
    }
    Accesses& accesses = accesses_[use.data];
    if (!use.writes) {
        follow(accesses.writer, task);
        add_reader(accesses, task);
        return;
    }
    if (accesses.readers.empty()) {
        follow(accesses.writer, task);
    }
    for (const Reference& reader : accesses.readers) {
        follow(reader, task);
    }
    accesses.readers.clear();
    accesses.writer = task;
}

/// What is only read has ever more readers: those that have ended are left out whenever twice as many are there as were
/// left the last time.
void TaskGraph::add_reader(Accesses& accesses, const Reference& task) const {
    if (accesses.readers.size() >= accesses.purge_at) {
        std::erase_if(accesses.readers, [this](const Reference& reader) { return !is_unfinished(reader); });
        accesses.purge_at = std::max(few_readers, 2 * accesses.readers.size());
    }
    accesses.readers.push_back(task);
}

void TaskGraph::finish(TaskId id) {
    Task& task = tasks_[id];
    if (task.earlier != none) {
        tasks_[task.earlier].later = task.later;
    }
    (task.later != none ? tasks_[task.later].earlier : last_) = task.earlier;
    task.earlier = none;
    task.later = none;
    task.successors.clear();
    ++task.generation;
    free_.push_back(id);
    --unfinished_;
}

bool TaskGraph::refresh_bottom_levels() {
    constexpr std::size_t part = 8;
    ++asked_since_;
    if (submitted_since_ == 0 || part * (submitted_since_ + asked_since_) < unfinished_) {
        return false;
    }
    make_bottom_levels();
    submitted_since_ = 0;
    asked_since_ = 0;
    return true;
}

/// Successors are submitted later.
void TaskGraph::make_bottom_levels() {
    changed_.clear();
    for (TaskId id = last_; id != none; id = tasks_[id].earlier) {
        Task& task = tasks_[id];
        double longest = 0;
        for (const Reference& successor : task.successors) {
            if (is_unfinished(successor)) {
                longest = std::max(longest, tasks_[successor.task].bottom_level);
            }
        }
        if (const double level = task.seconds + longest; level != task.bottom_level) {
            task.bottom_level = level;
            changed_.push_back(id);
        }
    }
}

} // namespace tangram::sched::graph
