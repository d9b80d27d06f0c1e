#include "model/steady_state/svg/arrangement.hpp"

#include "base/dice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

namespace tangram::model::steady_state::svg {

namespace {

constexpr std::size_t starts = 12;
constexpr std::size_t sweeps = 100; // of stress majorisation, from each start

using Distances = std::vector<std::vector<double>>;

/// By edges, from one box; boxes out of reach count as somewhat farther than the middle of a large graph.
std::vector<double> distances_from(std::size_t start, const std::vector<std::vector<std::size_t>>& neighbours) {
    const double unreached = 1 + std::sqrt(static_cast<double>(neighbours.size()));
    std::vector<double> distance(neighbours.size(), unreached);
    std::vector<bool> is_seen(neighbours.size(), false);
    std::queue<std::size_t> next({start});
    distance[start] = 0;
    is_seen[start] = true;
    for (; !next.empty(); next.pop()) {
        for (const std::size_t neighbour : neighbours[next.front()]) {
            if (!is_seen[neighbour]) {
                is_seen[neighbour] = true;
                distance[neighbour] = distance[next.front()] + 1;
                next.push(neighbour);
            }
        }
    }
    return distance;
}

Distances distances(std::size_t boxes, const std::vector<Edge>& edges) {
    const std::vector<std::vector<std::size_t>> next = neighbours(boxes, edges);
    Distances result;
    for (std::size_t box = 0; box < boxes; ++box) {
        result.push_back(distances_from(box, next));
    }
    return result;
}

/// Around a circle in a random order, but for the first start, which keeps the nodes' own.
std::vector<Spot> start_spots(std::size_t count, std::size_t start) {
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
        spots.push_back({-std::cos(angle), std::sin(angle)});
    }
    Dice dice(start);
    for (std::size_t i = start > 0 ? count : 0; i > 1; --i) {
        std::swap(spots[i - 1], spots[dice.below(i)]);
    }
    return spots;
}

/// Where the others want a spot to be, each at its distance, the nearer ones with more weight.
Spot wanted(std::size_t i, const std::vector<Spot>& spots, const std::vector<double>& distance) {
    constexpr double least = 1e-9; // spots in one place have no direction
    Spot sum;
    double weights = 0;
    for (std::size_t j = 0; j < spots.size(); ++j) {
        if (j != i) {
            const double weight = 1 / (distance[j] * distance[j]);
            const double stretch = distance[j] / std::max(Segment{spots[i], spots[j]}.length(), least);
            sum.x += weight * (spots[j].x + stretch * (spots[i].x - spots[j].x));
            sum.y += weight * (spots[j].y + stretch * (spots[i].y - spots[j].y));
            weights += weight;
        }
    }
    return {sum.x / weights, sum.y / weights};
}

/// Whether two edges without a common end cross.
bool cross(const std::vector<Spot>& spots, const Edge& one, const Edge& other) {
    if (one.from == other.from || one.from == other.to || one.to == other.from || one.to == other.to) {
        return false;
    }
    const auto turns_right = [&](std::size_t a, std::size_t b, std::size_t c) {
        return (spots[b].x - spots[a].x) * (spots[c].y - spots[a].y) >
               (spots[b].y - spots[a].y) * (spots[c].x - spots[a].x);
    };
    return turns_right(one.from, one.to, other.from) != turns_right(one.from, one.to, other.to) &&
           turns_right(other.from, other.to, one.from) != turns_right(other.from, other.to, one.to);
}

/// The stress and, for each crossing, as much as if two nodes lay in one place instead of a whole edge apart.
double cost_of(const std::vector<Spot>& spots, const Distances& distance, const std::vector<Edge>& edges) {
    double cost = 0;
    for (std::size_t i = 0; i < spots.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double part = Segment{spots[i], spots[j]}.length() / distance[i][j];
            cost += (part - 1) * (part - 1);
        }
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            cost += cross(spots, edges[i], edges[j]) ? 1 : 0;
        }
    }
    return cost;
}

std::vector<Spot> majorised(std::vector<Spot> spots, const Distances& distance) {
    for (std::size_t sweep = 0; sweep < sweeps && spots.size() > 1; ++sweep) {
        for (std::size_t i = 0; i < spots.size(); ++i) {
            spots[i] = wanted(i, spots, distance[i]);
        }
    }
    return spots;
}

/// Moves the centre to the origin, turns the longest direction into the horizontal and one spot to the left.
void turn(std::vector<Spot>& spots, std::size_t leftmost) {
    Spot centre;
    for (const Spot& spot : spots) {
        centre.x += spot.x / static_cast<double>(spots.size());
        centre.y += spot.y / static_cast<double>(spots.size());
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (Spot& spot : spots) {
        spot = {spot.x - centre.x, spot.y - centre.y};
        xx += spot.x * spot.x;
        xy += spot.x * spot.y;
        yy += spot.y * spot.y;
    }
    const double angle = std::atan2(2 * xy, xx - yy) / 2; // of the principal axis
    const double along = std::cos(angle);
    const double across = std::sin(angle);
    const Spot& left = spots[leftmost];
    const double side = along * left.x + across * left.y > 0 ? -1 : 1;
    for (Spot& spot : spots) {
        spot = {side * (along * spot.x + across * spot.y), side * (along * spot.y - across * spot.x)};
    }
}

} // namespace

std::vector<std::vector<std::size_t>> neighbours(std::size_t nodes, const std::vector<Edge>& edges) {
    std::vector<std::vector<std::size_t>> lists(nodes);
    for (const Edge& edge : edges) {
        lists[edge.from].push_back(edge.to);
        lists[edge.to].push_back(edge.from);
    }
    return lists;
}

std::vector<Spot> arranged(std::size_t nodes, const std::vector<Edge>& edges, std::size_t leftmost) {
    const Distances distance = distances(nodes, edges);
    std::vector<Spot> best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t start = 0; start < starts; ++start) {
        std::vector<Spot> spots = majorised(start_spots(nodes, start), distance);
        if (const double cost = cost_of(spots, distance, edges); cost < least) {
            least = cost;
            best = std::move(spots);
        }
    }
    turn(best, leftmost);
    return best;
}

} // namespace tangram::model::steady_state::svg
