#include "model/steady_state/svg/columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <queue>

namespace tangram::model::steady_state::svg {

namespace {

constexpr double column_gap = 120; // where links can be followed, px
constexpr double row_gap = 24;     // px

/// Breadth first, from one box and then from the first that is left.
std::vector<std::size_t> by_distance(const std::vector<std::vector<std::size_t>>& neighbours, std::size_t first) {
    std::vector<std::size_t> order;
    std::vector<bool> is_seen(neighbours.size(), false);
    const auto add_from = [&](std::size_t start) {
        is_seen[start] = true;
        for (std::queue<std::size_t> next({start}); !next.empty(); next.pop()) {
            order.push_back(next.front());
            for (const std::size_t neighbour : neighbours[next.front()]) {
                if (!is_seen[neighbour]) {
                    is_seen[neighbour] = true;
                    next.push(neighbour);
                }
            }
        }
    };
    add_from(first);
    for (std::size_t box = 0; box < is_seen.size(); ++box) {
        if (!is_seen[box]) {
            add_from(box);
        }
    }
    return order;
}

} // namespace

std::vector<Spot> in_columns(const std::vector<Extent>& boxes, const std::vector<Edge>& edges, std::size_t first) {
    Extent sum; // of all boxes with their gaps
    for (const auto& [width, height] : boxes) {
        sum = {sum.width + width + column_gap, sum.height + height + row_gap};
    }
    const double rows = std::ceil(std::sqrt(static_cast<double>(boxes.size()) * sum.width / sum.height));
    const double most_height = rows * sum.height / static_cast<double>(boxes.size());
    std::vector<Spot> centres(boxes.size());
    Spot corner;
    double width = 0; // of the column
    for (const std::size_t box : by_distance(neighbours(boxes.size(), edges), first)) {
        if (corner.y > 0 && corner.y + boxes[box].height > most_height) {
            corner = {corner.x + width + column_gap, 0};
            width = 0;
        }
        centres[box] = {corner.x + boxes[box].width / 2, corner.y + boxes[box].height / 2};
        corner.y += boxes[box].height + row_gap;
        width = std::max(width, boxes[box].width);
    }
    return centres;
}

} // namespace tangram::model::steady_state::svg
