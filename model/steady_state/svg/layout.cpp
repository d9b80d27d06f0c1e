#include "model/steady_state/svg/layout.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::model::steady_state::svg {

namespace {

constexpr std::size_t rounds = 150; // of moving boxes apart
constexpr double gap = 24;          // between boxes, px
constexpr double edge_gap = 10;     // between an edge and a third box, px
constexpr double flatness = 0.75;   // of the picture: boxes and labels are wider than high

/// A box that moves. The more edges it has the less it gives way, so that hubs stay in the middle.
struct Body {
    Spot centre;
    Extent extent;
    double mass = 1;
};

constexpr double tolerance = 1e-6; // px

/// What is missing in each direction for two boxes to have room between them; they have it if one is not positive.
Extent lack(const Body& one, const Body& other, Extent room) {
    return {(one.extent.width + other.extent.width) / 2 + room.width - std::abs(one.centre.x - other.centre.x),
            (one.extent.height + other.extent.height) / 2 + room.height - std::abs(one.centre.y - other.centre.y)};
}

/// Moves two boxes apart, by a step in all.
void part(Body& one, Body& other, Spot step) {
    const double share = other.mass / (one.mass + other.mass);
    one.centre = {one.centre.x - share * step.x, one.centre.y - share * step.y};
    other.centre = {other.centre.x + (1 - share) * step.x, other.centre.y + (1 - share) * step.y};
}

/// Parts two boxes that are too near, in the direction in which less is missing.
bool separate(Body& one, Body& other) {
    const auto [x, y] = lack(one, other, {gap, gap});
    if (std::min(x, y) < tolerance) {
        return false;
    }
    const Spot step =
        x < y ? Spot{one.centre.x < other.centre.x ? x : -x, 0} : Spot{0, one.centre.y < other.centre.y ? y : -y};
    part(one, other, step);
    return true;
}

/// Stretches an edge without room for its labels.
bool stretch(Body& from, Body& to, Extent room) {
    const auto [x, y] = lack(from, to, room);
    if (std::min(x, y) < tolerance) {
        return false;
    }
    const Spot edge{to.centre.x - from.centre.x, to.centre.y - from.centre.y};
    const double share = std::min(x / std::max(std::abs(edge.x), tolerance), y / std::max(std::abs(edge.y), tolerance));
    part(from, to, {share * edge.x, share * edge.y});
    return true;
}

/// Moves a box that an edge runs through a step to the nearer side.
bool leave(Body& box, const Segment& edge) {
    if (!inside(edge, grown(centred(box.centre, box.extent), edge_gap))) {
        return false;
    }
    constexpr double step = 4; // px
    const Spot right = edge.right_hand();
    const double side =
        (box.centre.x - edge.from.x) * right.x + (box.centre.y - edge.from.y) * right.y < 0 ? -step : step;
    box.centre = {box.centre.x + side * right.x, box.centre.y + side * right.y};
    return true;
}

bool separate_all(std::vector<Body>& bodies) {
    bool has_moved = false;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            has_moved |= separate(bodies[j], bodies[i]);
        }
    }
    return has_moved;
}

bool stretch_all(std::vector<Body>& bodies, const std::vector<Edge>& edges) {
    bool has_moved = false;
    for (const auto& [from, to, room] : edges) {
        has_moved |= stretch(bodies[from], bodies[to], room);
    }
    return has_moved;
}

bool leave_all(std::vector<Body>& bodies, const std::vector<Edge>& edges) {
    bool has_moved = false;
    for (const Edge& edge : edges) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            has_moved |=
                i != edge.from && i != edge.to && leave(bodies[i], {bodies[edge.from].centre, bodies[edge.to].centre});
        }
    }
    return has_moved;
}

} // namespace

std::vector<Spot> spread(const std::vector<Spot>& arrangement, const std::vector<Extent>& boxes,
                         const std::vector<Edge>& edges, double length) {
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        bodies.push_back({{length * arrangement[i].x, flatness * length * arrangement[i].y}, boxes[i]});
    }
    for (const Edge& edge : edges) {
        ++bodies[edge.from].mass;
        ++bodies[edge.to].mass;
    }
    bool has_moved = true;
    for (std::size_t round = 0; round < rounds && has_moved; ++round) {
        has_moved = separate_all(bodies);
        has_moved |= stretch_all(bodies, edges);
        has_moved |= leave_all(bodies, edges);
    }
    while (separate_all(bodies)) { // it alone comes to an end, which the edges might have kept it from
        for (Body& body : bodies) {
            body.centre = {1.01 * body.centre.x, 1.01 * body.centre.y};
        }
    }
    std::vector<Spot> centres;
    centres.reserve(bodies.size());
    for (const Body& body : bodies) {
        centres.push_back(body.centre);
    }
    return centres;
}

} // namespace tangram::model::steady_state::svg
