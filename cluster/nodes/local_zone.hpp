#pragma once

/// One process's part of a distributed product, as a product of its own: the rows and columns of tiles that its zone
/// spans, put together. Its tiles there are numbered from 0; what it needs of A has these rows, what it needs of B
/// these columns, both the whole depth.
///
///     zone of process 1         rows 1, 3; columns 0, 1         local tiles
///     . . .                                                       0 1
///     1 1 .          ->                                  ->     0 1 1
///     . . .                                                     1 1 .
///     1 . .

#include "base/tiling.hpp"
#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <vector>

namespace tangram::nodes {

struct LocalZone {
    std::vector<std::size_t> rows{};    ///< of the whole C, ascending: those that hold a tile of the zone
    std::vector<std::size_t> columns{}; ///< likewise
    std::vector<bool> is_own{};         ///< by local tile, row by row: whether it is in the zone

    [[nodiscard]] bool owns(std::size_t i, std::size_t j) const { return is_own[i * columns.size() + j]; }
    /// Tiles of C in the zone. O(rows x columns).
    [[nodiscard]] std::size_t tiles() const;
    /// Whether it has all tiles of its rows and columns.
    [[nodiscard]] bool is_whole() const { return tiles() == is_own.size(); }
};

/// Of a process of the plan; without rows and columns if it computes nothing. O(tiles of C).
[[nodiscard]] LocalZone local_zone(const NodePlan& plan, std::size_t process);

/// Tiles of A and B of slice k that the zone of this process needs and other processes own. O(rows + columns).
[[nodiscard]] std::size_t foreign_tiles(const NodePlan& plan, const LocalZone& zone, std::size_t process,
                                        std::size_t k);

/// The most of all slices, of so many.
[[nodiscard]] std::size_t most_foreign_tiles(const NodePlan& plan, const LocalZone& zone, std::size_t process,
                                             std::size_t slices);

/// The lines of a tiling, ascending, put together: only the last one of all may be shorter than a tile, and it comes
/// last.
[[nodiscard]] Tiling put_together(const Tiling& all, const std::vector<std::size_t>& lines);

} // namespace tangram::nodes
