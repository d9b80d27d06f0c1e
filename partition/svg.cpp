#include "partition/svg.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace tangram::partition {

namespace {

// Lengths in px.
constexpr double grid_side = 640; // the longer side of the grid
constexpr double least_side = 64; // and the least of the shorter one
constexpr double margin = 16;
constexpr double header_height = 64;
constexpr double legend_step = 20;
constexpr double swatch = 13;
constexpr std::size_t legend_limit = 32;     // entries
constexpr std::size_t grid_line_limit = 100; // tiles in a dimension

/// Characters to px, on the safe side for any sans-serif font.
double text_width(std::string_view text, double font_size) {
    return 0.6 * font_size * static_cast<double>(text.size());
}

struct Layout {
    double grid_width;
    double grid_height;
    double legend_x;
    double width;
    double height;
};

Layout layout_of(const Drawing& drawing, const std::vector<std::string>& legend) {
    const auto rows = static_cast<double>(drawing.rows);
    const auto columns = static_cast<double>(drawing.columns);
    const double tile = grid_side / std::max(rows, columns);
    const double grid_width = std::max(least_side, tile * columns);
    const double grid_height = std::max(least_side, tile * rows);

    const double legend_x = margin + grid_width + 1.5 * margin;
    double right = std::max(margin + text_width(drawing.title, 18), margin + text_width(drawing.subtitle, 13));
    for (const std::string& label : legend)
        right = std::max(right, legend_x + 1.5 * swatch + text_width(label, 13));
    const double legend_height = legend_step * static_cast<double>(legend.size());
    return {grid_width, grid_height, legend_x, right + margin,
            header_height + std::max(grid_height, legend_height) + margin};
}

/// Okabe and Ito's palette (2008), with grey for black, which would swallow
/// grid lines; then hues by golden ratio steps, well apart for any number.
std::string colour(std::size_t processor) {
    constexpr std::array palette{"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                 "#f0e442", "#56b4e9", "#d55e00", "#999999"};
    if (processor < palette.size())
        return palette[processor];
    const double hue = std::fmod(0.618034 * static_cast<double>(processor), 1.0);
    const double value = processor % 2 == 0 ? 0.9 : 0.65;
    const auto channel = [&](double offset) { // of the conversion from HSV
        const double position = std::fmod(offset + 6 * hue, 6.0);
        const double weight = std::clamp(std::min(position, 4 - position), 0.0, 1.0);
        return static_cast<int>(std::lround(255 * value * (1 - 0.6 * weight)));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(5), channel(3), channel(1));
}

/// Text as XML character data; control characters, which XML forbids, as spaces.
std::string escaped(std::string_view text) {
    std::string result;
    for (char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        case '\'': result += "&apos;"; break;
        default: result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
        }
    }
    return result;
}

std::vector<std::string> legend_of(const Drawing& drawing) {
    std::vector<std::string> legend = drawing.labels;
    if (legend.size() > legend_limit) {
        legend.resize(legend_limit - 1);
        legend.push_back(fmt::format("and {} more", drawing.labels.size() - legend.size()));
    }
    return legend;
}

/// The bars of tiles [begin, end) of row i, which are all alike, in tile units.
void append_run(std::string& svg, const std::vector<TileShare>& shares, std::size_t i, std::size_t begin,
                std::size_t end) {
    double total = 0;
    for (const TileShare& part : shares)
        total += part.share;
    auto y = static_cast<double>(i);
    for (const TileShare& part : shares) {
        const double height = part.share / total;
        fmt::format_to(std::back_inserter(svg),
                       "<rect x=\"{}\" y=\"{:.7g}\" width=\"{}\" height=\"{:.4g}\" fill=\"{}\"/>\n", begin, y,
                       end - begin, height, colour(part.processor));
        y += height;
    }
}

void append_cells(std::string& svg, const Drawing& drawing, const Layout& layout) {
    fmt::format_to(std::back_inserter(svg),
                   "<g transform=\"translate({} {}) scale({:.8g} {:.8g})\" shape-rendering=\"crispEdges\">\n", margin,
                   header_height, layout.grid_width / static_cast<double>(drawing.columns),
                   layout.grid_height / static_cast<double>(drawing.rows));
    for (std::size_t i = 0; i < drawing.rows; ++i) {
        const auto row = drawing.cells.begin() + static_cast<std::ptrdiff_t>(i * drawing.columns);
        const auto row_end = row + static_cast<std::ptrdiff_t>(drawing.columns);
        for (auto begin = row; begin != row_end;) {
            const auto end = std::find_if(begin, row_end, [&](const auto& cell) { return cell != *begin; });
            append_run(svg, *begin, i, static_cast<std::size_t>(begin - row), static_cast<std::size_t>(end - row));
            begin = end;
        }
    }
    svg += "</g>\n";
}

void append_grid_lines(std::string& svg, const Drawing& drawing, const Layout& layout) {
    const auto out = std::back_inserter(svg);
    if (std::max(drawing.rows, drawing.columns) <= grid_line_limit) {
        svg += "<path stroke=\"#000\" stroke-opacity=\"0.35\" stroke-width=\"0.5\" d=\"";
        for (std::size_t i = 1; i < drawing.rows; ++i)
            fmt::format_to(out, "M{} {:.2f}h{:.2f}", margin,
                           header_height +
                               layout.grid_height * static_cast<double>(i) / static_cast<double>(drawing.rows),
                           layout.grid_width);
        for (std::size_t j = 1; j < drawing.columns; ++j)
            fmt::format_to(out, "M{:.2f} {}v{:.2f}",
                           margin + layout.grid_width * static_cast<double>(j) / static_cast<double>(drawing.columns),
                           header_height, layout.grid_height);
        svg += "\"/>\n";
    }
    fmt::format_to(out, "<rect x=\"{}\" y=\"{}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" stroke=\"#000\"/>\n",
                   margin, header_height, layout.grid_width, layout.grid_height);
}

void append_text(std::string& svg, double x, double y, double font_size, std::string_view weight,
                 std::string_view text) {
    fmt::format_to(std::back_inserter(svg),
                   "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{}\" font-weight=\"{}\">{}</text>\n", x, y, font_size,
                   weight, escaped(text));
}

void append_legend(std::string& svg, const std::vector<std::string>& legend, std::size_t processors,
                   const Layout& layout) {
    const std::size_t swatches = legend.size() == processors ? processors : legend.size() - 1;
    for (std::size_t entry = 0; entry < legend.size(); ++entry) {
        const double y = header_height + legend_step * static_cast<double>(entry);
        if (entry < swatches)
            fmt::format_to(std::back_inserter(svg),
                           "<rect x=\"{:.2f}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#000\" "
                           "stroke-width=\"0.5\"/>\n",
                           layout.legend_x, y, swatch, swatch, colour(entry));
        append_text(svg, layout.legend_x + 1.5 * swatch, y + 11, 13, "normal", legend[entry]);
    }
}

void require_drawable(const Drawing& drawing) {
    if (drawing.rows == 0 || drawing.columns == 0 || drawing.cells.size() / drawing.rows != drawing.columns ||
        drawing.cells.size() % drawing.rows != 0)
        throw InvalidInput(fmt::format("drawing of {} x {} tiles with {} cells: it needs rows x columns of them, not 0",
                                       drawing.rows, drawing.columns, drawing.cells.size()));
    for (const auto& cell : drawing.cells)
        for (const TileShare& part : cell) {
            if (part.processor >= drawing.labels.size())
                throw InvalidInput(fmt::format("drawing with processor {} but {} labels: each processor needs one",
                                               part.processor, drawing.labels.size()));
            if (!std::isfinite(part.share) || part.share <= 0)
                throw InvalidInput(
                    fmt::format("drawing with a share of {}: it must be positive and finite", part.share));
        }
}

} // namespace

