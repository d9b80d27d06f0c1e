#include "partition/svg/svg.hpp"

#include "base/ceil_divided.hpp"
#include "base/error.hpp"
#include "partition/svg/page.hpp"
#include "partition/svg/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace tangram::partition {

namespace {

// Lengths in px.
constexpr double picture_side = 640;
constexpr double slice_side = 220;
constexpr double slice_gap = 20;
constexpr double slice_label = 20; // height
constexpr std::size_t slices_in_a_row = 4;

void require_drawable(const Drawing& drawing) {
    if (drawing.rows == 0 || drawing.columns == 0 || drawing.cells.size() / drawing.rows != drawing.columns ||
        drawing.cells.size() % drawing.rows != 0) {
        throw InvalidInput(fmt::format("drawing of {} x {} tiles with {} cells: it needs rows x columns of them, not 0",
                                       drawing.rows, drawing.columns, drawing.cells.size()));
    }
    for (const auto& cell : drawing.cells) {
        for (const TileShare& part : cell) {
            if (part.processor >= drawing.labels.size()) {
                throw InvalidInput(fmt::format("drawing with processor {} but {} labels: each processor needs one",
                                               part.processor, drawing.labels.size()));
            }
            if (!std::isfinite(part.share) || part.share <= 0) {
                throw InvalidInput(
                    fmt::format("drawing with a share of {}: it must be positive and finite", part.share));
            }
        }
    }
}

void require_labels(std::size_t labels, std::size_t processors) {
    if (labels != processors) {
        throw InvalidInput(fmt::format("{} labels for {} processors: give one each, or none", labels, processors));
    }
}

std::vector<std::string> labels_of(const Allocation& allocation) {
    const std::vector<std::size_t> counts = allocation.tile_counts();
    std::vector<std::string> labels;
    for (std::size_t p = 0; p < allocation.processors; ++p) {
        labels.push_back(fmt::format("processor {}: {} tiles", p, counts[p]));
    }
    return labels;
}

std::vector<std::string> labels_of(const Partition& partition) {
    const double domain = partition.height * partition.width * partition.depth.value_or(1);
    std::vector<std::string> labels;
    for (const Zone& zone : partition.zones) {
        double volume = 0;
        for (const Box& box : zone.boxes) {
            volume += box.volume();
        }
        labels.push_back(fmt::format("processor {}: {:.2f}%", zone.processor, 100 * volume / domain));
    }
    return labels;
}

/// The owners of one tile of C along k, each with its number of layers.
std::vector<TileShare> shares_of(const Allocation& allocation, std::size_t i, std::size_t j) {
    std::vector<TileShare> shares;
    for (std::size_t k = 0; k < allocation.layers; ++k) {
        const std::size_t p = allocation.owner(i, j, k);
        const auto same = std::find_if(shares.begin(), shares.end(), [&](const auto& s) { return s.processor == p; });
        if (same == shares.end()) {
            shares.push_back({p, 1});
        } else {
            same->share += 1;
        }
    }
    return shares;
}

Allocation layer_of(const Allocation& allocation, std::size_t k) {
    Allocation layer{allocation.name, allocation.rows, allocation.columns, allocation.processors, {}};
    for (std::size_t tile = 0; tile < allocation.rows * allocation.columns; ++tile) {
        layer.owners.push_back(allocation.owners[tile * allocation.layers + k]);
    }
    return layer;
}

/// The two-dimensional partition that a plane of constant z shows.
Partition slice_of(const Partition& partition, double z) {
    Partition slice{partition.algorithm, partition.height, partition.width, {}};
    for (const Zone& zone : partition.zones) {
        slice.zones.push_back({zone.processor, {}});
        std::copy_if(zone.boxes.begin(), zone.boxes.end(), std::back_inserter(slice.zones.back().boxes),
                     [&](const Box& box) { return box.z0 <= z && z < box.z1; });
    }
    return slice;
}

/// Rows of labelled slices with their upper edge at `top`. append(slice, extent)
/// draws one; returns the space down to the last one's lower edge.
template <class Append> svg::Extent append_slices(std::string& body, double top, svg::Extent slice,
                                                  const std::vector<std::string>& labels, Append append) {
    const std::size_t in_a_row = std::min(labels.size(), slices_in_a_row);
    const std::size_t rows = ceil_divided(labels.size(), in_a_row);
    const double step = slice.height + slice_label + slice_gap;
    for (std::size_t s = 0; s < labels.size(); ++s) {
        const std::size_t row = s / in_a_row;
        const std::size_t column = s % in_a_row;
        fmt::format_to(std::back_inserter(body), "<g transform=\"translate({:.2f} {:.2f})\">\n",
                       (slice.width + slice_gap) * static_cast<double>(column),
                       top + step * static_cast<double>(row) + slice_label);
        svg::append_text(body, 0, -6, labels[s]);
        append(s, slice);
        body += "</g>\n";
    }
    return {(slice.width + slice_gap) * static_cast<double>(in_a_row) - slice_gap,
            top + step * static_cast<double>(rows) - slice_gap};
}

std::string draw_layers(const Allocation& allocation, std::vector<std::string> labels) {
    constexpr std::size_t most_slices = 12;
    const std::size_t stride = ceil_divided(allocation.layers, most_slices);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < allocation.layers; k += stride) {
        names.push_back(fmt::format("k = {}", k));
    }
    std::string body;
    const svg::Extent extent = append_slices(
        body, 0, svg::fitted(static_cast<double>(allocation.rows), static_cast<double>(allocation.columns), slice_side),
        names, [&](std::size_t slice, svg::Extent space) {
            svg::append_tiles(body, drawing_of(layer_of(allocation, slice * stride), labels), space);
        });
    return svg::document(
        {allocation.name,
         fmt::format("{} x {} x {} tiles, half-surfaces {}{}", allocation.rows, allocation.columns, allocation.layers,
                     allocation.cost(), stride > 1 ? fmt::format("; 1 layer in {} is shown", stride) : ""),
         extent, std::move(labels)},
        body);
}

