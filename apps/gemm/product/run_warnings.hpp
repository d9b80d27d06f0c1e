#pragma once

/// What a user should know of a run, though it goes on: lines for GemmOptions::notify.

#include "apps/gemm/product/prepared_product.hpp"
#include "apps/gemm/runtime/runtime.hpp"

namespace tangram::apps {

/// Before the run, if its plan was made for it (repeats follow the same one): a line for each node that has tiles,
/// though a worker of it needs longer for one than the faster nodes for all (sched::nodes_behind). None under `auto`,
/// which gives such nodes none.
void warn_of_nodes_behind(const Runtime& runtime, const PreparedProduct& prepared, const Notify& notify);

/// Before the run, if the allocation is the caller's: a line if it does not fit the nodes' speeds (sched::misfit), with
/// the shares that would. Idle nodes steal such zones to pieces, or wait for them under a strategy that steals nothing.
void warn_of_misfit(const PreparedProduct& prepared, const GemmOptions& options);

/// Before the run, if GemmOptions::tile is given: a line if C is so few tiles that devices (CPU workers, where there is
/// no device) stay idle, as the products of a tile follow each other, and smaller tiles would give each one. None where
/// the strategy has copies of C, or adds parts of it. size: of the whole product.
void warn_of_few_tiles(const Runtime& runtime, const PreparedProduct& prepared, const TileShape& size,
                       const GemmOptions& options);

/// After the run: a line for each device that had clearly less room for tiles than the plan was made for. What does not
/// fit is moved more than once. matrix_bytes: of A, B and C.
void warn_of_lost_memory(const Runtime& runtime, double matrix_bytes, const Notify& notify);

} // namespace tangram::apps
