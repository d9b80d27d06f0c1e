#pragma once

/// Which tiles are at which memory nodes, or on their way there: one bit each.

#include "partition/ceil_divided.hpp"
#include "sched/product_tiles.hpp"
#include "sched/task.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {

class TilePlaces {
  public:
    TilePlaces(std::size_t tiles, std::size_t nodes)
        : words_per_tile_(ceil_divided(nodes, word_bits)), words_(tiles * words_per_tile_) {}

    [[nodiscard]] bool is_at(Tile tile, Node node) const { return (word(tile, node) >> (node % word_bits) & 1) != 0; }
    void insert(Tile tile, Node node) { word(tile, node) |= bit(node); }
    void erase(Tile tile, Node node) { word(tile, node) &= ~bit(node); }

    /// Calls visit(node) for each node that has one of the tiles. O(nodes / 64 + visits).
    template <class Tiles, class Visit> void for_each_node(const Tiles& tiles, Visit visit) const {
        for (std::size_t w = 0; w < words_per_tile_; ++w) {
            std::uint64_t nodes = 0;
            for (const Tile tile : tiles) {
                nodes |= words_[tile * words_per_tile_ + w];
            }
            for (; nodes != 0; nodes &= nodes - 1) {
                visit(Node{w * word_bits + static_cast<std::size_t>(std::countr_zero(nodes))});
            }
        }
    }

  private:
    static constexpr std::size_t word_bits = 64;

    static std::uint64_t bit(Node node) { return std::uint64_t{1} << (node % word_bits); }
    std::uint64_t& word(Tile tile, Node node) { return words_[tile * words_per_tile_ + node / word_bits]; }
    [[nodiscard]] std::uint64_t word(Tile tile, Node node) const {
        return words_[tile * words_per_tile_ + node / word_bits];
    }

    std::size_t words_per_tile_;
    std::vector<std::uint64_t> words_;
};

} // namespace tangram::sched
