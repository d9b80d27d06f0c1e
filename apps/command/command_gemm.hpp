#pragma once

#include "apps/command/gemm_arguments.hpp"

namespace tangram::apps {

/// `tangram gemm` and `tangram outer`: the run that they share: checks, product, outputs. Returns the exit code.
int run_gemm(const GemmArguments& arguments);

} // namespace tangram::apps
