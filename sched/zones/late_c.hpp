#pragma once

/// When nodes fetch the tiles of C. A product that adds to C(i,j) needs the tile, but not
/// before its last addend: the first products of a tile of another node than home
/// accumulate apart, in an auxiliary tile that starts from nothing, which is added once
/// C(i,j) has come for a later product. So the links bring what unlocks work, tiles of A
/// and B, and those of C one by one in between:
///
///     T(i,j,0) ... T(i,j,q-1) -> C_aux(i,j) --+
///     T(i,j,q)                -> C(i,j) ----- add -> T(i,j,q+1) ... -> C(i,j) home
///
/// How many products: docs/algorithms.md, Late C. Eyraud-Dubois and Lambert (2018) have none: their tiles of C come
/// with the first products.

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"
#include "sched/zones/zone_order.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {

class LateC {
  public:
    /// For an allocation in two dimensions, whose tasks are executed in the order given. in_time: by node, whether its
    /// tiles of C come in time for their first products: so they do at home, where C lives. O(tiles log tiles).
    LateC(const partition::Allocation& allocation, std::size_t depth, ZoneOrder order,
          const std::vector<bool>& in_time);

    /// The copy of C(i,j) that the product accumulates in: 1 apart, or 0, C itself.
    [[nodiscard]] std::uint32_t copy(const Task& task) const {
        return order_.step(task) < apart_[task.i * columns_ + task.j] ? 1 : 0;
    }

    /// Copies of C(i,j) that there can be.
    static constexpr std::uint32_t copies = 2;

  private:
    ZoneOrder order_;
    std::size_t columns_;
    std::vector<std::uint32_t> apart_; ///< by tile: products before it is needed, fewer than depth
};

} // namespace tangram::sched
