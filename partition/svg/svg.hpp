#pragma once

/// Pictures as SVG: tile grids ("who computed what"), zones, and their solids in
/// three dimensions. Every processor has its colour and, where there is space,
/// its number, so that black and white prints can be read too. Colours are safe
/// for the colour-blind up to 8 processors (Okabe and Ito 2008).

#include "partition/base/allocation.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::partition {

/// What one processor computed of a tile of C.
struct TileShare {
    std::size_t processor;
    double share; ///< in any unit, e.g. tasks; a tile's shares are drawn in proportion

    bool operator==(const TileShare&) const = default;
};

/// A grid of tiles to draw. A tile that several processors worked on (each
/// doing part of k) shows as a stack of bars, one that nobody did stays white.
struct Drawing {
    std::string title;
    std::string subtitle;
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::vector<std::vector<TileShare>> cells; ///< rows x columns, row-major
    std::vector<std::string> labels;           ///< legend, one per processor
};

/// The picture of a static allocation: title its name, subtitle its size and
/// cost. Without `labels`, processors are labelled by number and tile count.
///
/// A tile of several layers shows as a stack of its owners.
///
/// Throws InvalidInput unless there are no labels or one per processor.
/// O(tiles), times the owners of a tile of C if there are several layers.
[[nodiscard]] Drawing drawing_of(const Allocation& allocation, std::vector<std::string> labels = {});

/// The drawing as an SVG document: the grid about 640 px large and the legend
/// on its right. Lines are left out above 100 tiles in a dimension, and legends
/// end after 32 entries.
///
/// Throws InvalidInput for a grid without tiles, a number of cells other than
/// rows * columns, a processor without label, or a share that is not a
/// positive finite number. O(shares), and runs of equal tiles in a row take
/// the space of one.
[[nodiscard]] std::string draw(const Drawing& drawing);

/// The tiles of an allocation; of one with several layers slices along k, at
/// most 12. Labels and errors as for drawing_of. O(tiles).
[[nodiscard]] std::string draw(const Allocation& allocation, std::vector<std::string> labels = {});

/// The zones of a partition, x downwards; of a three-dimensional one the
/// solids, moved apart, in isometric projection (z away from the viewer), and
/// four slices. Without `labels`, processors are labelled by number and share.
///
/// Throws InvalidInput unless there are no labels or one per processor, and
/// for more than 4096 boxes in three dimensions. O(b log b) for b boxes; in
/// three dimensions O(b^2).
[[nodiscard]] std::string draw(const Partition& partition, std::vector<std::string> labels = {});

} // namespace tangram::partition
