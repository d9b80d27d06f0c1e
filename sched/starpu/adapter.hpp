#pragma once

/// Connects a Policy to StarPU (1.3, native and SimGrid; 1.4, native). A policy's only question to StarPU, whether a
/// tile is still on a node: still_there.hpp.
///
/// StarPU calls push_task when a task's dependencies are met and pop_task when a
/// worker wants work. The adapter recognises the tiles of a product by the
/// coordinates of their data and passes them to a Dispatcher, which asks the policy
/// and keeps each worker's window of tasks whose tiles are being fetched:
///
///     push_task -> Dispatcher::ready   (or ContextTasks::push)  -> wake an idle worker
///     pop_task  -> Dispatcher::next -> window + prefetch        -> worker
///
/// Tasks that are not tiles of the running product go through ContextTasks: by a
/// GraphScheduler, or by priority, to workers that can execute them.
///
/// Which tasks are tiles: recognition.hpp. Who wakes whom, and which locks must not be held then: idle_workers.hpp.
/// StarPU's callbacks: starpu_policy.hpp.

#include "sched/base/dispatcher.hpp"
#include "sched/base/policy.hpp"
#include "sched/base/product_tiles.hpp"
#include "sched/starpu/context_tasks.hpp"
#include "sched/starpu/idle_workers.hpp"
#include "sched/starpu/mutex.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// A product that the adapter shall schedule: its policy, and how its tasks are recognised.
struct ScheduledProduct {
    std::unique_ptr<Policy> policy;
    ProductShape shape;

    /// Dense number of each StarPU memory node; nothing for those without workers.
    std::vector<std::optional<Node>> node_of_memory_node;

    /// Tasks held in advance for each worker of a device, and for each one at home (RAM).
    std::size_t window = 2;
    std::size_t window_at_home = 0;

    /// If a tile of a task that is held for a worker has at most this many bytes, none of the task's is fetched ahead.
    std::size_t late_tile_limit = 0;
};

/// What scheduling a product took.
struct ScheduleReport {
    double scheduling_seconds = 0; ///< in push_task and in pop_task where it finds a task, summed over threads
    Decisions decisions;
};

class Adapter {
  public:
    /// context: the scheduling context whose tasks it schedules.
    /// chosen: what schedules other programs' tasks; nothing: they go by priority alone.
    Adapter(unsigned context, std::optional<ProgramStrategy> chosen);

    /// The adapter of the running StarPU, nothing if another policy is in charge.
    static Adapter* current();

    /// From now on tasks that are tiles of this product go through product.policy.
    /// Call while no such task is submitted.
    void begin(ScheduledProduct product);

    /// Forgets the product, after its last task.
    ScheduleReport end();

    /// What waits where, in a few words, for a person who wonders why nothing goes on. Takes no lock.
    [[nodiscard]] std::string state() const;

    // StarPU's callbacks.
    void add_workers(const int* workers, unsigned count) const;

    void submitted(starpu_task* task);
    void finished(starpu_task* task) { others_.finished(task); }
    int push(starpu_task* task);
    starpu_task* pop();

  private:
    /// The product in force. A worker that still looks into it keeps it alive.
    struct Running {
        explicit Running(ScheduledProduct product);

        ProductShape shape;
        bool prefetches; ///< unless STARPU_PREFETCH forbids it
        std::size_t late_tile_limit;
        std::vector<std::vector<unsigned>> workers_of_node;
        Dispatcher<ShortMutex> dispatcher;
    };

    starpu_task* pop_planned(Running& running, unsigned worker);
    starpu_task* find_task(unsigned worker);
    starpu_task* pop_other(unsigned worker, int lowest_priority);
    void spent(double start);

    unsigned context_;
    std::atomic<std::shared_ptr<Running>> running_;
    ContextTasks others_;
    IdleWorkers workers_;
    std::atomic<double> scheduling_microseconds_ = 0;
};

} // namespace tangram::sched::starpu
