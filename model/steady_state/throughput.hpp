#pragma once

/// The best throughput that any schedule sustains, and rates that reach it: the linear programme of Beaumont, Legrand
/// and Robert 2003, solved over the rationals.

#include "model/steady_state/rates.hpp"

#include <string>
#include <vector>

namespace tangram::model::steady_state {

/// What a capacity is worth: the throughput gained for each time unit per time unit that there were more of it.
struct Price {
    Capacity capacity;
    Rational price;
};

/// Where it is not proved: the rates are nearly a steady state, as floating point finds it, and may break constraints
/// slightly; the bound holds; there are no limits.
struct SteadyState {
    /// Without circulations. Of all that reach the throughput, those with the least sum of data c sent; only where this
    /// cannot be proved, some others that reach it.
    Rates rates;
    Rational bound;            ///< no schedule exceeds it, by the dual programme: the sum of the prices
    bool proved = false;       ///< whether the throughput equals the bound, both exact
    std::string reason;        ///< why the throughput is 0; else empty
    std::vector<Price> limits; ///< the positive ones, the highest first
};

/// Throws InvalidInput as require_valid(), RunFailure if CLP does not solve the programme in floating point. Processors
/// that no master reaches compute nothing. Time as maximum().
[[nodiscard]] SteadyState best_throughput(const Problem& problem);

} // namespace tangram::model::steady_state
