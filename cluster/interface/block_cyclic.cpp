#include "cluster/interface/block_cyclic.hpp"

#include "base/error.hpp"
#include "base/tiling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tangram::cluster {

namespace {

/// Of line `line` of the grid, whose `first` line has the first block: each line has a block in each round, but in the
/// last one.
std::int64_t part_length(std::int64_t length, std::int64_t block, std::size_t line, std::size_t first,
                         std::size_t lines) {
    const Tiling blocks{length, block};
    const auto all = static_cast<std::int64_t>(lines);
    const auto turn = static_cast<std::int64_t>((line + lines - first) % lines); // in each round
    const std::int64_t count = (blocks.count() - turn + all - 1) / all;
    const bool has_last = count > 0 && turn + (count - 1) * all == blocks.count() - 1;
    return count * block - (has_last ? blocks.count() * block - length : 0);
}

} // namespace

BlockCyclic BlockCyclic::from_descriptor(const std::array<int, 9>& descriptor, const ProcessGrid& grid) {
    constexpr int dense = 1;
    const auto& [type, context, rows, columns, row_block, column_block, first_row, first_column, ld] = descriptor;
    if (type != dense) {
        throw InvalidInput(fmt::format("a descriptor of type {}: expected that of a dense matrix, 1", type));
    }
    if (row_block != column_block) {
        throw InvalidInput(fmt::format("blocks of {} x {}: products need square ones", row_block, column_block));
    }
    const BlockCyclic matrix{.rows = rows,
                             .columns = columns,
                             .block = row_block,
                             .grid = grid,
                             .first_row = static_cast<std::size_t>(first_row),
                             .first_column = static_cast<std::size_t>(first_column)};
    matrix.require_valid();
    return matrix;
}

void BlockCyclic::require_valid() const {
    if (rows < 0 || columns < 0 || block < 1 || grid.rows < 1 || grid.columns < 1) {
        throw InvalidInput(fmt::format("{} x {} elements in blocks of {} on {} x {} processes: sizes must not be "
                                       "negative, blocks and grids at least 1",
                                       rows, columns, block, grid.rows, grid.columns));
    }
    if (first_row >= grid.rows || first_column >= grid.columns) {
        throw InvalidInput(fmt::format("the first block is at process ({}, {}), and the grid has {} x {}",
                                       static_cast<std::int64_t>(first_row), static_cast<std::int64_t>(first_column),
                                       grid.rows, grid.columns));
    }
}

std::int64_t BlockCyclic::part_rows(std::size_t process) const {
    require_valid();
    return grid.has(process) ? part_length(rows, block, grid.row_of(process), first_row, grid.rows) : 0;
}

std::int64_t BlockCyclic::part_columns(std::size_t process) const {
    require_valid();
    return grid.has(process) ? part_length(columns, block, grid.column_of(process), first_column, grid.columns) : 0;
}

template <class T> DistributedMatrix<T> BlockCyclic::matrix(std::size_t me, T* part, std::int64_t ld) const {
    const std::int64_t own_rows = part_rows(me);
    const std::int64_t own_columns = part_columns(me);
    if (ld < std::max<std::int64_t>(1, own_rows)) {
        throw InvalidInput(fmt::format("leading dimension {}: this process's part has {} rows", ld, own_rows));
    }
    if (part == nullptr && own_rows * own_columns > 0) {
        throw InvalidInput(fmt::format("no data: this process's part has {} x {} elements", own_rows, own_columns));
    }
    return {rows, columns, block,
            [matrix = *this](std::size_t i, std::size_t j) {
                return matrix.grid.process((i + matrix.first_row) % matrix.grid.rows,
                                           (j + matrix.first_column) % matrix.grid.columns);
            },
            [matrix = *this, part, ld](std::size_t i, std::size_t j) {
                const auto first = [&](std::size_t number, std::size_t lines) {
                    return static_cast<std::int64_t>(number / lines) * matrix.block;
                };
                const auto length = [&](std::int64_t size, std::size_t number) {
                    return Tiling{size, matrix.block}.length(static_cast<std::int64_t>(number));
                };
                return apps::MatrixView<T>{part + first(i, matrix.grid.rows) + first(j, matrix.grid.columns) * ld,
                                           length(matrix.rows, i), length(matrix.columns, j), ld};
            }};
}

template DistributedMatrix<float> BlockCyclic::matrix(std::size_t, float*, std::int64_t) const;
template DistributedMatrix<double> BlockCyclic::matrix(std::size_t, double*, std::int64_t) const;
template DistributedMatrix<const float> BlockCyclic::matrix(std::size_t, const float*, std::int64_t) const;
template DistributedMatrix<const double> BlockCyclic::matrix(std::size_t, const double*, std::int64_t) const;

} // namespace tangram::cluster
