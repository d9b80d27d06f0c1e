#include "sched/graph/product_zones.hpp"

#include "partition/base/problem.hpp"
#include "partition/base/work_budget.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tangram::sched::graph {

namespace {

/// Seconds that the product takes if all workers end at once.
double seconds_of(const std::vector<ProductNode>& nodes, const ProductSize& size) {
    double rate = 0;
    for (const ProductNode& node : nodes) {
        rate += static_cast<double>(node.workers) / node.seconds;
    }
    return static_cast<double>(size.tasks()) / rate;
}

/// The tasks of a tile follow each other.
bool ends_tiles(const ProductNode& node, const ProductSize& size, double seconds) {
    constexpr double in_time = 0.8; // of the product's time
    return static_cast<double>(size.depth) * node.seconds <= in_time * seconds;
}

/// Tasks that a node can take on. CPU workers: as many as each ends in whole tasks, without those of tiles that they
/// have begun; none if they end no tile in time.
double tasks_of(const ProductNode& node, const ProductSize& size, double seconds, std::size_t begun) {
    if (node.node != home) {
        return seconds / node.seconds;
    }
    if (!ends_tiles(node, size, seconds)) {
        return 0;
    }
    const double whole = std::floor(seconds / node.seconds) * static_cast<double>(node.workers);
    return std::max(0.0, whole - static_cast<double>(begun * size.depth));
}

/// Of a search for tiles, in a product that takes `seconds`.
partition::WorkBudget search_budget(double seconds, double searched) {
    constexpr double part = 0.01;
    constexpr double most_seconds = 0.01;
    const double left = part * seconds * partition::work_of_second - searched;
    return partition::WorkBudget(std::clamp(left, 0.0, most_seconds * partition::work_of_second));
}

} // namespace

ProductZones::ProductZones(const AllocationKind& kind, const std::vector<ProductNode>& nodes, const ProductSize& size,
                           std::size_t begun, double searched)
    : searched_(searched), rows_(size.rows), columns_(size.columns) {
    partition::Problem problem{.height = static_cast<double>(rows_), .width = static_cast<double>(columns_)};
    const double seconds = seconds_of(nodes, size);
    for (const ProductNode& node : nodes) {
        home_ends_tiles_ = home_ends_tiles_ || (node.node == home && ends_tiles(node, size, seconds));
        if (const double tasks = tasks_of(node, size, seconds, begun); tasks > 0) {
            nodes_.push_back(node.node);
            problem.speeds.push_back(tasks);
            problem.weights.push_back(node.node == home ? 0 : 1);
        }
    }
    partition::WorkBudget search = search_budget(seconds, searched);
    zones_ = kind.allocate(problem, rows_, columns_, 1, {.budget = &search}).owners;
    searched_ += search.spent();
    constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();
    first_.assign(nodes_.size(), {far, far});
    for (std::size_t tile = 0; tile < zones_.size(); ++tile) {
        Position& first = first_[zones_[tile]];
        first.row = std::min(first.row, static_cast<std::uint32_t>(tile / columns_));
        first.column = std::min(first.column, static_cast<std::uint32_t>(tile % columns_));
    }
}

std::uint32_t ProductZones::corner(const Position& position) const {
    const Position& first = first_[zone(position)];
    const auto row = static_cast<std::uint32_t>(position.row % rows_);
    const auto column = static_cast<std::uint32_t>(position.column % columns_);
    return std::max(row - first.row, column - first.column);
}

} // namespace tangram::sched::graph
