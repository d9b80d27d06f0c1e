#pragma once

/// Which tiles are at which memory nodes, or on their way there: one bit each.

#include "base/bit_matrix.hpp"
#include "sched/base/product_tiles.hpp"
#include "sched/base/task.hpp"

#include <cstddef>
#include <cstdint>

namespace tangram::sched {

class TilePlaces {
  public:
    TilePlaces(std::size_t tiles, std::size_t nodes) : nodes_(tiles, nodes) {}

    [[nodiscard]] bool is_at(Tile tile, Node node) const { return nodes_.test(tile, node); }
    void insert(Tile tile, Node node) { nodes_.set(tile, node); }
    void erase(Tile tile, Node node) { nodes_.reset(tile, node); }

    /// Calls visit(node) for each node that has one of the tiles. O(nodes / 64 + visits).
    template <class Tiles, class Visit> void for_each_node(const Tiles& tiles, Visit visit) const {
        for (std::size_t w = 0; w < nodes_.words(); ++w) {
            BitMatrix::Word found = 0;
            for (const Tile tile : tiles) {
                found |= nodes_.word(tile, w);
            }
            BitMatrix::for_each_bit(found, w, [&](std::uint32_t node) { visit(Node{node}); });
        }
    }

  private:
    BitMatrix nodes_; ///< of each tile
};

} // namespace tangram::sched
