#pragma once

/// When activities start: each one period after the last of those that feed it.

#include "model/steady_state/counts.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state {

/// The longest chains of activities that feed each one; 0 for those that do not take place.
struct Depths {
    std::vector<std::vector<std::size_t>> of_task; ///< by processor and task
    std::vector<std::vector<std::size_t>> of_sent; ///< by link and file
    /// The greatest depth plus 1; 0 if nothing takes place. Activities of depth periods-1 start in period number
    /// periods (counted from 1), so jobs are done in full from then on.
    std::size_t periods = 0;
};

/// What feeds an activity is all that puts files into the buffer from which it takes its own: transfers to its
/// processor, and the task there that makes them. Nothing feeds those that take inputs at a master. Throws InvalidInput
/// for a circulation, of files that run in circles. O(processors x links x files).
[[nodiscard]] Depths depths(const Problem& problem, const Counts& counts);

} // namespace tangram::model::steady_state
