#include "base/error.hpp"
#include "partition/svg/colours.hpp"
#include "partition/svg/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tangram::partition::svg {

namespace {

using Point = std::array<double, 3>; ///< along x, y and z
constexpr std::array<std::size_t, 3> axes{0, 1, 2};

/// A box in its place in the picture.
struct Solid {
    std::size_t processor;
    Point low;
    Point high;

    [[nodiscard]] double side(std::size_t axis) const { return high[axis] - low[axis]; }
};

/// On the page, y downwards.
struct Spot {
    double x, y;
};

/// Isometric: x goes down, y to the right towards the viewer, z to the right
/// away from the viewer.
Spot projected(const Point& p) {
    constexpr double across = std::numbers::sqrt3 / 2;
    return {across * (p[1] + p[2]), p[0] + (p[1] - p[2]) / 2};
}

/// Of the two faces across an axis, whether the one further along it is seen:
/// what is seen is least x (B's side, above), most y (A's, to the right) and
/// least z (C's, to the left).
constexpr std::array sees_high{false, true, false};
constexpr std::array light{1.15, 0.7, 0.95};

Solid solid_of(const Zone& zone, const Box& box) {
    return {zone.processor, {box.x0, box.y0, box.z0}, {box.x1, box.y1, box.z1}};
}

/// Zones moved away from the centre by a part of their distance to it. Zones
/// that a plane separates stay so, as it lies between their centres too.
std::vector<Solid> moved_apart(const Partition& partition) {
    constexpr double part = 0.6;
    const Point domain{partition.height, partition.width, *partition.depth};
    std::vector<Solid> solids;
    for (const Zone& zone : partition.zones) {
        Point moment{0, 0, 0};
        double volume = 0;
        for (const Box& box : zone.boxes) {
            const Solid solid = solid_of(zone, box);
            volume += box.volume();
            for (const std::size_t axis : axes) {
                moment[axis] += box.volume() * std::midpoint(solid.low[axis], solid.high[axis]);
            }
        }
        for (const Box& box : zone.boxes) {
            Solid solid = solid_of(zone, box);
            for (const std::size_t axis : axes) {
                const double move = part * (moment[axis] / volume - domain[axis] / 2);
                solid.low[axis] += move;
                solid.high[axis] += move;
            }
            solids.push_back(solid);
        }
    }
    return solids;
}

/// Whether `front` may hide a part of `back`: along some axis it lies wholly on
/// the viewer's side, and along none on the far side.
bool may_hide(const Solid& front, const Solid& back) {
    constexpr double touching = 1e-9;
    const auto before = [](const Solid& a, const Solid& b) {
        return std::any_of(axes.begin(), axes.end(), [&](std::size_t axis) {
            const double slack = touching * std::max(a.side(axis), b.side(axis));
            return sees_high[axis] ? a.low[axis] >= b.high[axis] - slack : a.high[axis] <= b.low[axis] + slack;
        });
    };
    return before(front, back) && !before(back, front);
}

/// Back to front. Where boxes hide each other in a ring, the farthest comes first.
std::vector<Solid> painters_order(const std::vector<Solid>& solids) {
    std::vector<std::size_t> waits_for(solids.size(), 0);
    for (std::size_t a = 0; a < solids.size(); ++a) {
        for (std::size_t b = 0; b < solids.size(); ++b) {
            waits_for[a] += a != b && may_hide(solids[a], solids[b]) ? 1 : 0;
        }
    }
    const auto nearness = [&](std::size_t s) { return solids[s].high[1] - solids[s].low[0] - solids[s].low[2]; };
    std::vector<Solid> order;
    std::vector<bool> is_drawn(solids.size(), false);
    while (order.size() < solids.size()) {
        std::size_t next = solids.size();
        for (std::size_t s = 0; s < solids.size(); ++s) {
            if (is_drawn[s]) {
                continue;
            }
            const bool is_better = next == solids.size() || waits_for[s] < waits_for[next] ||
                                   (waits_for[s] == waits_for[next] && nearness(s) < nearness(next));
            next = is_better ? s : next;
        }
        is_drawn[next] = true;
        order.push_back(solids[next]);
        for (std::size_t s = 0; s < solids.size(); ++s) {
            waits_for[s] -= !is_drawn[s] && may_hide(solids[s], solids[next]) ? 1 : 0;
        }
    }
    return order;
}

/// From the picture's coordinates to px.
struct View {
    Spot origin;
    double scale;

    [[nodiscard]] Spot operator()(const Point& p) const {
        const Spot spot = projected(p);
        return {scale * (spot.x - origin.x), scale * (spot.y - origin.y)};
    }
};

/// The corner of a solid's seen face across `axis`, at the low or high ends along its other two axes.
Point corner_of(const Solid& solid, std::size_t axis, bool first_high, bool second_high) {
    Point corner{};
    corner[axis] = sees_high[axis] ? solid.high[axis] : solid.low[axis];
    const std::size_t first = (axis + 1) % 3;
    const std::size_t second = (axis + 2) % 3;
    corner[first] = first_high ? solid.high[first] : solid.low[first];
    corner[second] = second_high ? solid.high[second] : solid.low[second];
    return corner;
}

void append_face(std::string& svg, const View& view, const Solid& solid, std::size_t axis) {
    const std::array corners{view(corner_of(solid, axis, false, false)), view(corner_of(solid, axis, true, false)),
                             view(corner_of(solid, axis, true, true)), view(corner_of(solid, axis, false, true))};
    // The stroke closes the seam that anti-aliasing leaves between boxes of a zone.
    fmt::format_to(std::back_inserter(svg), "<path fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0.5\" d=\"",
                   to_string(shaded(colour_of(solid.processor), light[axis])));
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

/// The shorter side of a solid's face across `axis`.
double space_on(const Solid& solid, std::size_t axis) {
    return std::min(solid.side((axis + 1) % 3), solid.side((axis + 2) % 3));
}

/// Whether something lies between this point and the viewer, who looks along (1, -1, 1).
bool is_hidden(const Point& p, const std::vector<Solid>& solids) {
    return std::any_of(solids.begin(), solids.end(), [&](const Solid& solid) {
        double enter = 0; // distances from p towards the viewer
        double leave = std::numeric_limits<double>::infinity();
        for (const std::size_t axis : axes) {
            enter = std::max(enter, sees_high[axis] ? solid.low[axis] - p[axis] : p[axis] - solid.high[axis]);
            leave = std::min(leave, sees_high[axis] ? solid.high[axis] - p[axis] : p[axis] - solid.low[axis]);
        }
        return leave - enter > 1e-9 * (solid.side(0) + solid.side(1) + solid.side(2));
    });
}

/// Whether the middle of a face can be seen, and a part around it for a number.
bool has_free_middle(const Solid& solid, std::size_t axis, const std::vector<Solid>& solids) {
    const std::size_t first = (axis + 1) % 3;
    const std::size_t second = (axis + 2) % 3;
    const double reach = 0.25 * space_on(solid, axis);
    for (const double along_first : {0.0, -reach, reach}) {
        for (const double along_second : {0.0, -reach, reach}) {
            Point p = corner_of(solid, axis, false, false);
            p[first] = std::midpoint(solid.low[first], solid.high[first]) + along_first;
            p[second] = std::midpoint(solid.low[second], solid.high[second]) + along_second;
            if (is_hidden(p, solids)) {
                return false;
            }
        }
    }
    return true;
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
                      ink_on(shaded(colour_of(p), light[roomiest[p].axis])));
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
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Spot least{infinite, infinite};
    Spot most{-infinite, -infinite};
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
