#pragma once

/// The tiles of a product, numbered without gaps: A(i,k), B(k,j), then C(i,j) and
/// its auxiliary copies. Policies ask where a tile is by its number.

#include "sched/base/task.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tangram::sched {

/// Of a full tile's sides: those of tiles in the last row, in the last column, and of the last products.
struct LastTiles {
    double rows = 1;
    double columns = 1;
    double depth = 1;

    bool operator==(const LastTiles&) const = default;
};

/// Sides of a product in tiles: rows x columns of C, depth along k.
struct ProductShape {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::uint32_t depth = 0;
    std::uint32_t copies = 1; ///< of each C(i,j): C itself and auxiliary ones
    LastTiles last = {};

    /// The work of a product of tiles, 1 for full ones.
    [[nodiscard]] double work(const Task& task) const {
        return (task.i + 1 == rows ? last.rows : 1) * (task.j + 1 == columns ? last.columns : 1) *
               (task.k + 1 == depth ? last.depth : 1);
    }

    /// An addition reads an auxiliary copy.
    [[nodiscard]] bool contains(const Task& task) const {
        return task.i < rows && task.j < columns && task.k < depth && task.copy < copies &&
               (task.work == Work::multiply || task.copy > 0);
    }
};

using Tile = std::uint32_t;

/// What a task reads and writes; the last one is written.
class TaskTiles {
  public:
    TaskTiles(Tile a, Tile b, Tile c) : tiles_{a, b, c}, count_(3) {}
    TaskTiles(Tile read, Tile written) : tiles_{read, written, 0}, count_(2) {}

    [[nodiscard]] const Tile* begin() const { return tiles_.data(); }
    [[nodiscard]] const Tile* end() const { return tiles_.data() + count_; }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] Tile written() const { return tiles_[count_ - 1]; }

  private:
    std::array<Tile, 3> tiles_;
    std::size_t count_;
};

class ProductTiles {
  public:
    explicit ProductTiles(const ProductShape& shape) : shape_(shape) {}

    [[nodiscard]] const ProductShape& shape() const { return shape_; }
    [[nodiscard]] Tile a(std::uint32_t i, std::uint32_t k) const { return i * shape_.depth + k; }
    [[nodiscard]] Tile b(std::uint32_t k, std::uint32_t j) const { return first_b() + k * shape_.columns + j; }
    [[nodiscard]] Tile c(std::uint32_t i, std::uint32_t j, std::uint32_t copy = 0) const {
        return first_c() + (copy * shape_.rows + i) * shape_.columns + j;
    }
    [[nodiscard]] Tile first_b() const { return shape_.rows * shape_.depth; }
    [[nodiscard]] Tile first_c() const { return first_b() + shape_.depth * shape_.columns; }
    [[nodiscard]] Tile count() const { return c(0, 0, shape_.copies); }

    [[nodiscard]] TaskTiles of(const Task& task) const {
        return task.work == Work::multiply
                   ? TaskTiles(a(task.i, task.k), b(task.k, task.j), c(task.i, task.j, task.copy))
                   : TaskTiles(c(task.i, task.j, task.copy), c(task.i, task.j));
    }

  private:
    ProductShape shape_;
};

} // namespace tangram::sched
