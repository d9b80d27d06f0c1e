#pragma once

/// How far the kernels' times in a run were from the models whose speeds were
/// planned with.

#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/product/timeline.hpp"
#include "apps/gemm/runtime/measured_speeds.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// The drift of each of the nodes, nothing where no full tile was computed.
/// task_seconds: of a full tile, expected of each worker.
///
/// The median knows neither interruptions nor a worker's first task, which may load libraries and touch new memory.
/// The mean knows interruptions: they make a node as late as slow kernels do.
std::vector<std::optional<Drift>> drifts(const Timeline& timeline, const std::vector<MemoryNode>& nodes,
                                         const std::vector<double>& task_seconds);

/// What later products learn from it, by node.
std::vector<std::optional<MeasuredTiles>> measured_tiles(const std::vector<NodeReport>& nodes);

/// A line for each node that drifted by more than 20% in the median of ten tiles or more, as many as StarPU wants
/// before it trusts a model, or else by more than a factor of 2 in the mean of three or more; and a line for each
/// whose model is off by more than 20% by what earlier products measured.
std::vector<std::string> drift_warnings(const std::vector<NodeReport>& nodes);

} // namespace tangram::apps
