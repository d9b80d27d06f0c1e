#include "partition/error.hpp"
#include "partition/svg_colours.hpp"
#include "partition/svg_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

namespace tangram::partition::svg {

namespace {

struct Point {
    double x, y, z;
};

/// A box in its place in the picture.
struct Solid {
    std::size_t processor;
    Point low;
    Point high;
};

/// On the page, y downwards.
struct Spot {
    double x, y;
};

/// Isometric: x goes down, y to the right towards the viewer, z to the right
/// away from the viewer. So the faces seen are those of least x (B's side, above),
/// least z (C's, to the left) and most y (A's, to the right).
Spot projected(Point p) {
    constexpr double across = std::numbers::sqrt3 / 2;
    return {across * (p.y + p.z), p.x + (p.y - p.z) / 2};
}

/// Zones moved away from the centre by a part of their distance to it. Zones
/// that a plane separates stay so, as it lies between their centres too.
std::vector<Solid> moved_apart(const Partition& partition) {
    constexpr double part = 0.6;
    const Point middle{partition.height / 2, partition.width / 2, *partition.depth / 2};
    std::vector<Solid> solids;
    for (const Zone& zone : partition.zones) {
        Point centre{0, 0, 0};
        double volume = 0;
        for (const Box& box : zone.boxes) {
            const double share = box.volume();
            volume += share;
            centre.x += share * std::midpoint(box.x0, box.x1);
            centre.y += share * std::midpoint(box.y0, box.y1);
            centre.z += share * std::midpoint(box.z0, box.z1);
        }
        const Point move{part * (centre.x / volume - middle.x), part * (centre.y / volume - middle.y),
                         part * (centre.z / volume - middle.z)};
        for (const Box& box : zone.boxes)
            solids.push_back({zone.processor,
                              {box.x0 + move.x, box.y0 + move.y, box.z0 + move.z},
                              {box.x1 + move.x, box.y1 + move.y, box.z1 + move.z}});
    }
    return solids;
}

/// Whether `front` may hide a part of `back`: along some axis it lies wholly on
/// the viewer's side, and along none on the far side.
bool may_hide(const Solid& front, const Solid& back) {
    constexpr double touching = 1e-9;
    const auto before = [](const Solid& a, const Solid& b) {
        return a.high.x <= b.low.x + touching || a.low.y >= b.high.y - touching || a.high.z <= b.low.z + touching;
    };
    return before(front, back) && !before(back, front);
}

/// Back to front. Where boxes hide each other in a ring, the farthest comes first.
std::vector<Solid> painters_order(const std::vector<Solid>& solids) {
    std::vector<std::size_t> waits_for(solids.size(), 0);
    for (std::size_t a = 0; a < solids.size(); ++a)
        for (std::size_t b = 0; b < solids.size(); ++b)
            waits_for[a] += a != b && may_hide(solids[a], solids[b]) ? 1 : 0;
    const auto nearness = [&](std::size_t s) { return solids[s].high.y - solids[s].low.x - solids[s].low.z; };
    std::vector<Solid> order;
    std::vector<bool> is_drawn(solids.size(), false);
    while (order.size() < solids.size()) {
        std::size_t next = solids.size();
        for (std::size_t s = 0; s < solids.size(); ++s) {
            if (is_drawn[s])
                continue;
            const bool is_better = next == solids.size() || waits_for[s] < waits_for[next] ||
                                   (waits_for[s] == waits_for[next] && nearness(s) < nearness(next));
            next = is_better ? s : next;
        }
        is_drawn[next] = true;
        order.push_back(solids[next]);
        for (std::size_t s = 0; s < solids.size(); ++s)
            waits_for[s] -= !is_drawn[s] && may_hide(solids[s], solids[next]) ? 1 : 0;
    }
    return order;
}

/// From the picture's coordinates to px.
struct View {
    Spot origin;
    double scale;

    [[nodiscard]] Spot operator()(Point p) const {
        const Spot spot = projected(p);
        return {scale * (spot.x - origin.x), scale * (spot.y - origin.y)};
    }
};

void append_face(std::string& svg, const View& view, const std::array<Point, 4>& corners, Colour colour) {
    svg += "<path d=\"";
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
        const Spot spot = view(corners[corner]);
        fmt::format_to(std::back_inserter(svg), "{}{:.2f} {:.2f}", corner == 0 ? 'M' : 'L', spot.x, spot.y);
    }
    fmt::format_to(std::back_inserter(svg), "z\" fill=\"{}\" stroke=\"#000\" stroke-linejoin=\"round\"/>\n",
                   to_string(colour));
}

/// The number goes on the face with the most space.
void append_solid(std::string& svg, const View& view, const Solid& solid) {
    const Colour colour = colour_of(solid.processor);
    const auto& [low, high] = std::pair(solid.low, solid.high);
    const std::array<Point, 4> above{{low, {low.x, high.y, low.z}, {low.x, high.y, high.z}, {low.x, low.y, high.z}}};
    const std::array<Point, 4> left{{low, {low.x, high.y, low.z}, {high.x, high.y, low.z}, {high.x, low.y, low.z}}};
    const std::array<Point, 4> right{{{low.x, high.y, low.z}, {low.x, high.y, high.z}, high, {high.x, high.y, low.z}}};
    const std::array faces{above, left, right};
    const std::array light{1.15, 0.95, 0.7};
    const std::array space{std::min(high.y - low.y, high.z - low.z), std::min(high.x - low.x, high.y - low.y),
                           std::min(high.x - low.x, high.z - low.z)};
    for (std::size_t face = 0; face < faces.size(); ++face)
        append_face(svg, view, faces[face], shaded(colour, light[face]));
    const auto best = static_cast<std::size_t>(std::max_element(space.begin(), space.end()) - space.begin());
    const Spot a = view(faces[best][0]);
    const Spot b = view(faces[best][2]);
    const double side = 0.7 * view.scale * space[best];
    append_number(svg, (a.x + b.x) / 2, (a.y + b.y) / 2, {side, side}, solid.processor,
                  ink_on(shaded(colour, light[best])));
}

} // namespace

Extent append_solids(std::string& svg, const Partition& partition, double side) {
    constexpr std::size_t most_boxes = 4096;
    const std::vector<Solid> solids = moved_apart(partition);
    if (solids.size() > most_boxes)
        throw InvalidInput(
            fmt::format("a picture of {} boxes in three dimensions: at most {}", solids.size(), most_boxes));
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Spot least{infinite, infinite};
    Spot most{-infinite, -infinite};
    for (const Solid& solid : solids) {
        const auto& [low, high] = std::pair(solid.low, solid.high);
        least.x = std::min(least.x, projected(low).x);
        most.x = std::max(most.x, projected(high).x);
        least.y = std::min(least.y, projected({low.x, low.y, high.z}).y);
        most.y = std::max(most.y, projected({high.x, high.y, low.z}).y);
    }
    const View view{least, side / std::max(most.x - least.x, most.y - least.y)};
    for (const Solid& solid : painters_order(solids))
        append_solid(svg, view, solid);
    return {view.scale * (most.x - least.x), view.scale * (most.y - least.y)};
}

} // namespace tangram::partition::svg
