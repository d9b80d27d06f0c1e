#include "apps/gemm/product/statistics.hpp"

#include "apps/gemm/product/drift.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace tangram::apps {

namespace {

/// In the order of the nodes, without tasks yet.
std::vector<WorkerReport> idle_workers(const std::vector<MemoryNode>& nodes) {
    std::vector<WorkerReport> workers;
    for (sched::Node node = 0; node < nodes.size(); ++node) {
        for (const unsigned worker : nodes[node].workers) {
            workers.push_back({worker, node, 0, 0, 0});
        }
    }
    return workers;
}

void add_tasks(GemmReport& report, std::size_t nodes) {
    std::vector<WorkerReport*> by_number;
    for (WorkerReport& worker : report.workers) {
        by_number.resize(std::max<std::size_t>(by_number.size(), worker.worker + 1));
        by_number[worker.worker] = &worker;
    }
    report.executions.assign(report.tile_rows * report.tile_columns * nodes, 0);
    for (const TaskRun& task : report.timeline) {
        WorkerReport& worker = *by_number[task.worker];
        worker.busy_seconds += task.seconds();
        if (task.work == sched::Work::multiply) {
            ++worker.tasks;
            ++report.executions[(task.i * report.tile_columns + task.j) * nodes + worker.node];
        } else {
            ++worker.reductions;
        }
    }
}

/// By the allocation: tasks of each node.
std::vector<std::uint64_t> planned_tasks(const GemmReport& report) {
    const partition::Allocation& allocation = *report.allocation;
    const std::uint64_t products = allocation.products_of_tile(report.tasks / allocation.owners.size());
    std::vector<std::uint64_t> planned;
    for (const std::size_t tiles : allocation.tile_counts()) {
        planned.push_back(tiles * products);
    }
    return planned;
}

} // namespace

void add_statistics(GemmReport& report, const std::vector<MemoryNode>& nodes, const Speeds& speeds) {
    report.workers = idle_workers(nodes);
    add_tasks(report, nodes.size());
    const std::vector<std::optional<Drift>> drift = drifts(report.timeline, nodes, speeds.task_seconds);
    for (sched::Node node = 0; node < nodes.size(); ++node) {
        report.nodes.push_back({.node = nodes[node],
                                .flops_per_second = speeds.flops_per_second[node],
                                .drift = drift[node],
                                .correction = speeds.correction(node)});
    }
    for (const WorkerReport& worker : report.workers) {
        report.nodes[worker.node].tasks += worker.tasks;
        report.nodes[worker.node].reductions += worker.reductions;
    }
    if (report.allocation) {
        const std::vector<std::uint64_t> planned = planned_tasks(report);
        for (sched::Node node = 0; node < nodes.size(); ++node) {
            report.nodes[node].planned = planned[node];
            report.nodes[node].stolen = report.decisions->nodes[node].stolen;
        }
    }
}

} // namespace tangram::apps
