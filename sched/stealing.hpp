#pragma once

/// What a node does when its own list is empty: the work-stealing strategies of
/// seed 003, section 4.2.1. Tasks that a worker holds in its window are out of the
/// lists, hence never stolen.

#include "sched/ready_tasks.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <random>

namespace tangram::sched {

/// Whether a node may be robbed now.
using MayRob = std::function<bool(Node victim)>;

class StealingRule {
  public:
    StealingRule() = default;
    StealingRule(const StealingRule&) = delete;
    StealingRule& operator=(const StealingRule&) = delete;
    virtual ~StealingRule() = default;

    /// The task that `thief`, whose own list is empty, shall take from a node that may be
    /// robbed; it stays.
    virtual std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayRob& may_rob) = 0;
};

/// RandSteal: the task that became ready last of a random other node, or of the first
/// one after it, cyclically, that has any. O(nodes).
class RandSteal final : public StealingRule {
  public:
    explicit RandSteal(std::uint64_t seed) : random_(seed) {}
    std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayRob& may_rob) override;

  private:
    std::mt19937_64 random_;
};

/// ChoiceSteal: the cheapest of the tasks that became ready last on each node; among
/// equals that of the first node after the thief, cyclically. O(nodes).
class ChoiceSteal final : public StealingRule {
  public:
    std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayRob& may_rob) override;
};

/// EffectiveSteal: the cheapest of all tasks if it has a tile on the thief's node,
/// and its node may be robbed, else as RandSteal. The paper scans each node's list, locking it, first for cost
/// 0, then for 1 or 2; the buckets of ReadyTasks find the same at once. Among equals
/// the one that got its cost last, since owners work from the other end. Wants
/// Search::by_cost. O(1) amortised.
class EffectiveSteal final : public StealingRule {
  public:
    explicit EffectiveSteal(std::uint64_t seed) : otherwise_(seed) {}
    std::optional<TaskLists::Ticket> choose(ReadyTasks& tasks, Node thief, const MayRob& may_rob) override;

  private:
    RandSteal otherwise_;
};

} // namespace tangram::sched
