#pragma once

/// One process of the solution as a program: it drives its numerics::Substitution until all processes agree that all
/// are done.

#include "cluster/driver/factorisation.hpp"

#include <span>
#include <vector>

namespace tangram::driver {

/// Collective: this process's part of x of A x = b by these factors, 0 elsewhere; the sum over processes is x. b: all
/// of it, by row of the matrix. Nothing else may use channel and rounds meanwhile. Throws as factorise() does.
[[nodiscard]] std::vector<double> solve(int me, const System& system, const numerics::Factors& factors,
                                        std::span<const double> b, Channel& channel, Rounds& rounds);

} // namespace tangram::driver
