#pragma once

/// The only place where a Policy meets StarPU (1.3, native and SimGrid; 1.4 is
/// provided for but was never tried).
///
/// StarPU calls push_task when a task's dependencies are met and pop_task when a
/// worker wants work. The adapter recognises the tiles of a product by the
/// coordinates of their data and passes them to a Dispatcher, which asks the policy
/// and keeps each worker's window of tasks whose tiles are being fetched:
///
///     push_task -> Dispatcher::ready   (or OtherTasks)  -> wake an idle worker
///     pop_task  -> Dispatcher::next -> window + prefetch -> worker
///
/// Tasks that are not tiles of the running product go through OtherTasks: by
/// priority, to workers that can execute them.

#include "sched/dispatcher.hpp"
#include "sched/policy.hpp"
#include "sched/product_tiles.hpp"
#include "sched/starpu/mutex.hpp"
#include "sched/starpu/other_tasks.hpp"
#include "sched/strategies.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// A product that the adapter shall schedule.
struct Plan {
    std::unique_ptr<Policy> policy;
    ProductShape shape;

    /// Dense number of each StarPU memory node; nothing for those without workers.
    std::vector<std::optional<Node>> node_of_memory_node;

    /// Whether the tiles of tasks that are held for a worker may be fetched ahead.
    bool prefetches = true;
};

/// What a plan took to carry out.
struct PlanReport {
    double scheduling_seconds = 0; ///< in push_task and in pop_task where it finds a task, summed over threads
    Decisions decisions;
};

class Adapter {
  public:
    /// context: the scheduling context whose tasks it schedules.
    explicit Adapter(unsigned context);

    /// The adapter of the running StarPU, nothing if another policy is in charge.
    static Adapter* current();

    /// From now on tasks that are tiles of this product go through plan.policy.
    /// Call while no such task is submitted.
    void begin(Plan plan);

    /// Forgets the plan, after its last task.
    PlanReport end();

    /// What waits where, for a person who wonders why nothing goes on.
    std::string state();

    // StarPU's callbacks.
    void add_workers(const int* workers, unsigned count) const;
    int push(starpu_task* task);
    starpu_task* pop();

  private:
    /// A plan in force. A worker that still looks into it keeps it alive.
    struct Running {
        Running(Plan plan, std::size_t window);

        ProductShape shape;
        bool prefetches; ///< if the plan allows it and STARPU_PREFETCH does not forbid it
        std::vector<std::vector<unsigned>> workers_of_node;
        Dispatcher<ShortMutex> dispatcher;
    };

    /// What those who wake workers know of one. `looking` from before its search on, so
    /// that what becomes ready after the search finds the mark; whoever wakes it makes it
    /// `called`, once for all that is ready when it looks again.
    enum class State : std::uint8_t { busy, looking, called };
    struct alignas(64) Attention { // a cache line each: workers write it all the time
        std::atomic<State> state = State::busy;
    };

    std::optional<Task> recognised(starpu_task* task, const ProductShape& shape) const;
    void push_other(starpu_task* task);
    void count(const starpu_task& task, int change);
    starpu_task* pop_planned(Running& running, unsigned worker);
    starpu_task* find_task(unsigned worker);
    starpu_task* pop_other(unsigned worker, int lowest_priority);
    [[nodiscard]] std::vector<unsigned> members(starpu_task* task) const;
    bool hand_to_child_context(unsigned worker, starpu_task* task) const;
    bool wake(unsigned worker);
    bool wake_one(const std::vector<unsigned>& workers);
    void wake_all();
    void spent(double start);

    unsigned context_;
    std::atomic<std::shared_ptr<Running>> running_;
    RelaxedMutex mutex_; ///< guards others_, and members()
    OtherTasks others_;
    std::atomic<int> waiting_ = 0; ///< tasks in others_
    std::atomic<int> urgent_ = 0;  ///< of these, more urgent than tiles

    std::vector<Attention> attention_; ///< by worker
    std::atomic<double> scheduling_microseconds_ = 0;
    std::size_t window_;
};

/// The tile of this position (0: first) is at StarPU's memory node or on its way there:
/// StartingPlaces::still_there for a policy whose nodes are StarPU's `memory_nodes`.
std::function<bool(const Task&, std::size_t, Node)> still_there(std::vector<unsigned> memory_nodes);

/// StarPU's description of the strategy, for starpu_conf::sched_policy. Lives
/// until the program ends.
starpu_sched_policy* policy_of(const Strategy& strategy);

} // namespace tangram::sched::starpu
