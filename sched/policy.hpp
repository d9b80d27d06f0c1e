#pragma once

/// A scheduling policy: plain C++ that is told which tasks are ready and asked
/// for the next one. The engines (the StarPU adapter, native and simulated, and
/// later the event engine) drive the same objects, so that a decision is made in
/// one place only.
///
///     ready(task)  -> ReadyTasks: lists, costs, buckets
///     next(node)   -> own task by the order of its zone, else a stolen one
///
/// Policies are not thread-safe: Dispatcher serialises their calls.

#include "sched/task.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Who should look for work now that a task is ready; nobody if nothing is set.
struct Wake {
    std::optional<Node> first; ///< its workers before all others
    bool others = false;       ///< whether any other worker will do if none of these is idle
    bool all = false;          ///< whether there is work for all of them now
};

/// What a policy did, for reports.
struct Decisions {
    struct OfNode {
        std::uint64_t own = 0;       ///< products that were its own
        std::uint64_t stolen = 0;    ///< products of others, or of nobody, that it took
        std::uint64_t additions = 0; ///< whosever they were
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
    /// another node. (What StarPU evicts may change a thief's mind, but no task waits for
    /// a thief.) A task is handed out once.
    virtual std::optional<Task> next(Node node) = 0;

    [[nodiscard]] virtual const Decisions& decisions() const = 0;

    /// Ready tasks that are not handed out: each node's own, then those of nobody.
    [[nodiscard]] virtual std::vector<std::size_t> waiting() const = 0;
};

} // namespace tangram::sched
