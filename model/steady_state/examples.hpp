#pragma once

/// The two examples of Beaumont, Legrand and Robert 2003, section 5.

#include "model/steady_state/problem.hpp"

namespace tangram::model::steady_state {

/// Four processors, four tasks: throughput 39/280. The paper's figures are lost; these values reproduce every number
/// that its text prints.
[[nodiscard]] Problem toy_example();

/// Seventeen processors in two clusters behind a slow link, five tasks. A stand-in: the paper's links are not
/// known, and these have the throughputs that it prints, 151/1740 and, coarse, 137/2320.
[[nodiscard]] Problem seventeen_example();

} // namespace tangram::model::steady_state
