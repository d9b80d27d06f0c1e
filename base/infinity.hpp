#pragma once

#include <limits>

namespace tangram {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace tangram
