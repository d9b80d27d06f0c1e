#pragma once

/// Counted work: what limits a search alike on every machine and in every run, which a clock could not.

#include <algorithm>
#include <limits>

namespace tangram::partition {

/// Multiplies what searches do; with this effort they take hours.
inline constexpr double most_effort = 10'000;

/// Work of a nominal second.
inline constexpr double work_of_second = 1e9;

/// Work is in nominal nanoseconds: counted operations, each with what it takes on a core of a current processor.
/// experiments/bench/planning.sh compares them with seconds.
class WorkBudget {
  public:
    WorkBudget() = default; ///< without a limit
    explicit WorkBudget(double most) : most_(most) {}

    void spend(double work) { spent_ += work; }
    [[nodiscard]] double spent() const { return spent_; }
    /// Not below 0.
    [[nodiscard]] double remaining() const { return std::max(0.0, most_ - spent_); }
    /// A budget of a share of what is left. Its holder spends of this one what the part has spent.
    [[nodiscard]] WorkBudget part(double share) const { return WorkBudget(share * remaining()); }

  private:
    double most_ = std::numeric_limits<double>::infinity();
    double spent_ = 0;
};

} // namespace tangram::partition
