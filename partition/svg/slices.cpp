#include "partition/svg/slices.hpp"

#include "base/ceil_divided.hpp"
#include "partition/svg/shapes.hpp"
#include "partition/svg/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tangram::partition::svg {

namespace {

// Lengths in px.
constexpr double slice_side = 220;
constexpr double slice_gap = 20;
constexpr double slice_label = 20; // height
constexpr std::size_t slices_in_a_row = 4;

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
template <class Append> Extent append_slices(std::string& svg, double top, Extent slice,
                                             const std::vector<std::string>& labels, Append append) {
    const std::size_t in_a_row = std::min(labels.size(), slices_in_a_row);
    const std::size_t rows = ceil_divided(labels.size(), in_a_row);
    const double step = slice.height + slice_label + slice_gap;
    for (std::size_t s = 0; s < labels.size(); ++s) {
        const std::size_t row = s / in_a_row;
        const std::size_t column = s % in_a_row;
        fmt::format_to(std::back_inserter(svg), "<g transform=\"translate({:.2f} {:.2f})\">\n",
                       (slice.width + slice_gap) * static_cast<double>(column),
                       top + step * static_cast<double>(row) + slice_label);
        append_text(svg, 0, -6, labels[s]);
        append(s, slice);
        svg += "</g>\n";
    }
    return {(slice.width + slice_gap) * static_cast<double>(in_a_row) - slice_gap,
            top + step * static_cast<double>(rows) - slice_gap};
}

} // namespace

std::size_t layer_step(const Allocation& allocation) {
    constexpr std::size_t most_slices = 12;
    return ceil_divided(allocation.layers, most_slices);
}

Extent append_layers(std::string& svg, const Allocation& allocation, const std::vector<std::string>& labels) {
    const std::size_t step = layer_step(allocation);
    std::vector<std::string> names;
    for (std::size_t k = 0; k < allocation.layers; k += step) {
        names.push_back(fmt::format("k = {}", k));
    }
    return append_slices(
        svg, 0, fitted(static_cast<double>(allocation.rows), static_cast<double>(allocation.columns), slice_side),
        names, [&](std::size_t slice, Extent space) {
            append_tiles(svg, drawing_of(layer_of(allocation, slice * step), labels), space);
        });
}

Extent append_solids_and_slices(std::string& svg, const Partition& partition, double side) {
    constexpr std::size_t slices = slices_in_a_row;
    const auto middle = [&](std::size_t slice) { // of the slice's part of the depth
        return *partition.depth * (static_cast<double>(slice) + 0.5) / static_cast<double>(slices);
    };
    std::vector<std::string> names;
    for (std::size_t slice = 0; slice < slices; ++slice) {
        names.push_back(fmt::format("z = {:.4g}", middle(slice)));
    }
    std::string above;
    const Extent solids = append_solids(above, partition, side);
    const Extent below = append_slices(
        svg, solids.height + slice_gap, fitted(partition.height, partition.width, slice_side), names,
        [&](std::size_t slice, Extent space) { append_zones(svg, slice_of(partition, middle(slice)), space); });
    const double width = std::max(solids.width, below.width);
    fmt::format_to(std::back_inserter(svg), "<g transform=\"translate({:.2f} 0)\">\n{}</g>\n",
                   (width - solids.width) / 2, above);
    return {width, below.height};
}

} // namespace tangram::partition::svg
