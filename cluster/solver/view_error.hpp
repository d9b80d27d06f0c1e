#pragma once

/// How far views are off when slaves are selected by them.

#include "cluster/exchange/load.hpp"
#include "cluster/solver/mean_and_max.hpp"
#include "cluster/solver/slave_selection.hpp"
#include "cluster/solver/solver_process.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::solver {

/// The error of a decision: the sum over the other processes of what their loads are believed wrong by, divided by the
/// sum of their loads; in the strategy's metric. A process's load is what it has, and what masters have selected it for
/// already. Decisions where the others have no load are left out.
class ViewError {
  public:
    ViewError(Strategy strategy, std::vector<exchange::Load> initial)
        : strategy_(strategy), truth_(std::move(initial)) {}

    /// Increases of slaves' tasks count when the slave is selected.
    void changes(int process, const Change& change) {
        truth_.at(static_cast<std::size_t>(process)) += change.as_slave ? exchange::decrease(change.load) : change.load;
    }

    /// The error of the decision; nothing if the others have no load.
    std::optional<double> decides(int master, const Decision& decision);

    /// Nothing if there was no decision that counts.
    [[nodiscard]] std::optional<MeanAndMax> over_decisions() const;
    /// By process.
    [[nodiscard]] const std::vector<exchange::Load>& truth() const { return truth_; }

  private:
    Strategy strategy_;
    std::vector<exchange::Load> truth_; ///< by process
    double sum_ = 0;
    double max_ = 0;
    std::size_t counted_ = 0;
};

} // namespace tangram::solver
