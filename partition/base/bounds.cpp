#include "partition/base/bounds.hpp"

#include "base/ceil_divided.hpp"
#include "base/error.hpp"
#include "base/infinity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tangram::partition {

namespace {

/// Least half-surface of any set of this volume in a height x width x depth
/// domain: least a + b + c_factor * c whose product a * b * c is volume^2, each
/// within its limits. Where none binds, a, b and c_factor * c have the same
/// value; so that value is searched at which the clamped ones have the product.
double least_half_surface(double volume, double height, double width, double depth, double c_factor) {
    if (volume == 0) {
        return 0; // a share that underflows
    }
    struct Face {
        double least;
        double most;
    };
    const std::array faces{Face{volume / width, height * depth}, Face{volume / height, width * depth},
                           Face{c_factor * volume / depth, c_factor * height * width}};
    double low = infinity;
    double high = 0;
    for (const Face& face : faces) {
        low = std::min(low, face.least);
        high = std::max(high, face.most);
    }
    const auto clamped = [&](const Face& face, double value) {
        return std::max(face.least, std::min(face.most, value));
    };
    // A product below the wanted one is wanted: what is returned is a lower bound.
    for (int step = 0; step < 60 && low < high; ++step) {
        const double middle = std::sqrt(low) * std::sqrt(high);
        double excess = 1 / c_factor; // of the product over volume^2, one factor at a time against overflow
        for (const Face& face : faces) {
            excess *= clamped(face, middle) / std::cbrt(volume) / std::cbrt(volume);
        }
        (excess < 1 ? low : high) = middle;
    }
    double sum = 0;
    for (const Face& face : faces) {
        sum += clamped(face, low);
    }
    return sum;
}

/// Least number of rows and columns that `tiles` tiles of the grid touch.
std::size_t least_rows_and_columns(std::size_t tiles, const Grid& grid) {
    if (tiles == 0) {
        return 0;
    }
    const std::size_t short_side = std::min(grid.rows, grid.columns);
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(tiles)));
    // r + ceil(tiles / r) does not increase up to the root, nor decrease after it.
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::size_t r : {root, root + 1}) {
        const std::size_t side = std::clamp<std::size_t>(r, 1, short_side);
        least = std::min(least, side + ceil_divided(tiles, side));
    }
    return least;
}

double least_tile_surface(std::size_t tiles, const Grid& grid, double c_factor) {
    if (tiles == 0) {
        return 0;
    }
    const double least =
        least_half_surface(static_cast<double>(tiles), static_cast<double>(grid.rows),
                           static_cast<double>(grid.columns), static_cast<double>(grid.layers), c_factor);
    const bool is_whole = c_factor == std::floor(c_factor); // then so is every cost
    return is_whole ? std::ceil(least * (1 - 1e-12)) : least;
}

} // namespace

double least_half_perimeter(double area, double short_side) {
    if (area == 0) {
        return 0; // a share that underflows
    }
    const double side = std::min(std::sqrt(area), short_side);
    return side + area / side;
}

double half_perimeter_bound(const Problem& problem) {
    require_valid(problem);
    const std::vector<double> share = shares(problem.speeds);
    double bound = 0;
    for (std::size_t p = 0; p < share.size(); ++p) {
        bound += problem.weight(p) * least_half_perimeter(share[p] * problem.height * problem.width,
                                                          std::min(problem.height, problem.width));
    }
    return bound;
}

double half_surface_bound(const Problem& problem) {
    require_valid(problem);
    const std::vector<double> share = shares(problem.speeds);
    double bound = 0;
    for (std::size_t p = 0; p < share.size(); ++p) {
        bound += problem.weight(p) * least_half_surface(share[p] * problem.height * problem.width * problem.depth,
                                                        problem.height, problem.width, problem.depth, problem.c_factor);
    }
    return bound;
}

double tile_bound(std::span<const std::size_t> tile_counts, const Grid& grid, const Problem& problem) {
    require_valid(problem);
    if (tile_counts.size() != problem.speeds.size()) {
        throw InvalidInput(fmt::format("{} tile counts but {} speeds: each processor has one of both",
                                       tile_counts.size(), problem.speeds.size()));
    }
    double bound = 0;
    std::size_t tiles_left = grid.tiles();
    for (std::size_t p = 0; p < tile_counts.size(); ++p) {
        if (tile_counts[p] > tiles_left) {
            throw InvalidInput(
                fmt::format("the tile counts add up to more than the {} tiles of the grid of {} x {} x {}",
                            grid.tiles(), grid.rows, grid.columns, grid.layers));
        }
        tiles_left -= tile_counts[p];
        bound +=
            problem.weight(p) * (grid.layers > 1 ? least_tile_surface(tile_counts[p], grid, problem.c_factor)
                                                 : static_cast<double>(least_rows_and_columns(tile_counts[p], grid)));
    }
    return bound;
}

} // namespace tangram::partition
