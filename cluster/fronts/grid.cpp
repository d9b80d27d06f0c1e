#include "cluster/fronts/grid.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

namespace tangram::fronts {

namespace {

constexpr Index most_entries = std::numeric_limits<std::int32_t>::max(); // of Debian's METIS

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

InvalidInput bad_grid(std::string_view text, std::string_view reason) {
    return InvalidInput(
        fmt::format("grid '{}': {}; allowed is AxB or AxBxC, then :5 or :9 for a plane, :7 or :27 for space",
                    excerpt(text), reason));
}

/// How far a stencil reaches in all directions together: a cross, or the whole square or cube.
Index reach(const Grid& grid) {
    const bool is_cross = grid.stencil == 5 || grid.stencil == 7;
    return is_cross ? 1 : 3;
}

/// Of a point's neighbours, and itself, in ascending order.
template <class Visit> void for_each_neighbour(const Grid& grid, const std::array<Index, 3>& point, Visit visit) {
    const auto [nx, ny, nz] = grid.extent;
    const auto [x, y, z] = point;
    for (Index k = std::max<Index>(z - 1, 0); k <= std::min(z + 1, nz - 1); ++k) {
        for (Index j = std::max<Index>(y - 1, 0); j <= std::min(y + 1, ny - 1); ++j) {
            for (Index i = std::max<Index>(x - 1, 0); i <= std::min(x + 1, nx - 1); ++i) {
                if (std::abs(i - x) + std::abs(j - y) + std::abs(k - z) <= reach(grid)) {
                    visit(i + nx * (j + ny * k));
                }
            }
        }
    }
}

void require_size(const Grid& grid, std::string_view text) {
    Index entries = grid.stencil;
    for (const Index extent : grid.extent) {
        if (extent > most_entries / entries) {
            throw InvalidInput(
                fmt::format("grid '{}': its matrix would have more than {} entries, the most that METIS takes",
                            excerpt(text), most_entries));
        }
        entries *= extent;
    }
}

} // namespace

Grid parse_grid(std::string_view text) {
    const std::vector<std::string_view> parts = split(text, ':');
    const std::vector<std::string_view> extents = split(parts.front(), 'x');
    if (parts.size() > 2 || extents.size() < 2 || extents.size() > 3) {
        throw bad_grid(text, "not of this form");
    }
    Grid grid;
    for (std::size_t axis = 0; axis < extents.size(); ++axis) {
        const auto extent = parsed<Index>(extents[axis]);
        if (!extent || *extent < 1) {
            throw bad_grid(
                text, fmt::format("'{}' is no number of points from 1 to {}", excerpt(extents[axis]), most_entries));
        }
        grid.extent.at(axis) = *extent;
    }
    const bool is_plane = extents.size() == 2;
    const std::array<int, 2> stencils = is_plane ? std::array{5, 9} : std::array{7, 27};
    grid.stencil = stencils.front();
    if (parts.size() == 2) {
        grid.stencil = parsed<int>(parts[1]).value_or(0);
        if (std::find(stencils.begin(), stencils.end(), grid.stencil) == stencils.end()) {
            throw bad_grid(text, fmt::format("{} has no stencil of '{}' points", is_plane ? "a plane" : "space",
                                             excerpt(parts[1])));
        }
    }
    require_size(grid, text);
    return grid;
}

SparseMatrix grid_matrix(const Grid& grid, std::uint64_t seed) {
    const auto [nx, ny, nz] = grid.extent;
    SparseMatrix matrix{nx * ny * nz, {0}, {}, {}};
    matrix.column_begin.reserve(matrix.size + 1);
    matrix.rows.reserve(matrix.size * grid.stencil);
    for (Index z = 0; z < nz; ++z) {
        for (Index y = 0; y < ny; ++y) {
            for (Index x = 0; x < nx; ++x) {
                for_each_neighbour(grid, {x, y, z}, [&](Index row) { matrix.rows.push_back(row); });
                matrix.column_begin.push_back(static_cast<Index>(matrix.rows.size()));
            }
        }
    }
    draw_dominant_values(matrix, seed);
    return matrix;
}

} // namespace tangram::fronts
