#pragma once

/// A product between its arguments and its first task: they are checked, and what it needs is known. All of it is
/// values; nothing here knows matrices.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/product/tile_choice.hpp"
#include "apps/gemm/runtime/bounds.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "sched/plan/planned_product.hpp"
#include "sched/plan/product_plan.hpp"

#include <optional>

namespace tangram::apps {

/// What a product's matrices say of it.
struct ProductOutline {
    TileShape size; ///< m, n and k of all of it
    Precision precision = Precision::double_precision;
    bool reads_c = false; ///< beta is not 0
    bool swapped = false; ///< C is the transpose of the caller's
};

struct PreparedProduct {
    TileChoice choice;
    TileGrid grid;
    TileShape full; ///< the shape of all tasks but those at the edges
    Speeds speeds;
    ProductBounds bounds;
    sched::PlannedProduct planned; ///< what the plan is made for
    sched::ProductPlan plan;
    std::optional<PlanningReport> planning; ///< how the plan came about; nothing if it was given or there is none
};

/// Checks the options and plans the product, with the plan of an earlier one that was the same. Throws as gemm() does.
PreparedProduct prepare(Runtime& runtime, const ProductOutline& product, const GemmOptions& options);

} // namespace tangram::apps
