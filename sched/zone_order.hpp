#pragma once

/// In which order a node executes the tasks of its zone. The paper leaves it open;
/// plain submission order (row by row, tile by tile) unlocks little work for the tiles
/// that a node fetches first, and all nodes start by waiting for the same link.
///
/// First slices: the zone's products along one k after the other, in each by growing
/// rows and columns together, max(i', j') with the ranks i', j' of i and j in the zone.
/// As tiles of C need not be there (LateC), 2 s tiles of A and B unlock s^2 tasks: more
/// than the f^1.5 of growing rows, columns and products together as DynamicMatrix does
/// (seed 000), and a node keeps computing while the rest of its tiles arrives.
///
/// In three dimensions too nodes that share products start with different ones, and the
/// slices are those of the node's own products.
///
/// Then, when the links have become idle, tile by tile: what is left of the products of
/// a tile of C (zone_ends), so that C goes home while others are computed.
///
/// Last of all, tile by tile, those that thieves are to find whole (spare_tiles).
///
/// A zone that does not fit the node's memory is worked off so block by block (zone_blocks), each with
/// its end, as its tiles of C are to make room for the next one's.
///
/// A shell is a set of tasks of equal place in this order.

#include "partition/allocation.hpp"
#include "sched/task.hpp"
#include "sched/zone_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// What there is to know of zones besides their tiles.
struct ZonePlan {
    /// By tile of C, row-major: for which thief it is left to the end, if for one (spare_tiles). A
    /// node for which some are left leaves none to others.
    /// Empty: none is; so in three dimensions.
    std::vector<std::optional<Node>> spare = {};

    /// By node, products of each tile at the end (zone_ends), from zone_end of the depth to the depth.
    /// Empty: zone_end of the depth. In three dimensions each end is an eighth of the node's own
    /// products.
    std::vector<std::uint32_t> ends = {};

    /// By node, those of its zone: each place of its rows and columns in one of them; none if the zone
    /// fits the node's memory. Empty: all fit; so in three dimensions.
    std::vector<Blocks> blocks = {};
};

class ZoneOrder {
  public:
    /// depth: products along k. Throws std::invalid_argument for a plan that is not of this
    /// allocation and depth. O(tiles).
    ZoneOrder(const partition::Allocation& allocation, std::size_t depth, ZonePlan plan = {});

    /// The product that starts tile C(i,j): nodes start at different k, so that they
    /// do not all wait for the same tiles. 0 in 3D, where each has its own products.
    [[nodiscard]] std::uint32_t first_k(std::uint32_t i, std::uint32_t j) const;

    /// The place of a product among those of its tile, 0 to depth - 1: cyclically from first_k on.
    [[nodiscard]] std::uint32_t step(const Task& task) const {
        return (task.k + depth_ - first_k(task.i, task.j)) % depth_;
    }

    /// For which thief the task's tile is left to the end, if for one.
    [[nodiscard]] std::optional<Node> left_for(const Task& task) const {
        return plan_.spare.empty() ? std::nullopt : plan_.spare[allocation_.index(task.i, task.j)];
    }

    /// The shell of a task in its zone, below shells().
    [[nodiscard]] std::uint32_t shell(const Task& task) const;

    [[nodiscard]] std::size_t shells() const { return left_to_thieves_ + std::size_t{side_}; }

    /// All products of the grid, shell by shell, so that every node finds work among the
    /// first. Those of one tile of C in 2D start with first_k. O(tasks).
    [[nodiscard]] std::vector<Task> all_tasks() const;

  private:
    /// Ranks in a node's zone: rows and columns with more of its tiles come first.
    struct Ranks {
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> columns;
        std::vector<std::uint32_t> slices;       ///< of products along k, in 3D
        std::uint32_t columns_used;              ///< that have a tile
        Blocks blocks;                           ///< at least one
        std::vector<std::uint32_t> first_shells; ///< by block
        std::vector<std::uint32_t> block_at;     ///< by row and column, as far as used; empty if there is one block
    };

    void check_plan() const;
    void arrange(Ranks& ranks, std::uint32_t rows_used) const;
    [[nodiscard]] static std::uint32_t side_of(const Block& block) { return std::max(block.rows, block.columns); }
    [[nodiscard]] std::uint32_t shells_of(const Block& block) const { return (slices_ + 1) * side_of(block); }
    [[nodiscard]] std::uint32_t slice(const Task& task, const Ranks& ranks) const;

    partition::Allocation allocation_;
    std::uint32_t depth_;
    ZonePlan plan_;                     ///< with ends
    std::uint32_t slices_;              ///< before the node goes on tile by tile
    std::uint32_t side_;                ///< the longer one of the grid
    std::vector<Ranks> ranks_;          ///< by node
    std::uint32_t left_to_thieves_ = 0; ///< first of these shells
};

} // namespace tangram::sched
