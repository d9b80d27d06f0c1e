#include "partition/svg/colours.hpp"
#include "partition/svg/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace tangram::partition::svg {

namespace {

constexpr std::size_t grid_line_limit = 100; // tiles in a dimension

const std::vector<TileShare>& cell(const Drawing& drawing, std::size_t i, std::size_t j) {
    return drawing.cells[i * drawing.columns + j];
}

/// The bars of tiles [begin, end) of row i, which are all alike, in tile units.
void append_run(std::string& svg, const std::vector<TileShare>& shares, std::size_t i, std::size_t begin,
                std::size_t end) {
    double total = 0;
    for (const TileShare& part : shares) {
        total += part.share;
    }
    auto y = static_cast<double>(i);
    for (const TileShare& part : shares) {
        const double height = part.share / total;
        fmt::format_to(std::back_inserter(svg),
                       "<rect x=\"{}\" y=\"{:.7g}\" width=\"{}\" height=\"{:.4g}\" fill=\"{}\"/>\n", begin, y,
                       end - begin, height, to_string(palette_colour(part.processor)));
        y += height;
    }
}

void append_cells(std::string& svg, const Drawing& drawing, Extent tile) {
    fmt::format_to(std::back_inserter(svg), "<g transform=\"scale({:.8g} {:.8g})\" shape-rendering=\"crispEdges\">\n",
                   tile.width, tile.height);
    for (std::size_t i = 0; i < drawing.rows; ++i) {
        const auto row = drawing.cells.begin() + static_cast<std::ptrdiff_t>(i * drawing.columns);
        const auto row_end = row + static_cast<std::ptrdiff_t>(drawing.columns);
        for (auto begin = row; begin != row_end;) {
            const auto end = std::find_if(begin, row_end, [&](const auto& other) { return other != *begin; });
            append_run(svg, *begin, i, static_cast<std::size_t>(begin - row), static_cast<std::size_t>(end - row));
            begin = end;
        }
    }
    svg += "</g>\n";
}

void append_grid_lines(std::string& svg, const Drawing& drawing, Extent tile, Extent extent) {
    const auto out = std::back_inserter(svg);
    svg += "<path stroke=\"#000\" stroke-opacity=\"0.25\" stroke-width=\"0.5\" d=\"";
    for (std::size_t i = 1; i < drawing.rows; ++i) {
        fmt::format_to(out, "M0 {:.2f}h{:.2f}", tile.height * static_cast<double>(i), extent.width);
    }
    for (std::size_t j = 1; j < drawing.columns; ++j) {
        fmt::format_to(out, "M{:.2f} 0v{:.2f}", tile.width * static_cast<double>(j), extent.height);
    }
    svg += "\"/>\n";
}

/// Lines between tiles of different processors.
void append_outlines(std::string& svg, const Drawing& drawing, Extent tile) {
    const auto out = std::back_inserter(svg);
    svg += "<path stroke=\"#000\" stroke-width=\"1.5\" stroke-linecap=\"square\" d=\"";
    for (std::size_t i = 0; i < drawing.rows; ++i) {
        for (std::size_t j = 0; j < drawing.columns; ++j) {
            const double x = tile.width * static_cast<double>(j);
            const double y = tile.height * static_cast<double>(i);
            if (i > 0 && cell(drawing, i, j) != cell(drawing, i - 1, j)) {
                fmt::format_to(out, "M{:.2f} {:.2f}h{:.2f}", x, y, tile.width);
            }
            if (j > 0 && cell(drawing, i, j) != cell(drawing, i, j - 1)) {
                fmt::format_to(out, "M{:.2f} {:.2f}v{:.2f}", x, y, tile.height);
            }
        }
    }
    svg += "\"/>\n";
}

/// The largest square of tiles that one processor has alone: the first one, and
/// how far it can be shifted down or to the right.
struct Square {
    std::size_t side = 0;
    std::size_t last_row = 0;
    std::size_t last_column = 0;
    std::size_t down = 0;
    std::size_t right = 0;

    /// Told of a square of this side that ends at tile (i, j), row by row.
    void compare(std::size_t other_side, std::size_t i, std::size_t j) {
        if (other_side > side) {
            *this = {other_side, i, j};
        } else if (other_side == side && i == last_row && j == last_column + right + 1) {
            ++right;
        } else if (other_side == side && j == last_column && i == last_row + down + 1) {
            ++down;
        }
    }
};

/// Per processor, by the usual dynamic programme over the squares that end at each tile.
std::vector<Square> largest_squares(const Drawing& drawing) {
    std::vector<Square> largest(drawing.labels.size());
    std::vector<std::size_t> above(drawing.columns, 0);
    std::vector<std::size_t> here(drawing.columns, 0);
    for (std::size_t i = 0; i < drawing.rows; ++i) {
        for (std::size_t j = 0; j < drawing.columns; ++j) {
            const std::vector<TileShare>& shares = cell(drawing, i, j);
            here[j] = shares.size() == 1 ? 1 : 0;
            if (here[j] == 0) {
                continue;
            }
            if (i > 0 && j > 0 && shares == cell(drawing, i - 1, j) && shares == cell(drawing, i, j - 1) &&
                shares == cell(drawing, i - 1, j - 1)) {
                here[j] += std::min({above[j], here[j - 1], above[j - 1]});
            }
            largest[shares.front().processor].compare(here[j], i, j);
        }
        std::swap(above, here);
    }
    return largest;
}

void append_numbers(std::string& svg, const Drawing& drawing, Extent tile) {
    const std::vector<Square> squares = largest_squares(drawing);
    for (std::size_t p = 0; p < squares.size(); ++p) {
        const Square& square = squares[p];
        const bool is_wide = square.right >= square.down; // else it is tall
        const auto side = static_cast<double>(square.side);
        const auto middle = [&](std::size_t last, std::size_t shift) {
            return static_cast<double>(last + 1) - side / 2 + static_cast<double>(shift) / 2;
        };
        append_number(svg, tile.width * middle(square.last_column, is_wide ? square.right : 0),
                      tile.height * middle(square.last_row, is_wide ? 0 : square.down),
                      {tile.width * side, tile.height * side}, p, ink_on(palette_colour(p)));
    }
}

} // namespace

void append_tiles(std::string& svg, const Drawing& drawing, Extent extent) {
    const Extent tile{extent.width / static_cast<double>(drawing.columns),
                      extent.height / static_cast<double>(drawing.rows)};
    append_cells(svg, drawing, tile);
    if (std::max(drawing.rows, drawing.columns) <= grid_line_limit) {
        append_grid_lines(svg, drawing, tile, extent);
        append_outlines(svg, drawing, tile);
    }
    append_numbers(svg, drawing, tile);
    fmt::format_to(std::back_inserter(svg),
                   "<rect width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"/>\n",
                   extent.width, extent.height);
}

} // namespace tangram::partition::svg
