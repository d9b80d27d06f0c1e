#pragma once

#include "apps/command/gemm_arguments.hpp"

namespace tangram::apps {

/// The run that `gemm` and `outer` share: checks, product, outputs. Returns the exit code.
int run_gemm(const GemmArguments& arguments);

} // namespace tangram::apps
