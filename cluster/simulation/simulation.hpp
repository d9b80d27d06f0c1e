#pragma once

/// The factorisation of cluster/solver on simulated processes, without numbers: computations take their flops' time.
/// Nothing is drawn at random: the same input has the same course.

#include "cluster/simulation/machine.hpp"
#include "cluster/simulation/result.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"

namespace tangram::simulation {

/// Messages of the exchange and of the application travel in networks of their own. Throws InvalidInput as the
/// functions require_valid() of options and machine, std::logic_error if processes wait for ever, which would be a
/// fault of their protocol. O(events log events).
[[nodiscard]] Result simulate(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                              const Watch& watch = {});

} // namespace tangram::simulation