svg::Extent append_solids_and_slices(std::string& body, const Partition& partition) {
    constexpr std::size_t slices = slices_in_a_row;
    const auto middle = [&](std::size_t slice) { // of the slice's part of the depth
        return *partition.depth * (static_cast<double>(slice) + 0.5) / static_cast<double>(slices);
    };
    std::vector<std::string> names;
    for (std::size_t slice = 0; slice < slices; ++slice) {
        names.push_back(fmt::format("z = {:.4g}", middle(slice)));
    }
    std::string above;
    const svg::Extent solids = svg::append_solids(above, partition, picture_side);
    const svg::Extent below =
        append_slices(body, solids.height + slice_gap, svg::fitted(partition.height, partition.width, slice_side),
                      names, [&](std::size_t slice, svg::Extent space) {
                          svg::append_zones(body, slice_of(partition, middle(slice)), space);
                      });
    const double width = std::max(solids.width, below.width);
    fmt::format_to(std::back_inserter(body), "<g transform=\"translate({:.2f} 0)\">\n{}</g>\n",
                   (width - solids.width) / 2, above);
    return {width, below.height};
}

} // namespace

Drawing drawing_of(const Allocation& allocation, std::vector<std::string> labels) {
    if (labels.empty()) {
        labels = labels_of(allocation);
    }
    require_labels(labels.size(), allocation.processors);
    Drawing drawing{
        allocation.name,
        fmt::format("{} x {} tiles, sum of half-perimeters {}", allocation.rows, allocation.columns, allocation.cost()),
        allocation.rows,
        allocation.columns,
        {},
        std::move(labels)};
    drawing.cells.reserve(allocation.rows * allocation.columns);
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        for (std::size_t j = 0; j < allocation.columns; ++j) {
            drawing.cells.push_back(shares_of(allocation, i, j));
        }
    }
    return drawing;
}

std::string draw(const Drawing& drawing) {
    require_drawable(drawing);
    const svg::Extent extent =
        svg::fitted(static_cast<double>(drawing.rows), static_cast<double>(drawing.columns), picture_side);
    std::string body;
    svg::append_tiles(body, drawing, extent);
    return svg::document({drawing.title, drawing.subtitle, extent, drawing.labels}, body);
}

std::string draw(const Allocation& allocation, std::vector<std::string> labels) {
    if (!allocation.is_3d()) {
        return draw(drawing_of(allocation, std::move(labels)));
    }
    if (labels.empty()) {
        labels = labels_of(allocation);
    }
    require_labels(labels.size(), allocation.processors);
    return draw_layers(allocation, std::move(labels));
}

std::string draw(const Partition& partition, std::vector<std::string> labels) {
    if (labels.empty()) {
        labels = labels_of(partition);
    }
    require_labels(labels.size(), partition.zones.size());
    std::string body;
    svg::Extent extent = svg::fitted(partition.height, partition.width, picture_side);
    if (partition.is_3d()) {
        extent = append_solids_and_slices(body, partition);
    } else {
        svg::append_zones(body, partition, extent);
    }
    const std::string depth = partition.is_3d() ? fmt::format(" x {:.6g}", *partition.depth) : "";
    return svg::document(
        {partition.algorithm,
         fmt::format("{} zones of {:.6g} x {:.6g}{}", partition.zones.size(), partition.height, partition.width, depth),
         extent, std::move(labels)},
        body);
}

} // namespace tangram::partition
