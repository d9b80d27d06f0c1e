#pragma once

/// Which task a node takes that has nothing of its own to do: the stage `search` of planned_policy.hpp, by the
/// work-stealing strategies of Eyraud-Dubois and Lambert (2018, section 4.2.1). A task that is handed out to a worker
/// in advance, for its tiles to be fetched (TANGRAM_WINDOW), is out of the lists and never stolen.

#include "sched/ready/ready_tasks.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>

namespace tangram::sched {

/// Whether a task of another node may be taken now.
using MayTake = std::function<bool(TaskLists::Ticket ticket)>;

class StealingRule {
  public:
    StealingRule() = default;
    StealingRule(const StealingRule&) = delete;
    StealingRule& operator=(const StealingRule&) = delete;
    virtual ~StealingRule() = default;

    /// What choose() asks of the tasks.
    [[nodiscard]] virtual Search search() const { return Search::by_order; }

    /// The task for `thief`, which has nothing of its own to do now: one that it may take, or nothing. The task stays
    /// in its list; the caller takes it out.
    virtual std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) = 0;
};

/// RandSteal: the task that became ready last of a random other node, or of the first
/// one after it, cyclically, whose last task may be taken. O(nodes).
class RandSteal final : public StealingRule {
  public:
    explicit RandSteal(std::uint64_t seed) : random_(seed) {}
    std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) override;

  private:
    std::mt19937_64 random_; ///< not Dice, whose draws are others: recorded runs would change
};

/// ChoiceSteal: the cheapest of the tasks that became ready last on each node; among
/// equals that of the first node after the thief, cyclically. O(nodes).
class ChoiceSteal final : public StealingRule {
  public:
    std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) override;
};

/// EffectiveSteal: the cheapest of all tasks that have a tile on the thief's node; if it may not be taken, as
/// ChoiceSteal. If no task has one there, as RandSteal. Eyraud-Dubois and Lambert scan each node's list, locking
/// it, first for cost 0, then for 1 or 2; the buckets of ReadyTasks find the same at once. Among equals the one that
/// got its cost last: its owner is likely to execute it after the others. O(1) amortised; O(nodes) where the cheapest
/// will not do.
class EffectiveSteal final : public StealingRule {
  public:
    explicit EffectiveSteal(std::uint64_t seed) : random_(seed) {}
    [[nodiscard]] Search search() const override { return Search::by_cost; }
    std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) override;

  private:
    RandSteal random_;
    ChoiceSteal choice_;
};

} // namespace tangram::sched
