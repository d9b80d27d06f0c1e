#pragma once

/// Pictures of three dimensions: flat slices side by side, each with its place along k or z above it.

#include "partition/base/allocation.hpp"
#include "partition/base/zones.hpp"
#include "partition/svg/page.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::partition::svg {

/// One layer of the allocation in so many is shown, so that there are at most 12 slices.
[[nodiscard]] std::size_t layer_step(const Allocation& allocation);

/// The tiles of those layers, with their upper left corner at the origin. `labels`: one per processor. Returns the
/// space that they take. O(tiles shown).
[[nodiscard]] Extent append_layers(std::string& svg, const Allocation& allocation,
                                   const std::vector<std::string>& labels);

/// A three-dimensional partition as append_solids() draws it, at most `side` in each direction, and below it slices
/// through the middle of each quarter of its depth. Returns the space that both take. O(b^2) for b boxes.
[[nodiscard]] Extent append_solids_and_slices(std::string& svg, const Partition& partition, double side);

} // namespace tangram::partition::svg
