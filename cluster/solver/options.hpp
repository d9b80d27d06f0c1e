#pragma once

/// How processes exchange loads and select slaves.

#include "cluster/exchange/load.hpp"
#include "cluster/exchange/mechanism.hpp"
#include "cluster/solver/problem.hpp"
#include "cluster/solver/slave_selection.hpp"

#include <optional>
#include <string>

namespace tangram::solver {

struct Options {
    std::string mechanism = "increments"; ///< of exchange::mechanism_names()
    Strategy strategy = Strategy::memory;
    std::optional<exchange::Load> threshold{}; ///< nothing: default_threshold()
    SelectionLimits limits{};
    Index panel_rows = 64;      ///< of fronts of type 2: pivots that the master eliminates at a time
    bool no_more_master = true; ///< whether processes tell that they select no slaves any more
};

/// Throws InvalidInput if there is no such mechanism, a limit or the rows of panels are below 1, or a threshold is
/// negative.
void require_valid(const Options& options);

/// Of the order of the tasks that masters give (Guermouche and L'Excellent 2005, section 2.3): the smallest one of a
/// mean front of type 2. Zeros if there is no such front. O(fronts).
[[nodiscard]] exchange::Load default_threshold(const Problem& problem, const SelectionLimits& limits);

/// What the mechanisms start with. O(fronts).
[[nodiscard]] exchange::Setting setting(const Problem& problem, const Options& options);

} // namespace tangram::solver
