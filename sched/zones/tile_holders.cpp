#include "sched/zones/tile_holders.hpp"

namespace tangram::sched {

namespace {

std::vector<std::size_t> planned_products(const partition::Allocation& allocation, std::size_t depth) {
    std::vector<std::size_t> counts = allocation.tile_counts();
    for (std::size_t& count : counts) {
        count *= depth / allocation.layers;
    }
    return counts;
}

} // namespace

TileHolders::TileHolders(const partition::Allocation& allocation, std::size_t depth, std::optional<Node> home)
    : allocation_(allocation), home_(home), holders_(allocation.owners),
      remaining_of_tile_(allocation.owners.size(), depth / allocation.layers),
      remaining_(planned_products(allocation, depth)), planned_remaining_(remaining_), rows_(allocation.rows),
      columns_(allocation.columns) {
    for (std::size_t at = 0; at < holders_.size(); ++at) {
        const auto [i, j, k] = allocation_.coordinates(at);
        add_to_lines(i, j, holders_[at], 1);
    }
}

void TileHolders::hand_out(const Task& task) {
    remove(task, 1);
    --remaining_of_tile_[tile(task)];
}

void TileHolders::take(const Task& task, Node node) {
    const std::size_t products = remaining_of_tile(task);
    remove(task, products);
    if (holder(task) != node) {
        add_to_lines(task.i, task.j, holder(task), -1);
        add_to_lines(task.i, task.j, node, 1);
    }
    holders_[tile(task)] = node;
    remaining_.at(node) += products;
    planned_remaining_[node] += is_planned(task, node) ? products : 0;
}

/// From what the tile's holder has left.
void TileHolders::remove(const Task& task, std::size_t products) {
    const Node node = holder(task);
    remaining_[node] -= products;
    planned_remaining_[node] -= is_planned(task, node) ? products : 0;
}

void TileHolders::add_to_lines(std::size_t row, std::size_t column, Node holder, int tiles) {
    if (holder != home_) {
        rows_[row] += tiles;
        columns_[column] += tiles;
    }
}

} // namespace tangram::sched
