#include "base/error.hpp"
#include "base/infinity.hpp"
#include "partition/svg/colours.hpp"
#include "partition/svg/shapes.hpp"
#include "partition/svg/visible_solids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tangram::partition::svg {

namespace {

/// Of faces, by the axis that they lie across.
constexpr std::array light{1.15, 0.7, 0.95};

/// From the picture's coordinates to px.
struct View {
    Spot origin;
    double scale;

    [[nodiscard]] Spot operator()(const Point& p) const {
        const Spot spot = projected(p);
        return {scale * (spot.x - origin.x), scale * (spot.y - origin.y)};
    }
};

void append_face(std::string& svg, const View& view, const Solid& solid, std::size_t axis) {
    const std::array corners{view(corner_of(solid, axis, false, false)), view(corner_of(solid, axis, true, false)),
                             view(corner_of(solid, axis, true, true)), view(corner_of(solid, axis, false, true))};
    // The stroke closes the seam that anti-aliasing leaves between boxes of a zone.
    fmt::format_to(std::back_inserter(svg), "<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\" d=\"",
                   to_string(shaded(palette_colour(solid.processor), light[axis])));
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
        fmt::format_to(std::back_inserter(svg), "{}{:.2f} {:.2f}", corner == 0 ? 'M' : 'L', corners[corner].x,
                       corners[corner].y);
    }
    svg += "z\"/>\n";
}

/// The edge of a face across `axis` that ends it along `across`, without the
/// stretches where another box of the zone continues the face or covers it.
void append_edge(std::string& svg, const View& view, const Solid& solid, std::span<const Solid> zone, std::size_t axis,
                 std::size_t across, bool high) {
    const std::size_t along = 3 - axis - across;
    const auto level = [&](const Solid& s) { return sees_high[axis] ? s.high[axis] : s.low[axis]; };
    const double end = high ? solid.high[across] : solid.low[across];
    std::vector<std::pair<double, double>> continued;
    for (const Solid& other : zone) {
        const bool continues = level(other) == level(solid) && (high ? other.low[across] : other.high[across]) == end;
        const bool touches = (sees_high[axis] ? other.low[axis] : other.high[axis]) == level(solid);
        const bool reaches = high ? other.low[across] < end && end <= other.high[across]
                                  : other.low[across] <= end && end < other.high[across];
        if (continues || (touches && reaches)) {
            continued.emplace_back(other.low[along], other.high[along]);
        }
    }
    continued.emplace_back(solid.high[along], solid.high[along]);
    std::sort(continued.begin(), continued.end());
    double from = solid.low[along];
    for (const auto& [begin, next] : continued) {
        if (const double to = std::min(begin, solid.high[along]); to > from) {
            Point ends{};
            ends[axis] = level(solid);
            ends[across] = end;
            ends[along] = from;
            const Spot a = view(ends);
            ends[along] = to;
            const Spot b = view(ends);
            fmt::format_to(std::back_inserter(svg), "M{:.2f} {:.2f}L{:.2f} {:.2f}", a.x, a.y, b.x, b.y);
        }
        from = std::max(from, next);
    }
}

/// Each zone's number on the roomiest of its faces where it can be seen, if there is one.
void append_numbers(std::string& svg, const View& view, const std::vector<Solid>& solids, std::size_t processors) {
    struct Face {
        double space = 0;
        Spot spot{};
        std::size_t axis = 0;
    };
    std::vector<Face> roomiest(processors);
    for (const Solid& solid : solids) {
        for (const std::size_t axis : axes) {
            if (Face& best = roomiest[solid.processor];
                space_on(solid, axis) > best.space && has_free_middle(solid, axis, solids)) {
                const Spot a = view(corner_of(solid, axis, false, false));
                const Spot b = view(corner_of(solid, axis, true, true));
                best = {space_on(solid, axis), {std::midpoint(a.x, b.x), std::midpoint(a.y, b.y)}, axis};
            }
        }
    }
    for (std::size_t p = 0; p < processors; ++p) {
        const double side = 0.7 * view.scale * roomiest[p].space;
        append_number(svg, roomiest[p].spot.x, roomiest[p].spot.y, {side, side}, p,
                      ink_on(shaded(palette_colour(p), light[roomiest[p].axis])));
    }
}

void append_solid(std::string& svg, const View& view, const Solid& solid, std::span<const Solid> zone) {
    for (const std::size_t axis : axes) {
        append_face(svg, view, solid, axis);
    }
    svg += "<path stroke=\"#000\" stroke-linecap=\"round\" d=\"";
    for (const std::size_t axis : axes) {
        for (const std::size_t across : axes) {
            for (const bool high : {false, true}) {
                if (across != axis) {
                    append_edge(svg, view, solid, zone, axis, across, high);
                }
            }
        }
    }
    svg += "\"/>\n";
}

/// For each processor the run of its solids, which follow one another.
std::vector<std::span<const Solid>> zones_of(const std::vector<Solid>& solids, std::size_t processors) {
    std::vector<std::span<const Solid>> zones(processors);
    for (const Solid& solid : solids) {
        std::span<const Solid>& zone = zones[solid.processor];
        zone = {zone.empty() ? &solid : zone.data(), zone.size() + 1};
    }
    return zones;
}

} // namespace

Extent append_solids(std::string& svg, const Partition& partition, double side) {
    constexpr std::size_t most_boxes = 4096;
    const std::vector<Solid> solids = moved_apart(partition);
    if (solids.size() > most_boxes) {
        throw InvalidInput(
            fmt::format("a picture of {} boxes in three dimensions: at most {}", solids.size(), most_boxes));
    }
    Spot least{infinity, infinity};
    Spot most{-infinity, -infinity};
    for (const Solid& solid : solids) {
        for (const std::size_t axis : axes) {
            for (const bool first_high : {false, true}) {
                for (const bool second_high : {false, true}) {
                    const Spot spot = projected(corner_of(solid, axis, first_high, second_high));
                    least = {std::min(least.x, spot.x), std::min(least.y, spot.y)};
                    most = {std::max(most.x, spot.x), std::max(most.y, spot.y)};
                }
            }
        }
    }
    const View view{least, side / std::max(most.x - least.x, most.y - least.y)};
    const std::vector<std::span<const Solid>> zones = zones_of(solids, partition.zones.size());
    for (const Solid& solid : painters_order(solids)) {
        append_solid(svg, view, solid, zones[solid.processor]);
    }
    append_numbers(svg, view, solids, partition.zones.size());
    return {view.scale * (most.x - least.x), view.scale * (most.y - least.y)};
}

} // namespace tangram::partition::svg
