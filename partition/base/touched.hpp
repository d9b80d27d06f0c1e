#pragma once

/// Which processors touch which lines of tiles: the walk behind footprints.

#include <cstddef>
#include <limits>
#include <vector>

namespace tangram::partition {

/// Calls visit(processor, line) once for every processor that owns a tile of a
/// line, where owner_at(line, position) is the owner of a line's tile.
/// O(lines * length + processors).
template <class OwnerAt, class Visit>
void for_each_touched(std::size_t processors, std::size_t lines, std::size_t length, OwnerAt owner_at, Visit visit) {
    std::vector<std::size_t> last_line(processors, std::numeric_limits<std::size_t>::max());
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t position = 0; position < length; ++position) {
            const std::size_t p = owner_at(line, position);
            if (last_line[p] != line) {
                visit(p, line);
            }
            last_line[p] = line;
        }
    }
}

/// The same for the tiles of A (line (i, k) is number i * layers + k), of B
/// (j * layers + k) and of C (i * columns + j) that an allocation's processors touch.
template <class Grid, class VisitA, class VisitB, class VisitC>
void for_each_touched(const Grid& grid, VisitA a, VisitB b, VisitC c) {
    const std::size_t layers = grid.layers;
    for_each_touched(
        grid.processors, grid.rows * layers, grid.columns,
        [&](std::size_t line, std::size_t j) { return grid.owner(line / layers, j, line % layers); }, a);
    for_each_touched(
        grid.processors, grid.columns * layers, grid.rows,
        [&](std::size_t line, std::size_t i) { return grid.owner(i, line / layers, line % layers); }, b);
    for_each_touched(
        grid.processors, grid.rows * grid.columns, layers,
        [&](std::size_t line, std::size_t k) { return grid.owners[line * layers + k]; }, c);
}

} // namespace tangram::partition
