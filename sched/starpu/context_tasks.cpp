#include "sched/starpu/context_tasks.hpp"

#include "sched/starpu/fetch_once.hpp"
#include "sched/starpu/stderr_line.hpp"

#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace tangram::sched::starpu {

ContextTasks::ContextTasks(unsigned context, std::optional<ProgramStrategy> chosen)
    : context_(context), by_priority_(context), chosen_(std::move(chosen)), finds_graphs_(chosen_.has_value()) {}

ContextTasks::~ContextTasks() {
    try {
        report();
    } catch (const std::exception& error) {
        say_on_stderr(std::string("error: ") + error.what());
    }
}

void ContextTasks::report() const {
    if (!graph_) {
        return;
    }
    const auto& [strategy, settings] = *chosen_;
    const GraphReport found = graph_->report();
    if (settings.verbose) {
        for (const std::string& line : report_lines(found, strategy.name)) {
            say_on_stderr(line);
        }
    }
    if (!settings.report.empty()) {
        write_report(found, strategy.name, settings.report);
    }
}

void ContextTasks::submitted(starpu_task* task, bool may_be_of_graph) {
    if ((!finds_graphs_ || !may_be_of_graph) && unfinished_in_graph_.load() == 0) {
        return;
    }
    give_up_graph_without_workers();
    const std::lock_guard lock(mutex_);
    if (finds_graphs_ && may_be_of_graph) {
        if (!graph_) {
            graph_.emplace(*chosen_);
        }
        graph_->submitted(task);
    } else if (graph_) {
        graph_->finished(task, std::nullopt);
    }
    unfinished_in_graph_ = graph_ ? graph_->unfinished() : 0;
}

/// Workers are woken without the mutex, which they take before they look.
void ContextTasks::push(starpu_task* task, IdleWorkers& workers) {
    const GraphTasks::Groups* groups = nullptr;
    if (finds_graphs_) {
        const std::lock_guard lock(mutex_);
        groups = finds_graphs_ && graph_ ? graph_->ready(task) : nullptr;
        waiting_in_graph_ += groups != nullptr ? 1 : 0;
    }
    if (groups == nullptr) {
        workers.wake_one(by_priority_.push(task));
        return;
    }
    for (const std::vector<unsigned>& group : *groups) {
        workers.wake_one(group);
    }
}

starpu_task* ContextTasks::pop(unsigned worker, int lowest_priority) {
    give_up_graph_without_workers();
    starpu_task* task = by_priority_.pop(worker, lowest_priority);
    if (task == nullptr && waiting_in_graph_.load() > 0 && lowest_priority <= tile_priority) {
        task = pop_of_graph(worker);
    }
    return task == nullptr || hand_to_child_context(worker, task) ? nullptr : task;
}

/// A function of the program's may refuse a task to a worker though it took the first of that kind: such a task goes by
/// priority.
starpu_task* ContextTasks::pop_of_graph(unsigned worker) {
    while (starpu_task* task = choose(worker).task) {
        if (starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0) {
            return task;
        }
        by_priority_.push(task);
        has_moved_tasks_ = true;
    }
    return nullptr;
}

/// Data are fetched ahead without the mutex: StarPU may make other tasks ready meanwhile.
GraphTasks::Choice ContextTasks::choose(unsigned worker) {
    GraphTasks::Choice choice;
    {
        const std::lock_guard lock(mutex_);
        choice = graph_->next(worker);
        waiting_in_graph_ -= choice.task != nullptr ? 1 : 0;
    }
    if (choice.wakes_all) {
        has_moved_tasks_ = true;
    }
    if (choice.ahead.empty()) {
        return choice;
    }
    const unsigned memory_node = starpu_worker_get_memory_node(worker);
    for (starpu_task* task : choice.ahead) {
        fetch_once(task, memory_node);
    }
    {
        const std::lock_guard lock(mutex_);
        graph_->prefetched(choice.numbers);
        if (graph_->shares_node(worker)) { // others may have looked in vain meanwhile
            has_moved_tasks_ = true;
        }
    }
    if (!finds_graphs_) {
        release_graph(); // what was held when the graph was given up
    }
    return choice;
}

void ContextTasks::finished(starpu_task* task) {
    if (unfinished_in_graph_.load() == 0) {
        return; // tiles of products should not wait for the mutex
    }
    const int worker = starpu_worker_get_id();
    const std::lock_guard lock(mutex_);
    const auto by = worker >= 0 ? std::optional(static_cast<unsigned>(worker)) : std::nullopt;
    graph_->finished(task, by);
    unfinished_in_graph_ = graph_->unfinished();
}

/// Tasks may wait for just the worker that has left, and StarPU does not tell who leaves.
void ContextTasks::give_up_graph_without_workers() {
    if (!finds_graphs_ || starpu_sched_ctx_get_nworkers(context_) == starpu_worker_get_count()) {
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        finds_graphs_ = false;
    }
    release_graph();
}

/// From now on all tasks go by priority, but for those that a worker holds to fetch their data.
void ContextTasks::release_graph() {
    std::vector<starpu_task*> tasks;
    {
        const std::lock_guard lock(mutex_);
        if (graph_) {
            tasks = graph_->release();
        }
    }
    for (starpu_task* task : tasks) {
        --waiting_in_graph_;
        by_priority_.push(task);
    }
    has_moved_tasks_ = true;
}

/// A worker that leads a child context without a policy takes tasks for all workers of
/// that context: StarPU's policies pass them on like this.
bool ContextTasks::hand_to_child_context(unsigned worker, starpu_task* task) {
    const unsigned child = starpu_sched_ctx_worker_is_master_for_child_ctx(static_cast<int>(worker), context_);
    if (child == STARPU_NMAX_SCHED_CTXS) {
        return false;
    }
    {
        const std::lock_guard lock(mutex_);
        if (graph_) { // which is not told its end
            graph_->finished(task, std::nullopt);
            unfinished_in_graph_ = graph_->unfinished();
        }
    }
    const double flops = task->flops; // the task may be over as soon as it is moved
    starpu_sched_ctx_move_task_to_ctx_locked(task, child, 1);
    starpu_sched_ctx_revert_task_counters_ctx_locked(context_, flops);
    return true;
}

} // namespace tangram::sched::starpu
