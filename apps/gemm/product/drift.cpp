#include "apps/gemm/product/drift.hpp"

#include "apps/gemm/support/middle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace tangram::apps {

namespace {

/// Measured times of full tiles by the expected time.
using Ratios = std::vector<double>;

/// Of two in the middle the lower.
double median(Ratios values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double mean(const Ratios& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of a worker's tiles, in their order, all but the first, which may have warmed it up; that one if it is alone.
void add_settled(Ratios& settled, const Ratios& of_worker) {
    settled.insert(settled.end(), of_worker.begin() + (of_worker.size() > 1 ? 1 : 0), of_worker.end());
}

/// ratios: by worker, in their order.
std::optional<Drift> drift_of(const MemoryNode& node, const std::vector<Ratios>& ratios,
                              const std::vector<double>& task_seconds) {
    Ratios all;
    Ratios settled;
    double expected = 0;
    for (const unsigned worker : node.workers) {
        all.insert(all.end(), ratios[worker].begin(), ratios[worker].end());
        add_settled(settled, ratios[worker]);
        expected += task_seconds[worker] / static_cast<double>(node.workers.size());
    }
    if (all.empty()) {
        return std::nullopt;
    }
    return Drift{.ratio = median(all),
                 .mean = mean(settled),
                 .middle = middle_of(settled).value,
                 .expected_seconds = expected,
                 .tiles = all.size()};
}

/// What a warning is about.
struct Deviation {
    double ratio = 1;
    const char* measure = nullptr;
    std::string advice;
};

constexpr double tolerated = 0.2;

/// That of the median where there are many tiles, else that of the mean, which a few slow ones may move. shares:
/// whether the node had its tiles by a plan that shared them out.
std::optional<Deviation> deviation_of(const Drift& drift, bool shares) {
    constexpr std::size_t many_tiles = 10;
    constexpr double tolerated_factor = 2;
    constexpr std::size_t few_tiles = 3;
    if (drift.tiles >= many_tiles && std::abs(drift.ratio - 1) > tolerated) {
        return Deviation{drift.ratio, "median",
                         fmt::format("{}STARPU_CALIBRATE=2 makes new models",
                                     shares ? "so it got the wrong share of the work; " : "")};
    }
    if (drift.tiles >= few_tiles && std::max(drift.mean, 1 / drift.mean) > tolerated_factor) {
        return Deviation{
            drift.mean, "mean",
            fmt::format("the median was {:.3g} times the expected one: is the machine busy?", drift.ratio)};
    }
    return std::nullopt;
}

std::string deviation_warning(const NodeReport& node, const Deviation& deviation) {
    const auto& [ratio, measure, advice] = deviation;
    const Drift& drift = *node.drift;
    return fmt::format("warning: {} was {:.0f}% {} than {} ({} of {} tiles: {:.4g} ms per tile instead of {:.4g}); {}",
                       node.node.name, 100 * std::abs(ratio - 1), ratio > 1 ? "slower" : "faster",
                       node.correction == 1 ? "its model" : "expected", measure, drift.tiles,
                       1e3 * ratio * drift.expected_seconds, 1e3 * drift.expected_seconds, advice);
}

} // namespace

std::vector<std::optional<Drift>> drifts(const Timeline& timeline, const std::vector<MemoryNode>& nodes,
                                         const std::vector<double>& task_seconds) {
    std::vector<Ratios> ratios(task_seconds.size()); // by worker
    for (const TaskRun& task : timeline) {
        if (task.is_full) {
            ratios[task.worker].push_back(task.seconds() / task_seconds[task.worker]);
        }
    }
    std::vector<std::optional<Drift>> result;
    result.reserve(nodes.size());
    for (const MemoryNode& node : nodes) {
        result.push_back(drift_of(node, ratios, task_seconds));
    }
    return result;
}

std::vector<std::optional<MeasuredTiles>> measured_tiles(const std::vector<NodeReport>& nodes) {
    std::vector<std::optional<MeasuredTiles>> measured;
    measured.reserve(nodes.size());
    for (const NodeReport& node : nodes) {
        measured.push_back(node.drift ? std::optional(MeasuredTiles{node.drift->middle, node.drift->tiles})
                                      : std::nullopt);
    }
    return measured;
}

std::vector<std::string> drift_warnings(const std::vector<NodeReport>& nodes) {
    std::vector<std::string> lines;
    for (const NodeReport& node : nodes) {
        const bool shares = node.planned && nodes.size() > 1;
        const std::optional<Deviation> deviation = node.drift ? deviation_of(*node.drift, shares) : std::nullopt;
        if (deviation) {
            lines.push_back(deviation_warning(node, *deviation));
        }
        if (std::abs(node.correction - 1) > tolerated) {
            lines.push_back(fmt::format("warning: by earlier products a tile on {} takes {:.3g} times as long as its "
                                        "model says, and plans count with that; STARPU_CALIBRATE=2 makes new models",
                                        node.node.name, node.correction));
        }
    }
    return lines;
}

} // namespace tangram::apps
