#pragma once

/// Which node executes a tile's products: the one that the plan names, until a thief takes
/// one of them. From then on it is the thief, until another one takes one from it: the
/// products of a tile run one after the other, and if its owner went on, C would go to the
/// thief and back for a single product. So what a thief takes is not a product but all that
/// remain of its tile, and whether that pays depends on how many they are.
/// In Eyraud-Dubois and Lambert (2018) each product is stolen by itself.

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

class TileHolders {
  public:
    /// depth: products of a tile. In three dimensions each layer's part of one counts as a tile. home: the node that
    /// has A and B from the start, if it has workers. absent: by tile, whether it has no products, as another process
    /// computes it; empty: none is absent.
    TileHolders(const partition::Allocation& allocation, std::size_t depth, std::optional<Node> home,
                const std::vector<bool>& absent = {});

    [[nodiscard]] Node holder(const Task& task) const { return holders_.at(tile(task)); }

    /// Products that were not handed out: of the task's tile, of the tiles that a node
    /// holds, of those among them that the plan gave it.
    [[nodiscard]] std::size_t remaining_of_tile(const Task& task) const { return remaining_of_tile_.at(tile(task)); }
    [[nodiscard]] std::size_t remaining(Node node) const { return remaining_.at(node); }
    [[nodiscard]] std::size_t planned_remaining(Node node) const { return planned_remaining_.at(node); }

    /// Of the task's row and column of C, in its layer, those in which home holds all tiles: 0 to 2. No device works on
    /// them, so their tiles of A and B will hardly be at one. O(1).
    [[nodiscard]] std::size_t lines_at_home(const Task& task) const;

    /// One of the tile's products is handed out.
    void hand_out(const Task& task);

    /// The node holds the tile from now on.
    void take(const Task& task, Node node);

  private:
    [[nodiscard]] std::size_t tile(const Task& task) const {
        return allocation_.index_of_product(task.i, task.j, task.k);
    }
    [[nodiscard]] bool is_planned(const Task& task, Node node) const { return allocation_.owners[tile(task)] == node; }
    void remove(const Task& task, std::size_t products);
    void add_to_lines(const partition::Coordinates& tile, Node holder, int tiles);

    partition::Allocation allocation_;
    std::optional<Node> home_;
    std::vector<Node> holders_;                  ///< by tile
    std::vector<std::size_t> remaining_of_tile_; ///< by tile
    std::vector<std::size_t> remaining_;         ///< by node
    std::vector<std::size_t> planned_remaining_; ///< by node
    std::vector<int> rows_;                      ///< by layer and row: tiles that devices hold
    std::vector<int> columns_;                   ///< by layer and column: the same
};

} // namespace tangram::sched
