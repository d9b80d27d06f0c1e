#pragma once

/// In which order a node executes the tasks of its zone. Eyraud-Dubois and Lambert (2018) leave it open;
/// plain submission order (row by row, tile by tile) unlocks little work for the tiles
/// that a node fetches first, and all nodes start by waiting for the same link.
/// A shell is the set of tasks that share one number in this order.
///
/// First slices: the zone's products along one k after the other, in each by growing
/// rows and columns together, max(i', j') with the ranks i', j' of i and j in the zone.
/// As tiles of C may come later (LateC), f = 2 s tiles of A and B unlock s^2 = f^2 / 4 tasks. Growing rows, columns and
/// products together, as DynamicMatrix does (Beaumont and Marchal 2014, algorithm 3), f tiles unlock (f / 3)^1.5. So a
/// node keeps computing while the rest of its tiles arrive.
///
/// In three dimensions the slices are those of the node's own products. Nodes whose products have the same k start with
/// different ones there, as all nodes do in two (first_k).
///
/// Then, when the links have become idle, rank by rank: what remains of the products of
/// all tiles of C of a rank (zone_ends), so that tiles of C are sent to RAM while others are computed.
///
/// Last of all, tile by tile, those that are reserved for thieves, who are to find them whole (spare_tiles).
///
/// A zone that does not fit the node's memory is worked off in this order block by block (zone_blocks). Each block has
/// an end of its own, so that its tiles of C make room for those of the next block. After a block's first slice, the
/// other slices and the end go row by row or column by column where the plan says so. Thieves' memory does not keep
/// what they read either, so what is reserved for them is then in slices: 2% less traffic than tile by tile.

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"
#include "sched/zones/zone_blocks.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// What there is to know of zones besides their tiles.
struct ZonePlan {
    /// By tile of C, row-major: the thief for which it is reserved to the end, if there is one (spare_tiles). A
    /// node for which some are reserved reserves none for others.
    /// Empty: none is; so in three dimensions.
    std::vector<std::optional<Node>> spare = {};

    /// By node, products of each tile at the end (zone_ends), from zone_end of the depth to the depth.
    /// Empty: zone_end of the depth. In three dimensions each end is an eighth of the node's own
    /// products.
    std::vector<std::uint32_t> ends = {};

    /// By node, products of each tile that come first, rank by rank, as at the end. Empty: one.
    std::vector<std::uint32_t> starts = {};

    /// Where zones do not fit their nodes' memory (zone_blocks).
    BlockNumbers blocks = {};
    /// By tile, the order of its block's slices. Empty: growing.
    std::vector<SliceOrder> slice_orders = {};
};

class ZoneOrder {
  public:
    /// depth: products along k. Throws std::invalid_argument for a plan that is not of this
    /// allocation and depth. O(tiles + sides log sides for each zone or block).
    ZoneOrder(const partition::Allocation& allocation, std::size_t depth, ZonePlan plan = {});

    /// The product that starts tile C(i,j): nodes start at different k, so that they
    /// do not all wait for the same tiles. 0 in 3D, where each has its own products.
    [[nodiscard]] std::uint32_t first_k(std::uint32_t i, std::uint32_t j) const;

    /// The place of a product among those of its tile, 0 to depth - 1: cyclically from first_k on.
    [[nodiscard]] std::uint32_t step(const Task& task) const {
        return (task.k + depth_ - first_k(task.i, task.j)) % depth_;
    }

    /// The thief for which the task's tile is reserved to the end, if there is one.
    [[nodiscard]] std::optional<Node> reserved_for(const Task& task) const {
        return plan_.spare.empty() ? std::nullopt : plan_.spare[allocation_.index(task.i, task.j)];
    }

    /// The shell of a task in its zone, below shells().
    [[nodiscard]] std::uint32_t shell(const Task& task) const;

    [[nodiscard]] std::size_t shells() const { return first_reserved_ + std::size_t{slices_for_thieves()} * side_; }

    /// All products of the grid, shell by shell, so that every node finds work among the
    /// first. Those of one tile of C in 2D start with first_k. O(tasks).
    [[nodiscard]] std::vector<Task> all_tasks() const;

  private:
    /// A zone, or a block of one.
    struct Part {
        std::uint32_t first_shell = 0;
        std::uint32_t side = 0; ///< shells of each slice
    };

    /// Of a tile of the allocation.
    struct TileInPart {
        std::uint32_t part = 0;
        std::uint32_t rank = 0; ///< max(i', j') in it
        std::uint32_t line = 0; ///< i' row by row, j' column by column, else the rank
    };

    void check_plan() const;
    void arrange(const std::vector<std::size_t>& zone);
    void add_part(const std::vector<std::size_t>& tiles, std::uint32_t& shell);
    [[nodiscard]] std::vector<std::vector<std::size_t>> blocks_of(const std::vector<std::size_t>& zone) const;
    void rank_slices(const std::vector<std::vector<std::size_t>>& zones);
    [[nodiscard]] std::uint32_t slice(const Task& task) const;
    [[nodiscard]] std::uint32_t slices_for_thieves() const { return plan_.blocks.empty() ? 1 : depth_; }

    partition::Allocation allocation_;
    std::uint32_t depth_;
    ZonePlan plan_;                                    ///< with ends
    std::uint32_t slices_;                             ///< before the node goes on rank by rank
    std::uint32_t side_;                               ///< the longer one of the grid
    std::vector<TileInPart> tiles_;                    ///< by tile of the allocation
    std::vector<Part> parts_;                          ///< node by node
    std::vector<std::vector<std::uint32_t>> slice_of_; ///< by node and product along k, in three dimensions
    std::uint32_t first_reserved_ = 0;                 ///< first of these shells
};

} // namespace tangram::sched
