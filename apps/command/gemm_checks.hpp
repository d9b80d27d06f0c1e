#pragma once

/// Whether the product that was asked for can be computed: decided before any memory is taken.

#include "apps/command/gemm_arguments.hpp"
#include "apps/command/gemm_problem.hpp"
#include "apps/gemm/machines/machine.hpp"

namespace tangram::apps {

/// Throws InvalidInput if a simulated run is asked for what only a real one has.
void check_simulated(const GemmArguments& arguments);

/// Throws InvalidInput if tile or factors do not fit the problem, Unavailable if its matrices need more memory than is
/// available.
void check_problem(const GemmArguments& arguments, const GemmProblem& problem);

/// Throws Unavailable if A, B and so many matrices of C's size (C after the product, C before it unless beta is 0) need
/// more than these bytes, which may be infinite.
void require_room_for_matrices(const GemmProblem& problem, int copies_of_c, double available);

/// A file that was forgotten makes a product of a random matrix: lines about that, and about one that is not used.
void warn_of_unusual_files(const GemmArguments& arguments, const Notify& warn);

} // namespace tangram::apps
