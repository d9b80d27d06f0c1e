#include "sched/zones/zone_blocks.hpp"

#include "base/ceil_divided.hpp"
#include "sched/zones/zone_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tangram::sched {

namespace {

/// Row by row, tiles of A to leave room for, and likewise of B column by column. Measured on the simulated sirocco at
/// N = 15360: with one, blocks in 450 MiB are too large and move more than smaller ones; with four, some that would
/// do are not taken (471 MiB).
constexpr std::size_t tiles_that_pass = 2;

/// Of equal parts of a side, where one begins.
std::uint32_t boundary(std::size_t side, std::size_t part, std::size_t parts) {
    return static_cast<std::uint32_t>(side * part / parts);
}

/// A zone's columns from some on, across which it is cut into `blocks` equal blocks.
struct Strip {
    std::size_t columns = 0;
    std::size_t blocks = 0;
};

/// Up to `columns`; 0 if not even one column of so many rows fits.
std::size_t widest_block(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile, SliceRoom room) {
    const auto fits = [&](std::size_t width) { return slice_bytes({rows, width, rows * width}, tile, room) <= memory; };
    std::size_t widest = 0;
    while (widest < columns && fits(widest + 1)) {
        ++widest;
    }
    return widest;
}

/// The strips that read least, and what. All but one are as wide as memory allows.
class Strips {
  public:
    Strips(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile, SliceRoom room)
        : rows_(rows), last_(columns + 1), bytes_(columns + 1, std::numeric_limits<double>::infinity()) {
        bytes_[0] = 0;
        for (std::size_t blocks = 1; blocks <= rows; ++blocks) {
            const std::size_t widest = widest_block(ceil_divided(rows, blocks), columns, memory, tile, room);
            const std::size_t narrowest = blocks == rows ? 1 : 0; // single tiles, whether or not they fit
            widest_.push_back(std::max(widest, narrowest));
        }
        for (std::size_t all = 1; all <= columns; ++all) {
            for (std::size_t blocks = 1; blocks <= rows; ++blocks) {
                add({std::min(widest_[blocks - 1], all), blocks}, all, tile);
            }
        }
    }

    /// For each product along k.
    [[nodiscard]] double bytes_read() const { return bytes_.back(); }

    /// transposed: the strips' columns are the zone's rows.
    [[nodiscard]] Blocks blocks(bool transposed) const {
        Blocks blocks;
        for (std::size_t left = last_.size() - 1; left > 0; left -= last_[left].columns) { // the narrow one last
            const auto columns = static_cast<std::uint32_t>(last_[left].columns);
            const auto column = static_cast<std::uint32_t>(last_.size() - 1 - left);
            for (std::size_t part = 0; part < last_[left].blocks; ++part) {
                const std::uint32_t row = boundary(rows_, part, last_[left].blocks);
                const std::uint32_t height = boundary(rows_, part + 1, last_[left].blocks) - row;
                blocks.push_back(transposed ? Block{column, row, columns, height}
                                            : Block{row, column, height, columns});
            }
        }
        return blocks;
    }

  private:
    /// As the last of the strips of the first `all` columns.
    void add(const Strip& strip, std::size_t all, const TileBytes& tile) {
        if (strip.columns == 0) {
            return;
        }
        const double bytes = bytes_[all - strip.columns] + static_cast<double>(rows_) * tile.a +
                             static_cast<double>(strip.blocks * strip.columns) * tile.b;
        if (bytes < bytes_[all]) {
            bytes_[all] = bytes;
            last_[all] = strip;
        }
    }

