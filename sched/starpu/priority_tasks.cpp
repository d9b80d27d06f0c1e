#include "sched/starpu/priority_tasks.hpp"

#include "sched/starpu/fetch_once.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

namespace tangram::sched::starpu {

namespace {

/// StarPU 1.4 leaves it to policies that fetch data ahead, which ours do. StarPU 1.3 does it itself.
constexpr bool leaves_prefetches = STARPU_MAJOR_VERSION > 1 || STARPU_MINOR_VERSION >= 4;

/// Before it is known which worker takes the task, if all that can execute it share a memory node.
void fetch_ahead(starpu_task* task, const std::vector<unsigned>& workers) {
    const auto node = [](unsigned worker) { return starpu_worker_get_memory_node(worker); };
    const bool is_of_one_node = !workers.empty() && std::all_of(workers.begin(), workers.end(), [&](unsigned worker) {
        return node(worker) == node(workers.front());
    });
    if (is_of_one_node && starpu_get_prefetch_flag() != 0) {
        fetch_once(task, node(workers.front()));
    }
}

} // namespace

/// The workers that may execute the task are looked for among all there are: they come
/// and go in a context while tasks wait. Only its members can be woken for it.
std::vector<unsigned> PriorityTasks::push(starpu_task* task) {
    std::vector<unsigned> able;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        if (starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0) {
            able.push_back(worker);
        }
    }
    if (leaves_prefetches) {
        fetch_ahead(task, able);
    }
    std::vector<unsigned> awaited;
    const std::lock_guard lock(mutex_);
    for (const unsigned worker : members(task)) {
        if (std::binary_search(able.begin(), able.end(), worker)) {
            awaited.push_back(worker);
        }
    }
    count(*task, 1);
    tasks_.push(task, std::move(able));
    return awaited;
}

void PriorityTasks::count(const starpu_task& task, int change) {
    waiting_ += change;
    if (task.priority > tile_priority) {
        urgent_ += change;
    }
}

/// The context's workers that would look for such a task: not those that a parallel
/// task or a child context keeps blocked. StarPU's collection notes them down in itself,
/// so one thread at a time.
std::vector<unsigned> PriorityTasks::members(starpu_task* task) const {
    starpu_worker_collection* collection = starpu_sched_ctx_get_worker_collection(context_);
    starpu_sched_ctx_iterator iterator{};
    std::vector<unsigned> workers;
    collection->init_iterator_for_parallel_tasks(collection, &iterator, task);
    while (collection->has_next(collection, &iterator) != 0) {
        workers.push_back(static_cast<unsigned>(collection->get_next(collection, &iterator)));
    }
    return workers;
}

/// Without a lock if nothing waits: a worker that polls would keep it from those who push.
starpu_task* PriorityTasks::pop(unsigned worker, int lowest_priority) {
    if (waiting_.load() == 0) {
        return nullptr;
    }
    const std::lock_guard lock(mutex_);
    starpu_task* task = tasks_.pop(worker, lowest_priority);
    if (task != nullptr) {
        count(*task, -1);
    }
    return task;
}

} // namespace tangram::sched::starpu
