#pragma once

/// What products say of the nodes' speeds. Models may have been calibrated on a busy machine, or the machine may be
/// busy now: the tiles of each product are measured anyhow, and later products are planned with what they took.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "sched/base/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace tangram::apps {

/// The full tiles that a node computed in one product.
struct MeasuredTiles {
    double ratio = 1; ///< of their time to the one that was planned with
    std::size_t tiles = 0;
};

/// One Runtime's, for each precision and shape of tiles by itself.
///
/// What a node is expected to take for a tile is a mean: of the model, which counts as 10 tiles, and of the tiles that
/// it has computed since. All that is older than the last product counts as 100 tiles at most.
///
/// So few tiles change little, and what was long ago fades. A node that gets no more tiles keeps its speed.
class MeasuredSpeeds {
  public:
    /// As the models say, but for what was measured since.
    [[nodiscard]] Speeds corrected(Precision precision, const TileShape& shape,
                                   const std::vector<sched::MemoryNode>& nodes, Speeds modelled) const;

    /// After a product that was planned with corrected(): by node, nothing where it computed no full tile. Plans change
    /// only when a node's time is by more than a tenth another than they count with: else equal products share a plan.
    void add(Precision precision, const TileShape& shape, const std::vector<std::optional<MeasuredTiles>>& by_node);

  private:
    /// Times are relative to the model's.
    struct Node {
        double planned = 1; ///< what plans count with
        double known = 1;   ///< the mean of the model and what was measured
        double weight = 10; ///< of the mean, in tiles; at first the model's, as StarPU trusts one of ten samples
    };
    using Key = std::tuple<Precision, std::int64_t, std::int64_t, std::int64_t>;

    static Key key(Precision precision, const TileShape& shape) { return {precision, shape.m, shape.n, shape.k}; }

    std::map<Key, std::vector<Node>> nodes_;
};

} // namespace tangram::apps
