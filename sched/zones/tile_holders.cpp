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
      remaining_(planned_products(allocation, depth)), planned_remaining_(remaining_),
      rows_(allocation.layers * allocation.rows), columns_(allocation.layers * allocation.columns) {
    for (std::size_t at = 0; at < holders_.size(); ++at) {
        add_to_lines(allocation_.coordinates(at), holders_[at], 1);
    }
}

std::size_t TileHolders::lines_at_home(const Task& task) const {
    const partition::Coordinates at = allocation_.coordinates(tile(task));
    return (rows_[at.k * allocation_.rows + at.i] == 0 ? 1 : 0) +
           (columns_[at.k * allocation_.columns + at.j] == 0 ? 1 : 0);
}

void TileHolders::hand_out(const Task& task) {
    remove(task, 1);
    --remaining_of_tile_[tile(task)];
}

void TileHolders::take(const Task& task, Node node) {
    const std::size_t products = remaining_of_tile(task);
    remove(task, products);
    const partition::Coordinates at = allocation_.coordinates(tile(task));
    add_to_lines(at, holder(task), -1);
    add_to_lines(at, node, 1);
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

void TileHolders::add_to_lines(const partition::Coordinates& tile, Node holder, int tiles) {
    if (holder != home_) {
        rows_[tile.k * allocation_.rows + tile.i] += tiles;
        columns_[tile.k * allocation_.columns + tile.j] += tiles;
    }
}

} // namespace tangram::sched
