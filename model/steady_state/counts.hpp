#pragma once

/// How often each activity takes place in a period, in whole numbers.

#include "model/steady_state/rates.hpp"

#include <vector>

namespace tangram::model::steady_state {

struct Counts {
    std::vector<std::vector<Integer>> computed; ///< by processor and task
    std::vector<std::vector<Integer>> sent;     ///< by link and file
};

/// What each rate amounts to in a time, rounded down. O(rates).
[[nodiscard]] Counts counts_in(const Rational& time, const Rates& rates);

} // namespace tangram::model::steady_state
