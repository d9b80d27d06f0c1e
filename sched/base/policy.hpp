#pragma once

/// A scheduling policy: plain C++ that is told which tasks are ready and asked for the next one. The StarPU adapter
/// (sched/starpu, native and simulated) drives it; tests and benchmarks drive the same objects without StarPU, so that
/// a decision is made in one place only. (The event engine of model/ drives no Policy, but the AffinityStrategy that
/// an AffinityPolicy is made of.) For example a PlannedPolicy:
///
///     ready(task)  -> ReadyTasks: lists, costs, buckets
///     next(node)   -> own task by the order of its zone, else a stolen one
///
/// Without a plan (DynamicPolicy) no task is a node's own. What an idle node does, and when it steals:
/// sched/policies/planned_policy.hpp lists the stages.
///
/// Who calls it: a Dispatcher (sched/base/dispatcher.hpp), which serialises the calls of all workers with one lock, as
/// policies are not thread-safe. The Dispatcher in turn is called by the StarPU adapter (sched/starpu/adapter.hpp), in
/// push_task and pop_task.
///
/// What it may touch: its own state, and what it was made of (Workload, sched/policies/workload.hpp). It takes no lock,
/// waits for nothing, does not follow Task::handle, and wakes nobody itself: it returns a Wake. It asks outside for one
/// thing, whether a node still has a tile: StartingPlaces::still_there (sched/ready/ready_tasks.hpp) is the caller's
/// function, under StarPU a call of starpu_data_is_on_node with the Dispatcher's lock held
/// (sched/starpu/still_there.hpp).

#include "sched/base/task.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Which sleeping workers are to look for work now that a task is ready; none if nothing is set.
struct Wake {
    std::optional<Node> first; ///< one worker of this node
    bool others = false;       ///< one of any other node if none of `first` sleeps
    bool all = false;          ///< every worker: there is work for all of them
};

/// What a policy did, for reports.
struct Decisions {
    struct OfNode {
        std::uint64_t own = 0;       ///< products that were its own
        std::uint64_t stolen = 0;    ///< products of others, or of nobody, that it took
        std::uint64_t additions = 0; ///< additions, of any owner
    };
    std::vector<OfNode> nodes;

    /// Products that were stolen, or chosen without a plan, by their cost for the node.
    std::array<std::uint64_t, 4> taken_by_cost{};

    /// The node takes the task, which is its own by the plan, or costs it `cost`.
    void count(const Task& task, Node node, bool is_own, std::size_t cost) {
        OfNode& decided = nodes.at(node);
        if (task.work == Work::add) {
            ++decided.additions;
        } else if (is_own) {
            ++decided.own;
        } else {
            ++decided.stolen;
            ++taken_by_cost.at(cost);
        }
    }
};

class Policy {
  public:
    Policy() = default;
    Policy(const Policy&) = delete;
    Policy& operator=(const Policy&) = delete;
    virtual ~Policy() = default;

    /// A task's dependencies are met. Throws std::out_of_range for a task that is
    /// none of the product's.
    virtual Wake ready(const Task& task) = 0;

    /// Hands out the task that `node` shall execute, nothing if there is none for
    /// it now: then it need not be asked before the next task is ready, or handed out to
    /// another node. (An eviction may later make a steal possible; no task waits for
    /// that.) A task is handed out once.
    virtual std::optional<Task> next(Node node) = 0;

    /// Whether next() has, since this was asked last, moved tasks to nodes other than that which asked: their workers
    /// are to look again.
    virtual bool has_moved_tasks() { return false; }

    [[nodiscard]] virtual const Decisions& decisions() const = 0;
};

} // namespace tangram::sched
