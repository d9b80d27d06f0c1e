#pragma once

/// What one call of CLBlast has in common with others.

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::apps {

/// A routine, and all that it chooses kernels and their grids by.
struct ClblastShape {
    std::string routine;
    std::size_t element_bytes;
    std::vector<std::size_t> sizes; ///< dimensions, leading dimensions, flags

    auto operator<=>(const ClblastShape&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14 sees a 0
};

} // namespace tangram::apps
