#pragma once

/// Tilings in the numbers of the standard library.

#include "base/tiling.hpp"

#include <cstddef>
#include <cstdint>

namespace tangram::nodes {

[[nodiscard]] inline std::size_t count(const Tiling& tiling) {
    return static_cast<std::size_t>(tiling.count());
}

[[nodiscard]] inline std::uint64_t length(const Tiling& tiling, std::size_t index) {
    return static_cast<std::uint64_t>(tiling.length(static_cast<std::int64_t>(index)));
}

} // namespace tangram::nodes
