#include "apps/gemm/product/run_report.hpp"

#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/product/statistics.hpp"
#include "apps/gemm/runtime/device_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tangram::apps {

namespace {

/// Each auxiliary tile is added once.
void add_reductions(GemmReport& report, const ProductOutline& product, std::int64_t tile) {
    const Tiling rows{product.size.m, tile};
    const Tiling columns{product.size.n, tile};
    for (const TaskRun& task : report.timeline) {
        if (task.work == sched::Work::add) {
            ++report.reductions;
            report.auxiliary_bytes += static_cast<std::uint64_t>(rows.length(task.i) * columns.length(task.j)) *
                                      element_size(product.precision);
        }
    }
}

/// Rows become columns.
void transpose(GemmReport& report) {
    std::swap(report.tile_rows, report.tile_columns);
    for (TaskRun& task : report.timeline) {
        std::swap(task.i, task.j);
    }
    if (report.allocation) {
        report.allocation = partition::transposed(*report.allocation);
    }
}

} // namespace

GemmReport report_of_plan(const PreparedProduct& prepared, const ProductOutline& product, const std::string& policy) {
    GemmReport report;
    report.tile = prepared.choice.tile;
    report.tile_reason = prepared.choice.reason;
    report.precision = product.precision;
    report.reads_c = product.reads_c;
    report.sched = policy;
    report.tasks = static_cast<std::uint64_t>(prepared.grid.tasks());
    report.calibrated_now = prepared.speeds.calibrated_now || prepared.choice.calibrated_now;
    report.speeds_corrected = prepared.speeds.corrected();
    report.planning = prepared.planning;
    report.seconds_bound = prepared.bounds.seconds;
    report.bytes_bound = prepared.bounds.bytes;
    return report;
}

void add_run(GemmReport& report, const PreparedProduct& prepared, const ProductOutline& product,
             const std::vector<sched::MemoryNode>& nodes) {
    add_reductions(report, product, prepared.choice.tile);
    report.tile_rows = static_cast<std::size_t>(prepared.grid.rows);
    report.tile_columns = static_cast<std::size_t>(prepared.grid.columns);
    report.allocation = prepared.plan.allocation();
    if (report.allocation) {
        report.partition = report.allocation->name;
    }
    if (product.swapped) {
        transpose(report);
    }
    add_statistics(report, nodes, prepared.speeds);
    for (NodeReport& node : report.nodes) {
        node.memory = device_memory(node.node);
    }
}

} // namespace tangram::apps
