#pragma once

#include <cstddef>
#include <limits>

namespace tangram::partition {

/// Stands for the owner of a tile that has none yet.
inline constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// Grid lines or tiles, in one dimension.
struct TileRange {
    std::size_t begin;
    std::size_t end;
};

} // namespace tangram::partition
