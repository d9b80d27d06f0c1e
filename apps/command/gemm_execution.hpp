#pragma once

/// Runs a product as often as --repeat says, on matrices or simulated, and verifies it.

#include "apps/command/gemm_arguments.hpp"
#include "apps/command/gemm_problem.hpp"
#include "apps/gemm/report/report.hpp"

namespace tangram::apps {

/// Reads or makes the matrices, multiplies, verifies, and writes C to --out. A result that fails verification is no
/// error here: the outcome says so.
GemmOutcome execute(const GemmArguments& arguments, const GemmProblem& problem);

} // namespace tangram::apps
