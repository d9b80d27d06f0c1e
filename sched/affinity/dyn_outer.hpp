#pragma once

/// Growing strategies for the outer product that send no rows and columns in vain (seed 002,
/// section 2.4).

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"
#include "sched/affinity/outer_growth.hpp"

#include <cstdint>
#include <vector>

namespace tangram::sched {

/// What the two have in common: a processor grows by the row and the column of a pair (i,j),
/// both unknown to it, which is drawn from those that suit by trial and error; where few do,
/// few tasks are left, and the pairs are counted. Where none does, which the paper leaves open,
/// it is any task that is left.
///
/// A trial takes O(1), where row and column must be looked through O((rows + columns) / 64); to
/// count takes O(rows columns / 64), less where few rows and columns have tasks that are left.
class DynOuter : public AffinityStrategy {
  public:
    explicit DynOuter(const AffinityProblem& problem)
        : growth_(problem), open_(problem.tasks()), left_in_row_(problem.rows, problem.columns),
          left_in_column_(problem.columns, problem.rows), dice_(problem.seed) {}

    std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) override;

  protected:
    /// A pair that suits, as the number of its task. Some task is left.
    virtual TaskNumber draw(Node processor) = 0;

    static constexpr int trials = 32;

    OuterGrowth growth_;
    IndexedBag open_;                        ///< tasks that are left
    std::vector<std::uint32_t> left_in_row_; ///< how many, by row
    std::vector<std::uint32_t> left_in_column_;
    Dice dice_;
};

/// DynUnprocessedOuter: T(i,j) itself is left.
class DynUnprocessedOuter final : public DynOuter {
  public:
    using DynOuter::DynOuter;

  private:
    TaskNumber draw(Node processor) override;
};

/// DynUsefulOuter: some task of row i or column j is left which the processor can do then.
class DynUsefulOuter final : public DynOuter {
  public:
    using DynOuter::DynOuter;

  private:
    TaskNumber draw(Node processor) override;
    TaskNumber draw_counted(Node processor);
};

} // namespace tangram::sched
