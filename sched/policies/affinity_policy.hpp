#pragma once

/// An affinity strategy (Beaumont and Marchal 2013 and 2014) as a policy of a product: memory nodes are its
/// processors. A strategy gives a node any tasks that nobody was given, so nothing is handed
/// out before all units of work have a ready task: then all nodes are woken.
///
///     matrix   a unit is T(i,j,k); the caller must let nodes accumulate apart, so that the
///              products of one tile do not wait for each other (Strategy::wants_independent)
///     outer    a unit is all products of C(i,j), which need row i of A and column j of B: a matrix
///              product in two dimensions
///
/// The dynamic strategies of Eyraud-Dubois and Lambert (2018), DynamicPolicy, see only tasks that are ready.

#include "base/bit_matrix.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/base/policy.hpp"
#include "sched/base/product_tiles.hpp"
#include "sched/policies/workload.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace tangram::sched {

class AffinityPolicy final : public Policy {
  public:
    AffinityPolicy(const Workload& workload, const AffinityKind& kind);

    Wake ready(const Task& task) override;
    std::optional<Task> next(Node node) override;
    [[nodiscard]] const Decisions& decisions() const override { return decisions_; }

    /// Ready tasks of units without owner: there is work for any node that asks. Tests find nodes by it that sleep all
    /// the same.
    [[nodiscard]] std::size_t unowned() const { return unowned_; }

  private:
    /// What the strategy knows as one task.
    struct Unit {
        std::optional<Node> owner; ///< whom it was given to
        std::vector<Task> ready;   ///< while nobody owns it
    };

    [[nodiscard]] Unit& unit(const Task& task);
    void give(TaskNumber number, Node node);
    std::size_t fetch(const Task& task, Node node);

    Kernel kernel_;
    ProductTiles tiles_;
    std::unique_ptr<AffinityStrategy> strategy_;
    std::vector<Unit> units_;              ///< by number
    std::vector<std::deque<Task>> queues_; ///< ready tasks by the node that owns them
    std::size_t unready_;                  ///< units of which no task was ready yet
    std::size_t unowned_ = 0;              ///< ready tasks of units without owner
    std::vector<TaskNumber> given_;
    BitMatrix there_; ///< by node, tiles that were there before or that its tasks needed
    Decisions decisions_;
};

} // namespace tangram::sched
