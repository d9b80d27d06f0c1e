#pragma once

/// Strategies for the outer product that send only rows and columns that make a task possible (Beaumont and
/// Marchal 2013, section 2.4).

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"
#include "sched/affinity/outer_growth.hpp"
#include "sched/affinity/task_draw.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// What the two have in common: a processor grows by the row and the column of a pair (i,j),
/// both unknown to it, which is drawn from those that suit by trial and error; where few do,
/// few tasks remain, and the pairs are counted. Where none does, which the paper leaves open,
/// it is any task that remains.
class DynOuter : public AffinityStrategy {
  public:
    explicit DynOuter(const AffinityProblem& problem) : growth_(problem), draw_(problem.tasks()), dice_(problem.seed) {}

    std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) override;

  protected:
    /// A pair that suits, as the number of its task. Some task remains.
    virtual TaskNumber draw(Node processor) = 0;

    /// After a processor was given tasks, from the `first` on.
    virtual void given(const std::vector<TaskNumber>&, std::size_t) {}

    /// Any task that remains.
    TaskNumber any_task() {
        return draw_.any(
            growth_.remaining(), [&](TaskNumber task) { return growth_.is_open(task); }, dice_);
    }

    static constexpr int trials = 32;

    OuterGrowth growth_;
    TaskDraw draw_;
    Dice dice_;
};

/// DynUnprocessedOuter: T(i,j) itself remains. The set of suitable pairs only shrinks: it is
/// counted once, in O(rows columns / 64), and a draw takes O(1) amortised before and after.
class DynUnprocessedOuter final : public DynOuter {
  public:
    explicit DynUnprocessedOuter(const AffinityProblem& problem) : DynOuter(problem), suitable_(problem.processors) {}

  private:
    TaskNumber draw(Node processor) override;

    std::vector<std::optional<Bag>> suitable_; ///< by processor: tasks that did when they were counted
};

/// DynUsefulOuter: some task of row i or column j remains that the processor can do then. A trial
/// takes O((rows + columns) / 64), to count O(rows columns / 64), less where few rows and
/// columns have tasks that remain.
class DynUsefulOuter final : public DynOuter {
  public:
    explicit DynUsefulOuter(const AffinityProblem& problem)
        : DynOuter(problem), remaining_in_row_(problem.rows, problem.columns),
          remaining_in_column_(problem.columns, problem.rows) {}

  private:
    TaskNumber draw(Node processor) override;
    TaskNumber draw_counted(Node processor);
    void given(const std::vector<TaskNumber>& tasks, std::size_t first) override;

    std::vector<std::uint32_t> remaining_in_row_; ///< tasks that remain, by row
    std::vector<std::uint32_t> remaining_in_column_;
};

} // namespace tangram::sched