    std::size_t rows_;
    std::vector<std::size_t> widest_; ///< strip of 1, 2, ... blocks
    std::vector<Strip> last_;         ///< by the columns that are cut
    std::vector<double> bytes_;       ///< by the columns that are cut
};

/// Numbers the blocks of a zone of these tiles and ranks.
void cut(const partition::Allocation& allocation, const std::vector<std::size_t>& zone, const ZoneRanks& ranks,
         double memory, const TileBytes& tile, SliceRoom room, BlockNumbers& numbers) {
    const Blocks blocks = blocks_that_fit(ranks.rows_used, ranks.columns_used, memory, tile, room);
    BlockNumbers by_rank(std::size_t{ranks.rows_used} * ranks.columns_used);
    for (std::uint32_t number = 0; number < blocks.size(); ++number) {
        const Block& block = blocks[number];
        for (std::size_t row = block.row; row < std::size_t{block.row} + block.rows; ++row) {
            std::fill_n(by_rank.begin() + static_cast<std::ptrdiff_t>(row * ranks.columns_used + block.column),
                        block.columns, number);
        }
    }
    for (const std::size_t at : zone) {
        const partition::Coordinates tile_of_c = allocation.coordinates(at);
        const std::size_t row = ranks.rows[tile_of_c.i];
        numbers[at] = by_rank[row * ranks.columns_used + ranks.columns[tile_of_c.j]];
    }
}

} // namespace

double slice_bytes(const partition::Footprint& block, const TileBytes& tile, SliceOrder order) {
    partition::Footprint at_a_time = block;
    if (order == SliceOrder::rows) {
        at_a_time.a = std::min(block.a, tiles_that_pass);
    } else if (order == SliceOrder::columns) {
        at_a_time.b = std::min(block.b, tiles_that_pass);
    }
    return bytes_at_a_time(at_a_time, 1, tile);
}

double slice_bytes(const partition::Footprint& block, const TileBytes& tile, SliceRoom room) {
    if (room == SliceRoom::growing) {
        return slice_bytes(block, tile, SliceOrder::growing);
    }
    return std::min(slice_bytes(block, tile, SliceOrder::rows), slice_bytes(block, tile, SliceOrder::columns));
}

double largest_square(double memory, const TileBytes& tile, SliceRoom room) {
    // From so many lines on each takes as much more as the one before.
    const double of_few = slice_bytes({tiles_that_pass, tiles_that_pass, 0}, tile, room);
    const double of_line = slice_bytes({tiles_that_pass + 1, tiles_that_pass + 1, 0}, tile, room) - of_few;
    const double rest = std::max(memory - (of_few - static_cast<double>(tiles_that_pass) * of_line), 0.0);
    const double side = (std::sqrt(of_line * of_line + 4 * tile.c * rest) - of_line) / (2 * tile.c);
    return side * side;
}

Blocks blocks_that_fit(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile, SliceRoom room) {
    if (rows == 0 || columns == 0) {
        return {};
    }
    const Strips upright(rows, columns, memory, tile, room);
    const Strips lying(columns, rows, memory, {tile.b, tile.a, tile.c}, room);
    const bool lies = lying.bytes_read() < upright.bytes_read();
    return (lies ? lying : upright).blocks(lies);
}

BlockNumbers zone_blocks(const partition::Allocation& allocation, std::size_t depth, const TileBytes& tile,
                         const std::vector<double>& memory, SliceRoom room) {
    const std::size_t products = allocation.products_of_tile(depth);
    const std::vector<std::vector<std::size_t>> zones = places_of(allocation.owners, allocation.processors);
    const std::vector<partition::Footprint> footprints = allocation.footprints();
    BlockNumbers numbers(allocation.owners.size());
    bool all_fit = true;
    for (std::size_t node = 0; node < zones.size(); ++node) {
        if (bytes_at_a_time(footprints[node], products, tile) > memory.at(node)) {
            all_fit = false;
            const ZoneRanks ranks = zone_ranks(allocation, zones[node]);
            const partition::Footprint one_product{ranks.rows_used, ranks.columns_used, footprints[node].c};
            if (slice_bytes(one_product, tile, room) > memory[node]) {
                cut(allocation, zones[node], ranks, memory[node], tile, room, numbers);
            }
        }
    }
    return all_fit ? BlockNumbers{} : numbers;
}

} // namespace tangram::sched