Drawing drawing_of(const Allocation& allocation, std::vector<std::string> labels) {
    if (labels.empty()) {
        const std::vector<std::size_t> counts = allocation.tile_counts();
        for (std::size_t p = 0; p < allocation.processors; ++p)
            labels.push_back(fmt::format("processor {}: {} tiles", p, counts[p]));
    }
    if (labels.size() != allocation.processors)
        throw InvalidInput(
            fmt::format("{} labels for {} processors: give one each, or none", labels.size(), allocation.processors));
    Drawing drawing{allocation.name,
                    fmt::format("{} x {} tiles, cost {}", allocation.rows, allocation.columns, allocation.cost()),
                    allocation.rows,
                    allocation.columns,
                    {},
                    std::move(labels)};
    drawing.cells.reserve(allocation.owners.size());
    for (std::size_t p : allocation.owners)
        drawing.cells.push_back({{p, 1.0}});
    return drawing;
}

std::string draw(const Drawing& drawing) {
    require_drawable(drawing);
    const std::vector<std::string> legend = legend_of(drawing);
    const Layout layout = layout_of(drawing, legend);
    std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                                  "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                                  layout.width, layout.height);
    append_text(svg, margin, 28, 18, "bold", drawing.title);
    append_text(svg, margin, 50, 13, "normal", drawing.subtitle);
    append_cells(svg, drawing, layout);
    append_grid_lines(svg, drawing, layout);
    append_legend(svg, legend, drawing.labels.size(), layout);
    svg += "</svg>\n";
    return svg;
}

} // namespace tangram::partition
