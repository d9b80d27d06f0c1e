#pragma once

/// Owners of the tiles of a product C += A B: a zone of C for each node, by a partitioner, so that all have work in
/// proportion to their speeds and few tiles of A and B are needed by several (Eyraud-Dubois and Lambert 2018). For
/// factorisations, whose rest shrinks, there is Brick.
///
/// Home has a zone, too, if its CPU workers end a whole tile in time: what they compute there is not moved at all.

#include "sched/base/task.hpp"
#include "sched/graph/grid.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/zones/allocations.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched::graph {

/// A product, as far as it is known.
struct ProductSize {
    std::size_t rows = 0; ///< of tiles of C
    std::size_t columns = 0;
    std::size_t depth = 0; ///< tasks that update a tile of C

    [[nodiscard]] std::size_t tiles() const { return rows * columns; }
    [[nodiscard]] std::size_t tasks() const { return tiles() * depth; }
};

/// A node that can execute products.
struct ProductNode {
    Node node = home;
    double seconds = 0;      ///< of one on one of its workers
    std::size_t workers = 1; ///< that execute one each at a time
};

class ProductZones {
  public:
    /// nodes: not empty; at home, where A and B are, traffic is free.
    /// begun: tiles that home has begun, wherever they are: its zone is so much smaller.
    /// searched: work (partition::WorkBudget) of searches for the product's earlier zones. All searches together take
    /// 1% of the product's time, each at most 10 ms: workers wait meanwhile.
    ProductZones(const AllocationKind& kind, const std::vector<ProductNode>& nodes, const ProductSize& size,
                 std::size_t begun, double searched = 0);

    [[nodiscard]] Node owner(const Position& position) const { return nodes_[zone(position)]; }

    /// Work of searches, those before among them.
    [[nodiscard]] double searched() const { return searched_; }

    /// Nodes that have one.
    [[nodiscard]] std::size_t count() const { return nodes_.size(); }

    /// Whether a CPU worker ends all tasks of a tile in time.
    [[nodiscard]] bool home_ends_tiles() const { return home_ends_tiles_; }

    /// The greater distance of row and column from the zone's first: work grows from the corner of each zone.
    [[nodiscard]] std::uint32_t corner(const Position& position) const;

  private:
    /// Zones repeat beyond the size that they were made for.
    [[nodiscard]] std::size_t zone(const Position& position) const {
        return zones_[position.row % rows_ * columns_ + position.column % columns_];
    }

    bool home_ends_tiles_ = false;
    double searched_;
    std::size_t rows_;
    std::size_t columns_;
    std::vector<Node> nodes_;        ///< by zone
    std::vector<std::size_t> zones_; ///< row by row
    std::vector<Position> first_;    ///< least row and column, by zone
};

} // namespace tangram::sched::graph
