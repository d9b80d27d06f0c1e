#pragma once

/// The corner boxes that the searches try beside a background processor.

#include "partition/dissection/dissection.hpp"

#include <array>
#include <cmath>
#include <optional>

namespace tangram::partition {

/// Extents along the long axis of the whole by those across (specs/partition.md,
/// section 4). Below 1 they would fit less often and cost the same, since
/// what is in the corner may be cut along either axis.
constexpr std::array corner_aspects{1.0, 3.0 / 2, 2.0, 3.0};

/// `box` without a corner that takes this fraction of it and has this aspect; nothing if that does not fit.
inline std::optional<Corner> try_corner(const Box& box, double fraction, double corner_aspect) {
    constexpr double fits = 0.999; // thinner remains are slices in all but name
    const double unit = short_side(box);
    const double width = fraction * aspect(box);
    const double along = std::sqrt(width * corner_aspect) * unit;
    const double across = std::sqrt(width / corner_aspect) * unit;
    if (along > fits * long_side(box) || across > fits * unit)
        return std::nullopt;
    return split_corner(box, along, across);
}

} // namespace tangram::partition
