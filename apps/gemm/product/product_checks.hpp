#pragma once

/// What may be wrong with the arguments of a product, beside its matrices (check_shapes) and its tile size (tile_grid).

#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "partition/base/allocation.hpp"
#include "sched/plan/planned_product.hpp"

#include <cstdint>

namespace tangram::apps {

/// Throws InvalidInput if the tile size shall be measured while the tiles are given.
void check_tile_options(const GemmOptions& options);

/// Throws InvalidInput for GemmOptions::planning_effort out of range.
void check_planning_effort(double effort);

/// Throws InvalidInput unless the allocation is one of the grid's tiles (of `tile` elements) to the runtime's nodes,
/// and the runtime's strategy follows one. grid: as the caller of the product sees C.
void check_allocation(const partition::Allocation& allocation, const Runtime& runtime, const TileGrid& grid,
                      std::int64_t tile);

/// Under a strategy without a plan that needs all tasks and maybe copies of C (sched::AffinityKind): throws
/// InvalidInput if StarPU limits how many tasks are submitted, Unavailable if a device has no memory for the copies.
void check_affinity(const Runtime& runtime, const sched::PlannedProduct& product);

} // namespace tangram::apps
