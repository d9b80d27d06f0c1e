#pragma once

/// In which order a node executes the tasks of its zone. The paper leaves it open;
/// plain submission order (row by row, tile by tile) unlocks little work for the tiles
/// that it fetches first. Growing the rows, columns and products of a zone together,
/// as DynamicMatrix does (seed 000), gives f^1.5 of the tasks for a fraction f of the
/// tiles: task T(i,j,k) belongs to the shell max(i', j', k') of the cube, where i',
/// j', k' are the ranks of i, j and k in the zone.

#include "partition/allocation.hpp"
#include "sched/task.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {

class ZoneOrder {
  public:
    /// depth: products along k. O(tiles).
    ZoneOrder(const partition::Allocation& allocation, std::size_t depth);

    /// The product that starts tile C(i,j): nodes start at different k, so that they
    /// do not all wait for the same tiles. 0 in 3D, where each has its own products.
    [[nodiscard]] std::uint32_t first_k(std::uint32_t i, std::uint32_t j) const;

    /// The shell of a task in its zone, below shells().
    [[nodiscard]] std::uint32_t shell(const Task& task) const;

    [[nodiscard]] std::size_t shells() const { return shells_; }

    /// All products of the grid, shell by shell, so that every node finds work among the
    /// first. Those of one tile of C in 2D start with first_k. O(tasks).
    [[nodiscard]] std::vector<Task> all_tasks() const;

  private:
    /// Ranks in a node's zone: rows and columns with more of its tiles come first.
    struct Ranks {
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> columns;
        std::vector<std::uint32_t> products;
    };

    partition::Allocation allocation_;
    std::uint32_t depth_;
    std::size_t shells_;
    std::vector<Ranks> ranks_; ///< by node
};

} // namespace tangram::sched
