#pragma once

/// The order in which a node executes its own tasks, those that a plan gives it, and what that order means for thieves.
/// One implementation for each Order.

#include "sched/policies/planned_tasks.hpp"
#include "sched/policies/stealing.hpp"

#include <optional>

namespace tangram::sched {

class OwnTasks {
  public:
    using Ticket = TaskLists::Ticket;

    OwnTasks() = default;
    OwnTasks(const OwnTasks&) = delete;
    OwnTasks& operator=(const OwnTasks&) = delete;
    virtual ~OwnTasks() = default;

    /// Its holder is about to execute the task: it may leave it, and the rest of its tile, to another node. Whether it
    /// does.
    virtual bool hand_on(PlannedTasks& tasks, const Task& task) = 0;

    /// The task is in its owner's list now.
    virtual void add(const PlannedTasks& tasks, Ticket ticket) = 0;

    /// The task that the node shall execute next, nothing if it has none that is ready and not left to a thief; it
    /// stays.
    virtual std::optional<Ticket> next(const PlannedTasks& tasks, Node node) = 0;

    /// Whether the node, for which next() has nothing, shall wait for tasks of its own rather than steal.
    [[nodiscard]] virtual bool waits(const PlannedTasks& tasks, Node node) const = 0;

    /// The first ready task reserved for the thief that pays, or whose tile, not begun yet, it would finish before the
    /// owner; it stays.
    virtual std::optional<Ticket> reserved(const PlannedTasks& tasks, Node thief, const MayTake& pays) = 0;

    /// The owner's task was handed out to `node`, which is the owner or a thief.
    virtual void handed_out(PlannedTasks& tasks, const Task& task, Node owner, Node node) = 0;
};

} // namespace tangram::sched
