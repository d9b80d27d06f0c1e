#pragma once

/// The input of every partitioner, checked: speeds in any unit, turned into
/// shares of the whole, and the sides of the domain to share.

#include <span>
#include <vector>

namespace tangram::partition {

/// Shares of the work in proportion to `speeds` (any unit): positive, sum 1 up
/// to rounding. A share too small for a double becomes the smallest normal
/// double. Throws InvalidInput when there are no speeds or one is not a
/// positive finite number. O(k).
[[nodiscard]] std::vector<double> shares(std::span<const double> speeds);

/// Throws InvalidInput, naming the offender, unless both sides of a domain are
/// positive finite numbers.
void require_sides(double height, double width);

} // namespace tangram::partition
