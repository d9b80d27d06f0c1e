#include "partition/svg/svg.hpp"

#include "base/error.hpp"
#include "partition/svg/page.hpp"
#include "partition/svg/shapes.hpp"
#include "partition/svg/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangram::partition {

namespace {

constexpr double picture_side = 640; // px

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
    std::string body;
    const svg::Extent extent = svg::append_layers(body, allocation, labels);
    const std::size_t step = svg::layer_step(allocation);
    return svg::document(
        {allocation.name,
         fmt::format("{} x {} x {} tiles, half-surfaces {}{}", allocation.rows, allocation.columns, allocation.layers,
                     allocation.cost(), step > 1 ? fmt::format("; 1 layer in {} is shown", step) : ""),
         extent, std::move(labels)},
        body);
}

std::string draw(const Partition& partition, std::vector<std::string> labels) {
    if (labels.empty()) {
        labels = labels_of(partition);
    }
    require_labels(labels.size(), partition.zones.size());
    std::string body;
    svg::Extent extent = svg::fitted(partition.height, partition.width, picture_side);
    if (partition.is_3d()) {
        extent = svg::append_solids_and_slices(body, partition, picture_side);
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
