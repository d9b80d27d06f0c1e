#include "sched/starpu/graph_tasks.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include <starpu_scheduler.h>

namespace tangram::sched::starpu {

namespace {

constexpr double microsecond = 1e-6;

/// StarPU does not say when its own tasks end: those of reductions, copies (starpu_data_cpy), what it executes on each
/// worker.
bool is_of_starpu(const starpu_task& task) {
    const auto begins = [](const char* text, const char* prefix) {
        return text != nullptr && std::strncmp(text, prefix, std::strlen(prefix)) == 0;
    };
    const bool copies = task.cl->model != nullptr && begins(task.cl->model->symbol, "starpu_data_cpy");
    return copies || task.type != STARPU_TASK_TYPE_NORMAL || begins(task.name, "redux_task");
}

/// Whether any worker may execute the task as far as it has a kernel for it.
bool is_for_all_workers(const starpu_task& task) {
    return task.cl != nullptr && task.cl->where != STARPU_NOWHERE && task.execute_on_a_specific_worker == 0 &&
           task.workerids == nullptr && static_cast<std::uint32_t>(task.where) == task.cl->where && !is_of_starpu(task);
}

/// Whether tasks that use some datum of this one may come in another order than they were submitted in.
bool has_any_order(starpu_task& task) {
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(&task); ++i) {
        const starpu_data_access_mode mode = STARPU_TASK_GET_MODE(&task, i);
        if ((mode & (STARPU_REDUX | STARPU_COMMUTE)) != 0) {
            return true;
        }
    }
    return task.sequential_consistency == 0;
}

graph::Use use_of(graph::DataId data, starpu_data_access_mode mode) {
    const bool reduces = (mode & STARPU_REDUX) != 0;
    return {
        .data = data, .reads = (mode & STARPU_R) != 0, .writes = (mode & STARPU_W) != 0 || reduces, .reduces = reduces};
}

} // namespace

std::vector<std::vector<unsigned>> groups_to_wake(const std::vector<graph::Worker>& workers,
                                                  const graph::Seconds& seconds, Node owner) {
    std::vector<unsigned> owners;
    std::vector<unsigned> cpu_workers;
    std::vector<unsigned> others;
    for (unsigned worker = 0; worker < workers.size(); ++worker) {
        const auto [node, kind] = workers[worker];
        if (seconds[kind] < graph::never) {
            (node == owner ? owners : node == graph::home ? cpu_workers : others).push_back(worker);
        }
    }
    return {owners, cpu_workers, others};
}

GraphTasks::GraphTasks(const ProgramStrategy& chosen) {
    const graph::MachineView machine = look_at_machine();
    workers_of_machine_ = machine.workers;
    const graph::DataPlaces& places = *this;
    scheduler_ = graph_scheduler(chosen, machine, places);
    if (chosen.settings.verbose || !chosen.settings.report.empty()) {
        report_.emplace(Report{graph::MovedBytes(machine.nodes(), places), graph::ProgramBounds(machine, places)});
    }
}

graph::MachineView GraphTasks::look_at_machine() {
    constexpr double megabyte = 1e6;
    graph::MachineView machine;
    std::vector<std::optional<Node>> node_of(STARPU_MAXNODES);
    const auto add_node = [&](unsigned memory_node, const graph::HomeLink& link) {
        node_of[memory_node] = memory_nodes_.size();
        memory_nodes_.push_back(memory_node);
        workers_.emplace_back();
        machine.links.push_back(link);
    };
    machine.clock = [] { return starpu_timing_now() * microsecond; };
    machine.prefetches = starpu_get_prefetch_flag() != 0;
    add_node(STARPU_MAIN_RAM, {});
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned memory_node = starpu_worker_get_memory_node(worker);
        if (!node_of[memory_node]) {
            const double bandwidth = starpu_transfer_bandwidth(STARPU_MAIN_RAM, memory_node) * megabyte;
            const double latency = starpu_transfer_latency(STARPU_MAIN_RAM, memory_node) * microsecond;
            add_node(memory_node, bandwidth > 0 && latency >= 0 ? graph::HomeLink{bandwidth, latency}
                                                                : graph::HomeLink{}); // NaN: not measured
        }
        const Node node = *node_of[memory_node];
        workers_[node].push_back(worker);
        machine.workers.push_back({node, seconds_.kind_of(worker)});
    }
    return machine;
}

const GraphTasks::Groups& GraphTasks::groups_to_wake(const TaskSeconds::Entry& kind, Node owner) {
    std::vector<Groups>& of_owners = groups_[&kind];
    of_owners.resize(workers_.size());
    Groups& groups = of_owners[owner];
    if (groups.empty()) {
        groups = sched::starpu::groups_to_wake(workers_of_machine_, kind.seconds, owner);
    }
    return groups;
}

