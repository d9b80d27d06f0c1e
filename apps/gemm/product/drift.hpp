#pragma once

/// How far the kernels' times in a run were from the models whose speeds were
/// planned with.

#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/product/timeline.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// The drift of each of the nodes, nothing where no full tile was computed.
/// task_seconds: of a full tile, by each worker's model.
///
/// By medians, so that neither a worker's first task, which may load libraries and
/// touch new memory, nor interruptions count.
std::vector<std::optional<Drift>> drifts(const Timeline& timeline, const std::vector<MemoryNode>& nodes,
                                         const std::vector<double>& task_seconds);

/// A line for each node that drifted by more than 20%, as far as ten tiles or more say
/// so: as many as StarPU wants before it trusts a model.
std::vector<std::string> drift_warnings(const std::vector<NodeReport>& nodes);

} // namespace tangram::apps
