#include "apps/gemm/report/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace tangram::apps {

ProductBounds bounds_of(const GemmReport& report) {
    std::vector<partition::TrafficProblem::MemoryNode> nodes;
    for (const NodeReport& node : report.nodes) {
        if (node.takes_part()) {
            nodes.push_back({node.flops_per_second, node.node.is_home, node.memory});
        }
    }
    return nodes.empty() ? ProductBounds{}
                         : product_bounds(nodes, {report.m, report.n, report.k}, report.precision, report.reads_c);
}

std::optional<bool> GemmOutcome::verified() const {
    if (verification == Verification::none) {
        return std::nullopt;
    }
    return residual < tolerance; // false for NaN
}

const GemmReport& GemmOutcome::median() const {
    std::vector<std::size_t> order(repeats.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [this](std::size_t a, std::size_t b) { return repeats[a].seconds < repeats[b].seconds; });
    return repeats.at(order.at((order.size() - 1) / 2));
}

double planning_seconds(const GemmOutcome& outcome) {
    return std::accumulate(
        outcome.repeats.begin(), outcome.repeats.end(), 0.0,
        [](double sum, const GemmReport& repeat) { return sum + (repeat.planning ? repeat.planning->seconds : 0); });
}

double page_locking_seconds(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    const GemmReport& repeat = report.staging_threads > 0 ? outcome.repeats.front() : report;
    return outcome.page_locking_seconds.value_or(repeat.page_locking_seconds);
}

bool is_bounded(double value, double bound) {
    return bound > 0 && value >= 0.995 * bound;
}

std::string node_label(const NodeReport& node) {
    return fmt::format("{}{}", node.node.name, node.node.is_emulated ? " (emulated on the CPU)" : "");
}

bool computes_on_cuda(const GemmReport& report) {
    return !Runtime::is_simulated() &&
           std::any_of(report.nodes.begin(), report.nodes.end(),
                       [](const NodeReport& node) { return node.node.kind == DeviceKind::cuda; });
}

} // namespace tangram::apps
