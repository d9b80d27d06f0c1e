#pragma once

/// What the user's environment says about cuBLAS's arithmetic: tensor cores, TF32, emulation. Tangram leaves it
/// alone, and reports it.

#include <map>
#include <string>

namespace tangram::apps {

/// NVIDIA_TF32_OVERRIDE and all CUBLAS_... of the environment, by name.
std::map<std::string, std::string> math_settings();

} // namespace tangram::apps
