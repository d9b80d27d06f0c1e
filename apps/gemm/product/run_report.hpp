#pragma once

/// A run's report: what is known before it, and what its timeline says after it.

#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/product/prepared_product.hpp"
#include "sched/base/machine.hpp"

#include <string>
#include <vector>

namespace tangram::apps {

/// What was chosen, planned and is bounded. policy: its name.
GemmReport report_of_plan(const PreparedProduct& prepared, const ProductOutline& product, const std::string& policy);

/// Adds the grid, the allocation, the reductions and the statistics of the report's timeline, all as the caller sees C:
/// transposes the timeline if the product is swapped. nodes: as Runtime::nodes().
void add_run(GemmReport& report, const PreparedProduct& prepared, const ProductOutline& product,
             const std::vector<sched::MemoryNode>& nodes);

} // namespace tangram::apps
