#include "sched/zones/tile_holders.hpp"

namespace tangram::sched {

namespace {

std::vector<std::size_t> products_by_tile(const partition::Allocation& allocation, std::size_t depth,
                                          const std::vector<bool>& absent) {
    std::vector<std::size_t> products(allocation.owners.size(), depth / allocation.layers);
    for (std::size_t at = 0; at < absent.size(); ++at) {
        products.at(at) = absent[at] ? 0 : products.at(at);
    }
    return products;
}

std::vector<std::size_t> products_by_node(const partition::Allocation& allocation,
                                          const std::vector<std::size_t>& by_tile) {
    std::vector<std::size_t> products(allocation.processors);
    for (std::size_t at = 0; at < by_tile.size(); ++at) {
        products.at(allocation.owners[at]) += by_tile[at];
    }
    return products;
}

} // namespace

TileHolders::TileHolders(const partition::Allocation& allocation, std::size_t depth, std::optional<Node> home,
                         const std::vector<bool>& absent)
    : allocation_(allocation), home_(home), holders_(allocation.owners),
      remaining_of_tile_(products_by_tile(allocation, depth, absent)),
      remaining_(products_by_node(allocation, remaining_of_tile_)), planned_remaining_(remaining_),
      rows_(allocation.layers * allocation.rows), columns_(allocation.layers * allocation.columns) {
    for (std::size_t at = 0; at < holders_.size(); ++at) {
        if (remaining_of_tile_[at] > 0) {
            add_to_lines(allocation_.coordinates(at), holders_[at], 1);
        }
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
