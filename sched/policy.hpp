#pragma once

/// A scheduling policy: plain C++ that is told which tasks are ready and asked
/// for the next one. The engines (the StarPU adapter, native and simulated, and
/// later the event engine) drive the same objects, so that a decision is made in
/// one place only.
///
/// Policies are not thread-safe: the engine serialises its calls.

#include "sched/task.hpp"

#include <optional>

namespace tangram::sched {

class Policy {
  public:
    Policy() = default;
    Policy(const Policy&) = delete;
    Policy& operator=(const Policy&) = delete;
    virtual ~Policy() = default;

    /// A task's dependencies are met. Returns the node that should look for work
    /// now, or nothing if any node may.
    virtual std::optional<Node> ready(const Task& task) = 0;

    /// Hands out the task that `node` shall execute, nothing if there is none for
    /// it now. A task is handed out once.
    virtual std::optional<Task> next(Node node) = 0;
};

} // namespace tangram::sched