graph::DataId GraphTasks::data_number_of(starpu_data_handle_t handle) {
    const auto [found, is_new] = numbers_.try_emplace(handle, static_cast<graph::DataId>(data_.size()));
    if (is_new) {
        data_.push_back(handle);
    }
    return found->second;
}

GraphTasks::State GraphTasks::state(graph::DataId data, Node node) const {
    const auto memory_node = static_cast<int>(memory_nodes_[node]);
    int is_there = 0;
    starpu_data_query_status(data_[data], memory_node, nullptr, &is_there, nullptr);
    if (is_there != 0) {
        return State::there;
    }
    int is_coming = 0;
    starpu_data_query_status(data_[data], memory_node, nullptr, nullptr, &is_coming);
    return is_coming != 0 ? State::coming : State::absent;
}

double GraphTasks::bytes(graph::DataId data) const {
    return static_cast<double>(starpu_data_get_size(data_[data]));
}

/// Into uses_. Scratch data do not count: nothing of theirs moves, and nobody waits for it.
void GraphTasks::read_uses(starpu_task* task) {
    uses_.clear();
    for (unsigned i = 0; i < STARPU_TASK_GET_NBUFFERS(task); ++i) {
        const starpu_data_access_mode mode = STARPU_TASK_GET_MODE(task, i);
        if ((mode & STARPU_SCRATCH) == 0) {
            uses_.push_back(use_of(data_number_of(STARPU_TASK_GET_HANDLE(task, i)), mode));
        }
    }
}

/// A program may have set the field to something else.
std::optional<graph::TaskId> GraphTasks::number_of(const starpu_task* task) const {
    const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(task->sched_data) - 1;
    const bool is_here = number < submitted_.size() && submitted_[number].task == task;
    return is_here ? std::optional(static_cast<graph::TaskId>(number)) : std::nullopt;
}

void GraphTasks::end(graph::TaskId number) {
    scheduler_->finished(number);
    submitted_[number].task = nullptr;
    --unfinished_;
}

void GraphTasks::submitted(starpu_task* task) {
    finished(task, std::nullopt);
    TaskSeconds::Entry* const seconds = is_for_all_workers(*task) ? seconds_.of(task) : nullptr;
    if (seconds == nullptr) {
        return;
    }
    read_uses(task);
    const graph::TaskId number = scheduler_->submitted(uses_, seconds->seconds, task->priority);
    if (report_) {
        report_->bounds.submitted(uses_, seconds->seconds,
                                  {.seconds = seconds->all_known, .order = !has_any_order(*task)});
    }
    submitted_.resize(std::max<std::size_t>(submitted_.size(), std::size_t{number} + 1));
    submitted_[number] = {.task = task, .seconds = seconds};
    task->sched_data = reinterpret_cast<void*>(std::uintptr_t{number} + 1);
    ++unfinished_;
}

const GraphTasks::Groups* GraphTasks::ready(starpu_task* task) {
    const std::optional<graph::TaskId> number = number_of(task);
    if (!number) {
        return nullptr;
    }
    return &groups_to_wake(*submitted_[*number].seconds, scheduler_->ready(*number));
}

GraphTasks::Choice GraphTasks::next(unsigned worker) {
    graph::GraphScheduler::Choice chosen = scheduler_->next(worker);
    Choice choice;
    choice.wakes_all = chosen.wakes_all;
    if (chosen.task) {
        Submitted& given = submitted_[*chosen.task];
        choice.task = given.task;
        given.start = starpu_timing_now();
        if (report_) {
            read_uses(given.task);
            report_->moved.executed(uses_, workers_of_machine_[worker].node);
        }
    }
    for (const graph::TaskId task : chosen.ahead) {
        choice.ahead.push_back(submitted_[task].task);
    }
    choice.numbers = std::move(chosen.ahead);
    return choice;
}

void GraphTasks::finished(const starpu_task* task, std::optional<unsigned> worker) {
    const std::optional<graph::TaskId> number = number_of(task);
    if (!number) {
        return;
    }
    const Submitted& ended = submitted_[*number];
    if (worker && ended.start > 0) {
        seconds_.measured(*ended.seconds, *worker, (starpu_timing_now() - ended.start) * microsecond);
    }
    end(*number);
}

GraphReport GraphTasks::report() const {
    GraphReport all;
    all.structures = scheduler_->structures();
    all.counts = scheduler_->counts();
    if (report_) {
        all.bytes = report_->moved.by_cause();
        all.seconds_bound = report_->bounds.seconds();
        all.bytes_bound = report_->bounds.bytes();
    }
    return all;
}

std::vector<starpu_task*> GraphTasks::release() {
    std::vector<starpu_task*> all;
    for (const graph::TaskId task : scheduler_->release()) {
        all.push_back(submitted_[task].task);
    }
    return all;
}

} // namespace tangram::sched::starpu
