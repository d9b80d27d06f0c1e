#include "partition/discretise/precise.hpp"

#include "base/error.hpp"
#include "partition/discretise/tile_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace tangram::partition {

namespace {

/// The tiles that lie wholly between two coordinates of [0, length]. The guard
/// makes edges that rounding errors moved off a grid line lie on it.
TileRange inner_range(double low, double high, double length, std::size_t tiles) {
    constexpr double guard = 1e-9;
    const auto n = static_cast<double>(tiles);
    const double begin = std::ceil(low / length * n - guard);
    const double end = std::floor(high / length * n + guard);
    if (!(begin >= 0 && end <= n)) {
        throw std::logic_error(fmt::format("zone [{}, {}] reaches outside of the domain [0, {}]", low, high, length));
    }
    return {static_cast<std::size_t>(begin), static_cast<std::size_t>(end)};
}

TileRange around(std::size_t position, std::size_t tiles) {
    return {position == 0 ? 0 : position - 1, std::min(position + 2, tiles)};
}

void require_fitting(std::span<const std::size_t> targets, const Partition& partition, const Grid& grid) {
    if (targets.size() != partition.zones.size()) {
        throw InvalidInput(
            fmt::format("{} targets for {} zones: each needs one", targets.size(), partition.zones.size()));
    }
    std::size_t left = grid.tiles();
    for (std::size_t target : targets) {
        if (target > left) {
            throw InvalidInput(fmt::format("targets sum to more than the grid's {} tiles", grid.tiles()));
        }
        left -= target;
    }
    if (left > 0) {
        throw InvalidInput(fmt::format("targets sum to {} tiles less than the grid's {}", left, grid.tiles()));
    }
}

/// How many tiles each processor has left to get, and who has the fewest: a
/// tournament, in which those that have none left lose.
class Remaining {
  public:
    explicit Remaining(std::span<const std::size_t> targets)
        : left_(targets.begin(), targets.end()), leaves_(std::bit_ceil(targets.size())), winners_(2 * leaves_, nobody) {
        for (std::size_t p = 0; p < left_.size(); ++p) {
            winners_[leaves_ + p] = p;
        }
        for (std::size_t match = leaves_ - 1; match > 0; --match) {
            winners_[match] = fewer(winners_[2 * match], winners_[2 * match + 1]);
        }
    }

    [[nodiscard]] std::size_t operator[](std::size_t processor) const { return left_[processor]; }

    /// The processor with the fewest left of those that have any; of equals the lowest.
    [[nodiscard]] std::size_t fewest() const { return winners_[1]; }

    /// Of two processors, or nobody.
    [[nodiscard]] std::size_t fewer(std::size_t a, std::size_t b) const {
        if (a == nobody || left_[a] == 0) {
            return b;
        }
        if (b == nobody || left_[b] == 0) {
            return a;
        }
        return left_[b] < left_[a] || (left_[b] == left_[a] && b < a) ? b : a;
    }

    void take_one(std::size_t processor) {
        --left_[processor];
        for (std::size_t match = (leaves_ + processor) / 2; match > 0; match /= 2) {
            const std::size_t before = winners_[match];
            winners_[match] = fewer(winners_[2 * match], winners_[2 * match + 1]);
            if (winners_[match] == before && before != processor) {
                break;
            }
        }
    }

  private:
    std::vector<std::size_t> left_;
    std::size_t leaves_;
    std::vector<std::size_t> winners_; ///< a heap-ordered tree: match m is between 2m and 2m + 1
};

/// Wave 1: tiles inside a box.
void assign_inner(Allocation& allocation, Remaining& remaining, const Partition& partition, std::size_t processor,
                  const Box& box) {
    const TileRange rows = inner_range(box.x0, box.x1, partition.height, allocation.rows);
    const TileRange columns = inner_range(box.y0, box.y1, partition.width, allocation.columns);
    const TileRange layers = inner_range(box.z0, box.z1, partition.depth.value_or(1), allocation.layers);
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
        for (std::size_t j = columns.begin; j < columns.end; ++j) {
            for (std::size_t k = layers.begin; k < layers.end && remaining[processor] > 0; ++k) {
                std::size_t& owner = allocation.owners[allocation.index(i, j, k)];
                if (owner != nobody) {
                    throw std::logic_error(fmt::format("zones overlap at tile ({}, {}, {})", i, j, k));
                }
                owner = processor;
                remaining.take_one(processor);
            }
        }
    }
}

/// Wave 2: of the owners of the tiles around, who has the fewest left; nobody if none has any.
std::size_t neighbour_with_fewest(const Allocation& allocation, const Remaining& remaining, std::size_t i,
                                  std::size_t j, std::size_t k) {
    const TileRange rows = around(i, allocation.rows);
    const TileRange columns = around(j, allocation.columns);
    const TileRange layers = around(k, allocation.layers);
    std::size_t best = nobody;
    for (std::size_t x = rows.begin; x < rows.end; ++x) {
        for (std::size_t y = columns.begin; y < columns.end; ++y) {
            for (std::size_t z = layers.begin; z < layers.end; ++z) {
                best = remaining.fewer(best, allocation.owner(x, y, z));
            }
        }
    }
    return best != nobody && remaining[best] > 0 ? best : nobody;
}

} // namespace

Allocation precise(const Partition& partition, std::span<const std::size_t> targets, const Grid& grid) {
    require_valid(grid);
    require_same_dimensions(partition, grid);
    require_fitting(targets, partition, grid);
    Allocation result{partition.algorithm + "-precise",  grid.rows,  grid.columns, targets.size(),
                      std::vector(grid.tiles(), nobody), grid.layers};
    Remaining remaining(targets);
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            assign_inner(result, remaining, partition, zone.processor, box);
        }
    }
    for (std::size_t i = 0; i < grid.rows; ++i) {
        for (std::size_t j = 0; j < grid.columns; ++j) {
            for (std::size_t k = 0; k < grid.layers; ++k) {
                std::size_t& owner = result.owners[result.index(i, j, k)];
                if (owner != nobody) {
                    continue;
                }
                const std::size_t neighbour = neighbour_with_fewest(result, remaining, i, j, k);
                owner = neighbour != nobody ? neighbour : remaining.fewest();
                remaining.take_one(owner);
            }
        }
    }
    return result;
}

} // namespace tangram::partition
