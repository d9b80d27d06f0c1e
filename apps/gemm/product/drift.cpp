#include "apps/gemm/product/drift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tangram::apps {

namespace {

/// Of two in the middle the lower.
double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

std::vector<std::optional<Drift>> drifts(const Timeline& timeline, const std::vector<MemoryNode>& nodes,
                                         const std::vector<double>& task_seconds) {
    std::vector<std::vector<double>> ratios(task_seconds.size()); // by worker
    for (const TaskRun& task : timeline) {
        if (task.is_full) {
            ratios[task.worker].push_back(task.seconds() / task_seconds[task.worker]);
        }
    }
    std::vector<std::optional<Drift>> result;
    for (const MemoryNode& node : nodes) {
        std::vector<double> all;
        double model = 0;
        for (const unsigned worker : node.workers) {
            all.insert(all.end(), ratios[worker].begin(), ratios[worker].end());
            model += task_seconds[worker] / static_cast<double>(node.workers.size());
        }
        const std::size_t tiles = all.size();
        result.push_back(tiles == 0 ? std::nullopt : std::optional(Drift{median(std::move(all)), model, tiles}));
    }
    return result;
}

std::vector<std::string> drift_warnings(const std::vector<NodeReport>& nodes) {
    constexpr double tolerated = 0.2;
    constexpr std::size_t enough_tiles = 10;
    std::vector<std::string> lines;
    for (const NodeReport& node : nodes) {
        const std::optional<Drift>& drift = node.drift;
        if (!drift || drift->tiles < enough_tiles || std::abs(drift->ratio - 1) <= tolerated) {
            continue;
        }
        lines.push_back(fmt::format(
            "warning: {} was {:.0f}% {} than its model ({:.4g} ms per tile instead of {:.4g}){}; STARPU_CALIBRATE=2 "
            "makes new models",
            node.node.name, 100 * std::abs(drift->ratio - 1), drift->ratio > 1 ? "slower" : "faster",
            1e3 * drift->ratio * drift->model_seconds, 1e3 * drift->model_seconds,
            node.planned && nodes.size() > 1 ? ", so it got the wrong share of the work" : ""));
    }
    return lines;
}

} // namespace tangram::apps
