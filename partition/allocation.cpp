#include "partition/allocation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include <utility>

namespace tangram::partition {

namespace {

/// Number of pairs (line, processor with a tile in that line), where
/// owner_at(line, position) is the owner of a line's tile.
template <typename OwnerAt>
std::size_t lines_touched(std::size_t lines, std::size_t length, std::size_t processors, OwnerAt owner_at) {
    std::vector<std::size_t> last_line(processors, std::numeric_limits<std::size_t>::max());
    std::size_t touched = 0;
    for (std::size_t line = 0; line < lines; ++line)
        for (std::size_t position = 0; position < length; ++position) {
            std::size_t& last = last_line[owner_at(line, position)];
            touched += last != line ? 1 : 0;
            last = line;
        }
    return touched;
}

/// Tiles from one character to the next, so that a side of the grid fits in 64.
std::size_t text_stride(std::size_t tiles) {
    constexpr std::size_t most_characters = 64;
    return std::max<std::size_t>(1, (tiles + most_characters - 1) / most_characters);
}

} // namespace

std::vector<std::size_t> Allocation::tile_counts() const {
    std::vector<std::size_t> counts(processors, 0);
    for (std::size_t p : owners)
        ++counts[p];
    return counts;
}

std::size_t Allocation::cost() const {
    return lines_touched(rows, columns, processors, [&](std::size_t i, std::size_t j) { return owner(i, j); }) +
           lines_touched(columns, rows, processors, [&](std::size_t j, std::size_t i) { return owner(i, j); });
}

std::string to_text(const Allocation& allocation) {
    constexpr std::string_view symbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const std::size_t row_stride = text_stride(allocation.rows);
    const std::size_t column_stride = text_stride(allocation.columns);

    std::string text;
    for (std::size_t i = 0; i < allocation.rows; i += row_stride) {
        for (std::size_t j = 0; j < allocation.columns; j += column_stride) {
            const std::size_t p = allocation.owner(i, j);
            text += p < symbols.size() ? symbols[p] : '?';
        }
        text += '\n';
    }
    if (row_stride > 1 || column_stride > 1)
        text += fmt::format("({} x {} tiles; shown: 1 row in {}, 1 column in {})\n", allocation.rows,
                            allocation.columns, row_stride, column_stride);
    return text;
}

Allocation transposed(const Allocation& allocation) {
    Allocation result = allocation;
    std::swap(result.rows, result.columns);
    for (std::size_t i = 0; i < result.rows; ++i) {
        for (std::size_t j = 0; j < result.columns; ++j) {
            result.owners[i * result.columns + j] = allocation.owner(j, i);
        }
    }
    return result;
}

} // namespace tangram::partition
