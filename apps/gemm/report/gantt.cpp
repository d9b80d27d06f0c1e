#include "apps/gemm/report/gantt.hpp"

#include "apps/gemm/report/report.hpp"
#include "apps/gemm/support/format_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tangram::apps {

namespace {

std::size_t boxes_of(const std::vector<GanttLane>& lanes) {
    std::size_t count = 0;
    for (const GanttLane& lane : lanes) {
        count += lane.boxes.size();
    }
    return count;
}

/// What took most of the time from `start` to `end`, idleness included; `box` is the first one that reaches into it.
std::optional<GanttBox> prevailing(std::vector<GanttBox>::const_iterator box,
                                   std::vector<GanttBox>::const_iterator last, double start, double end) {
    std::map<std::optional<std::size_t>, double> seconds;
    double idle = end - start;
    for (; box != last && box->start < end; ++box) {
        const double part = std::max(0.0, std::min(end, box->end) - std::max(start, box->start));
        seconds[box->node] += part;
        idle -= part;
    }
    const auto most = std::max_element(seconds.begin(), seconds.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == seconds.end() || most->second < idle) {
        return std::nullopt;
    }
    return GanttBox{start, end, most->first};
}

GanttLane merged(const GanttLane& lane, double step, std::size_t steps) {
    GanttLane result{lane.node, {}};
    auto box = lane.boxes.begin();
    for (std::size_t at = 0; at < steps; ++at) {
        const double start = step * static_cast<double>(at);
        const double end = step * static_cast<double>(at + 1);
        box = std::find_if(box, lane.boxes.end(), [&](const GanttBox& other) { return other.end > start; });
        if (const std::optional<GanttBox> next = prevailing(box, lane.boxes.end(), start, end)) {
            std::vector<GanttBox>& boxes = result.boxes;
            if (!boxes.empty() && boxes.back().end == start && boxes.back().node == next->node) {
                boxes.back().end = end;
            } else {
                boxes.push_back(*next);
            }
        }
    }
    return result;
}

/// The nodes' names, tasks and idleness.
std::vector<std::string> labels_of(const GemmReport& report) {
    std::vector<std::string> labels;
    for (sched::Node node = 0; node < report.nodes.size(); ++node) {
        const NodeReport& entry = report.nodes[node];
        const std::string stolen =
            entry.stolen.value_or(0) > 0 ? fmt::format(" ({} stolen)", *entry.stolen) : std::string();
        labels.push_back(fmt::format("{}: {} tasks{}, {:.1f}% idle", entry.node.name, entry.tasks, stolen,
                                     100 * report.idle_share(node)));
    }
    return labels;
}

} // namespace

Gantt gantt_of(const GemmReport& report) {
    const std::optional<partition::Allocation>& plan = report.allocation;
    Gantt gantt{.title = fmt::format("{}: {} x {} x {}", report.sched, report.m, report.n, report.k),
                .subtitle = fmt::format("{:.3f} s, {} moved, {:.2f} GFlop/s", report.seconds,
                                        format_bytes(static_cast<double>(report.bytes_total())), report.gflops()),
                .nodes = {},
                .labels = labels_of(report),
                .lanes = {},
                .seconds = report.seconds,
                .bound = bounds_of(report).seconds,
                .has_plan = plan.has_value()};
    for (const NodeReport& node : report.nodes) {
        gantt.nodes.push_back(node.node.name);
    }
    std::map<unsigned, std::size_t> lane_of_worker;
    for (const WorkerReport& worker : report.workers) {
        lane_of_worker[worker.worker] = gantt.lanes.size();
        gantt.lanes.push_back({worker.node, {}});
    }
    for (const TaskRun& task : report.timeline) {
        GanttLane& lane = gantt.lanes[lane_of_worker.at(task.worker)];
        std::optional<std::size_t> node;
        if (task.work == sched::Work::multiply) {
            node = plan ? plan->owner_of_product(task.i, task.j, task.k) : lane.node;
        }
        lane.boxes.push_back({task.start, task.end, node});
    }
    return gantt;
}

std::vector<GanttLane> merged(const std::vector<GanttLane>& lanes, double seconds, std::size_t most) {
    std::vector<GanttLane> result = lanes;
    for (std::size_t steps = 4096; boxes_of(result) > most && steps > 0; steps = steps * 3 / 4) {
        std::transform(lanes.begin(), lanes.end(), result.begin(), [&](const GanttLane& lane) {
            return merged(lane, seconds / static_cast<double>(steps), steps);
        });
    }
    return result;
}

} // namespace tangram::apps
