#include "sched/starpu/adapter.hpp"

#include "sched/starpu/recognition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace tangram::sched::starpu {

namespace {

/// Has the worker use the task's implementation for it. Whether there is one.
bool choose_implementation(unsigned worker, starpu_task* task) {
    unsigned implementation = 0;
    if (starpu_worker_can_execute_task_first_impl(worker, task, &implementation) == 0) {
        return false;
    }
    starpu_task_set_implementation(task, implementation);
    return true;
}

std::vector<Dispatcher<ShortMutex>::Worker> seats(const ScheduledProduct& product) {
    std::vector<Dispatcher<ShortMutex>::Worker> all;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned memory_node = starpu_worker_get_memory_node(worker);
        all.push_back({product.node_of_memory_node.at(memory_node).value(),
                       memory_node == STARPU_MAIN_RAM ? product.window_at_home : product.window});
    }
    return all;
}

/// Whether all tiles of the task have more bytes; true for 0.
bool has_larger_tiles(starpu_task* task, std::size_t bytes) {
    if (bytes == 0) {
        return true;
    }
    for (unsigned buffer = 0; buffer < STARPU_TASK_GET_NBUFFERS(task); ++buffer) {
        if (starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, buffer)) <= bytes) {
            return false;
        }
    }
    return true;
}

} // namespace

Adapter::Running::Running(ScheduledProduct product)
    : shape(product.shape), prefetches(starpu_get_prefetch_flag() != 0), late_tile_limit(product.late_tile_limit),
      dispatcher(std::move(product.policy), seats(product)) {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const Node node = product.node_of_memory_node.at(starpu_worker_get_memory_node(worker)).value();
        workers_of_node.resize(std::max(workers_of_node.size(), node + 1));
        workers_of_node[node].push_back(worker);
    }
}

Adapter::Adapter(unsigned context, std::optional<ProgramStrategy> chosen)
    : context_(context), others_(context, std::move(chosen)) {}

void Adapter::begin(ScheduledProduct product) {
    scheduling_microseconds_ = 0;
    running_ = std::make_shared<Running>(std::move(product));
}

ScheduleReport Adapter::end() {
    const std::shared_ptr<Running> ended = running_.exchange(nullptr);
    return {scheduling_microseconds_ * 1e-6, ended ? ended->dispatcher.decisions() : Decisions{}};
}

std::string Adapter::state() const {
    const std::shared_ptr<Running> running = running_;
    const auto [ready, held] = running ? running->dispatcher.waiting() : Dispatcher<ShortMutex>::Waiting{0, 0};
    const std::vector<unsigned> idle = workers_.idle();
    return fmt::format("tasks of the product: {} wait, {} are held by workers; other tasks: {}; idle workers: {}",
                       ready, held, others_.waiting(), idle.empty() ? "none" : fmt::format("{}", fmt::join(idle, " ")));
}

/// Called with the workers' scheduling mutexes held and none of them inside pop. They
/// may be asleep, and tasks may wait here for which there was no worker before.
void Adapter::add_workers(const int* workers, unsigned count) const {
    for (unsigned i = 0; i < count; ++i) {
        if (workers[i] != starpu_worker_get_id()) {
            starpu_wake_worker_locked(workers[i]);
        }
        // What waits here waits for all: a worker that is removed can leave at once.
        starpu_sched_ctx_worker_shares_tasks_lists(workers[i], static_cast<int>(context_));
    }
}

/// While a product runs no structure is looked for: its tasks have a plan, and tasks that prepare or end it have no
/// structure.
void Adapter::submitted(starpu_task* task) {
    others_.submitted(task, running_.load() == nullptr);
    if (others_.has_moved_tasks()) {
        workers_.wake_all();
    }
}

int Adapter::push(starpu_task* task) {
    const double start = starpu_timing_now();
    const std::shared_ptr<Running> running = running_;
    const std::optional<Task> tile = running ? recognised(task, running->shape) : std::nullopt;
    if (is_addition_of_starpu(*task)) {
        task->priority = tile_priority + 1;
    }
    starpu_push_task_end(task); // before any worker can take it
    if (!tile) {
        others_.push(task, workers_);
        spent(start);
        return 0;
    }
    const Wake who = running->dispatcher.ready(*tile);
    spent(start);
    if (who.all) {
        workers_.wake_all();
        return 0;
    }
    const bool woken = who.first && workers_.wake_one(running->workers_of_node[*who.first]);
    if (!woken && who.others) {
        for (const std::vector<unsigned>& workers : running->workers_of_node) {
            if (workers_.wake_one(workers)) {
                break;
            }
        }
    }
    return 0;
}

starpu_task* Adapter::pop() {
    const double start = starpu_timing_now();
    const unsigned worker = starpu_worker_get_id_check();
    starpu_task* task = workers_.search(worker, [&] { return find_task(worker); });
    if (task != nullptr) {
        spent(start);
    } else {
        workers_.give_way(worker);
    }
    return task;
}

/// Searches in vain are left out: idle workers make them all the time.
void Adapter::spent(double start) {
    scheduling_microseconds_.fetch_add(starpu_timing_now() - start, std::memory_order_relaxed);
}

/// Tiles before other tasks, but for urgent ones.
starpu_task* Adapter::find_task(unsigned worker) {
    starpu_task* task = nullptr;
    if (const std::shared_ptr<Running> running = running_) {
        if (others_.has_urgent()) {
            task = pop_other(worker, tile_priority + 1);
        }
        if (task == nullptr) {
            task = pop_planned(*running, worker);
        }
    }
    return task != nullptr ? task : pop_other(worker, std::numeric_limits<int>::min());
}

/// A task with a tile's coordinates that has no kernel for this worker goes the way of
/// all that are not ours.
starpu_task* Adapter::pop_planned(Running& running, unsigned worker) {
    const unsigned memory_node = starpu_worker_get_memory_node(worker);
    const auto fetch = [&](const Task& held) {
        auto* task = static_cast<starpu_task*>(held.handle);
        if (running.prefetches && has_larger_tiles(task, running.late_tile_limit)) {
            starpu_prefetch_task_input_on_node(task, memory_node);
        }
    };
    const auto next = [&] {
        const std::optional<Task> tile = running.dispatcher.next(worker, fetch);
        if (running.dispatcher.has_moved_tasks()) {
            workers_.wake_all();
        }
        return tile;
    };
    while (const std::optional<Task> tile = next()) {
        auto* task = static_cast<starpu_task*>(tile->handle);
        if (choose_implementation(worker, task)) {
            return task;
        }
        others_.push(task, workers_);
    }
    return nullptr;
}

starpu_task* Adapter::pop_other(unsigned worker, int lowest_priority) {
    starpu_task* task = others_.pop(worker, lowest_priority);
    if (others_.has_moved_tasks()) {
        workers_.wake_all();
    }
    if (task != nullptr) {
        choose_implementation(worker, task);
    }
    return task;
}

} // namespace tangram::sched::starpu
