#pragma once

/// What a run's timeline says about its nodes, workers and tiles.

#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/runtime/speeds.hpp"

#include <vector>

namespace tangram::apps {

/// Fills in the report's nodes, workers and executions, from its timeline, tasks, tile
/// grid, allocation and decisions. nodes: as Runtime::nodes().
void add_statistics(GemmReport& report, const std::vector<MemoryNode>& nodes, const Speeds& speeds);

} // namespace tangram::apps
