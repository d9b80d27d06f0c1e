#pragma once

/// The only place where a Policy meets StarPU (1.3, native and SimGrid; 1.4 is
/// provided for but was never tried).
///
/// StarPU calls push_task when a task's dependencies are met and pop_task when a
/// worker wants work. The adapter recognises the tiles of a product by the
/// coordinates of their data, asks the policy, and keeps a window of tasks per
/// memory node whose tiles are being fetched (seed 003, section 4.3.1):
///
///     push_task -> Policy::ready                  (or the queue of other tasks)
///     pop_task  -> Policy::next -> window + prefetch -> worker
///
/// The window belongs to the memory node, not to a worker: data is fetched to
/// nodes, and whichever of the node's workers is free first takes the next task.
/// All of this happens under one mutex.
///
/// Tasks that are not tiles of the running product go through one queue; the
/// first worker that can execute such a task takes it.

#include "sched/policy.hpp"
#include "sched/starpu/mutex.hpp"
#include "sched/strategies.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// A product that the adapter shall schedule.
struct Plan {
    std::unique_ptr<Policy> policy;
    std::uint32_t rows = 0;    ///< tiles of C
    std::uint32_t columns = 0; ///< tiles of C
    std::uint32_t depth = 0;   ///< tiles along k

    /// Dense number of each StarPU memory node; nothing for those without workers.
    std::vector<std::optional<Node>> node_of_memory_node;
};

class Adapter {
  public:
    Adapter();

    /// The adapter of the running StarPU, nothing if another policy is in charge.
    static Adapter* current();

    /// From now on tasks that are tiles of this product go through plan.policy.
    /// Call while no such task is submitted.
    void begin(Plan plan);

    /// Forgets the plan, after its last task. Returns the seconds that were spent
    /// inside push_task and pop_task since begin(), summed over threads.
    double end();

    int push(starpu_task* task);
    starpu_task* pop();

  private:
    struct MemoryNode {
        std::vector<unsigned> workers;
        std::deque<starpu_task*> window; ///< taken from the policy, being fetched
    };

    std::optional<Task> recognised(starpu_task* task) const;
    starpu_task* pop_planned(unsigned memory_node);
    starpu_task* pop_other(unsigned worker);
    std::vector<unsigned> workers_for(starpu_task* task, const std::optional<Node>& node) const;

    Mutex mutex_;
    std::vector<MemoryNode> memory_nodes_; ///< by StarPU's memory node
    std::optional<Plan> plan_;
    std::deque<starpu_task*> others_;
    std::size_t window_;
    bool prefetches_;
    double scheduling_microseconds_ = 0;
};

/// StarPU's description of the strategy, for starpu_conf::sched_policy. Lives
/// until the program ends.
starpu_sched_policy* policy_of(const Strategy& strategy);

} // namespace tangram::sched::starpu
