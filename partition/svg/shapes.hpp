#pragma once

/// What pictures are made of: tiles, zones and solids, each drawn with its upper
/// left corner at the origin.

#include "partition/base/zones.hpp"
#include "partition/svg/page.hpp"
#include "partition/svg/svg.hpp"

#include <string>

namespace tangram::partition::svg {

/// The tiles of a drawing; see draw(). O(shares).
void append_tiles(std::string& svg, const Drawing& drawing, Extent extent);

/// The zones of a two-dimensional partition, outlined, each with its
/// processor's number. O(b log b) for b boxes.
void append_zones(std::string& svg, const Partition& partition, Extent extent);

/// A three-dimensional partition in isometric projection, its zones moved
/// apart. Returns the space that it takes, at most `side` in each direction. O(b^2).
[[nodiscard]] Extent append_solids(std::string& svg, const Partition& partition, double side);

} // namespace tangram::partition::svg
