#include "partition/svg/visible_solids.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <numbers>
#include <numeric>

namespace tangram::partition::svg {

namespace {

Solid solid_of(const Zone& zone, const Box& box) {
    return {zone.processor, {box.x0, box.y0, box.z0}, {box.x1, box.y1, box.z1}};
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

/// Whether something lies between this point and the viewer, who looks along (1, -1, 1).
bool is_hidden(const Point& p, const std::vector<Solid>& solids) {
    return std::any_of(solids.begin(), solids.end(), [&](const Solid& solid) {
        double enter = 0; // distances from p towards the viewer
        double leave = infinity;
        for (const std::size_t axis : axes) {
            enter = std::max(enter, sees_high[axis] ? solid.low[axis] - p[axis] : p[axis] - solid.high[axis]);
            leave = std::min(leave, sees_high[axis] ? solid.high[axis] - p[axis] : p[axis] - solid.low[axis]);
        }
        return leave - enter > 1e-9 * (solid.side(0) + solid.side(1) + solid.side(2));
    });
}

} // namespace

Spot projected(const Point& p) {
    constexpr double across = std::numbers::sqrt3 / 2;
    return {across * (p[1] + p[2]), p[0] + (p[1] - p[2]) / 2};
}

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

Point corner_of(const Solid& solid, std::size_t axis, bool first_high, bool second_high) {
    Point corner{};
    corner[axis] = sees_high[axis] ? solid.high[axis] : solid.low[axis];
    const std::size_t first = (axis + 1) % 3;
    const std::size_t second = (axis + 2) % 3;
    corner[first] = first_high ? solid.high[first] : solid.low[first];
    corner[second] = second_high ? solid.high[second] : solid.low[second];
    return corner;
}

double space_on(const Solid& solid, std::size_t axis) {
    return std::min(solid.side((axis + 1) % 3), solid.side((axis + 2) % 3));
}

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

} // namespace tangram::partition::svg
