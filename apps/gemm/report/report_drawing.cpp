#include "apps/gemm/report/report.hpp"

#include "apps/gemm/support/format_bytes.hpp"

#include <fmt/format.h>

namespace tangram::apps {

partition::Drawing drawing_of(const GemmReport& report) {
    const std::size_t nodes = report.nodes.size();
    const auto bytes = static_cast<double>(report.bytes_total());
    const double bound = bounds_of(report).bytes;
    partition::Drawing drawing;
    drawing.title = fmt::format("{}: {} x {} x {}", report.sched, report.m, report.n, report.k);
    drawing.subtitle = fmt::format("{:.3f} s, {} moved{}", report.seconds, format_bytes(bytes),
                                   is_bounded(bytes, bound) ? fmt::format(" (bound {})", format_bytes(bound)) : "");
    drawing.rows = report.tile_rows;
    drawing.columns = report.tile_columns;
    drawing.cells.resize(report.tile_rows * report.tile_columns);
    for (std::size_t tile = 0; tile < drawing.cells.size(); ++tile) {
        for (std::size_t node = 0; node < nodes; ++node) {
            if (const std::uint32_t tasks = report.executions[tile * nodes + node]; tasks > 0) {
                drawing.cells[tile].push_back({node, static_cast<double>(tasks)});
            }
        }
    }
    for (const NodeReport& node : report.nodes) {
        drawing.labels.push_back(fmt::format("{}: {} tasks", node_label(node), node.tasks));
    }
    return drawing;
}

} // namespace tangram::apps
