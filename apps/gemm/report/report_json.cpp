#include "apps/gemm/report/report.hpp"

#include "apps/gemm/runtime/math_settings.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace tangram::apps {

namespace {

template <class T> nlohmann::json or_null(const std::optional<T>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

/// JSON has no NaN and no infinity.
nlohmann::json finite_or_null(double value) {
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

nlohmann::json links_json(const GemmReport& report) {
    nlohmann::json links = nlohmann::json::array();
    for (const TransferredBytes& link : report.bytes_by_link) {
        if (link.bytes > 0) {
            links.push_back({{"from", link.from}, {"to", link.to}, {"bytes", link.bytes}});
        }
    }
    return links;
}

nlohmann::json nodes_json(const GemmReport& report) {
    nlohmann::json nodes = nlohmann::json::array();
    for (const NodeReport& node : report.nodes) {
        nodes.push_back({{"node", node.node.id},
                         {"kind", to_string(node.node.kind)},
                         {"speed", node.flops_per_second * 1e-9},
                         {"tasks", node.tasks},
                         {"planned", or_null(node.planned)},
                         {"stolen", or_null(node.stolen)},
                         {"reductions", node.reductions},
                         {"drift", node.drift ? finite_or_null(node.drift->ratio) : nlohmann::json(nullptr)},
                         {"drift_mean", node.drift ? finite_or_null(node.drift->mean) : nlohmann::json(nullptr)}});
    }
    return nodes;
}

nlohmann::json workers_json(const GemmReport& report) {
    nlohmann::json workers = nlohmann::json::array();
    for (const WorkerReport& worker : report.workers) {
        const MemoryNode& node = report.nodes[worker.node].node;
        workers.push_back({{"worker", worker.worker},
                           {"node", node.id},
                           {"kind", to_string(node.kind)},
                           {"tasks", worker.tasks},
                           {"busy_seconds", worker.busy_seconds},
                           {"idle_seconds", report.seconds - worker.busy_seconds}});
    }
    return workers;
}

/// Nothing in simulation, whose figures are the same on any machine.
nlohmann::json planning_json(const GemmReport& report, double seconds) {
    return report.planning && !Runtime::is_simulated() ? nlohmann::json(seconds) : nlohmann::json(nullptr);
}

/// Nothing where there was nothing to choose.
nlohmann::json reason_json(const std::string& reason) {
    return reason.empty() ? nlohmann::json(nullptr) : nlohmann::json(reason);
}

nlohmann::json repeats_json(const GemmOutcome& outcome) {
    nlohmann::json repeats = nlohmann::json::array();
    for (const GemmReport& repeat : outcome.repeats) {
        const auto& planning = repeat.planning;
        repeats.push_back({{"seconds", repeat.seconds},
                           {"seconds_total", repeat.seconds_total},
                           {"page_locking_seconds", repeat.page_locking_seconds},
                           {"gflops", repeat.gflops()},
                           {"bytes_total", repeat.bytes_total()},
                           {"scheduling_seconds", or_null(repeat.scheduling_seconds)},
                           {"planning_seconds", planning_json(repeat, planning ? planning->seconds : 0)},
                           {"plan_reused", planning ? nlohmann::json(planning->reused) : nlohmann::json(nullptr)},
                           {"speeds_corrected", repeat.speeds_corrected}});
    }
    return repeats;
}

nlohmann::json steals_by_cost_json(const GemmReport& report) {
    return report.decisions ? nlohmann::json(report.decisions->taken_by_cost) : nlohmann::json(nullptr);
}

} // namespace

nlohmann::json to_json(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    const bool checked = outcome.verification != Verification::none;
    const ProductBounds taking_part = bounds_of(report);
    return {{"m", report.m},
            {"n", report.n},
            {"k", report.k},
            {"tile", report.tile},
            {"tile_reason", reason_json(report.tile_reason)},
            {"precision", to_string(report.precision)},
            {"sched", report.sched},
            {"partition", or_null(report.partition)},
            {"plan_reason", reason_json(report.planning ? report.planning->reason : "")},
            {"planning_seconds", planning_json(report, planning_seconds(outcome))},
            {"seconds", report.seconds},
            {"seconds_total", report.seconds_total},
            {"page_locking_seconds", page_locking_seconds(outcome)},
            {"staging_threads", report.staging_threads},
            {"gflops", report.gflops()},
            {"bytes_total", report.bytes_total()},
            {"bytes_by_link", links_json(report)},
            {"bytes_bound", report.bytes_bound},
            {"bytes_bound_taking_part", taking_part.bytes},
            {"seconds_bound", report.seconds_bound},
            {"seconds_bound_taking_part", taking_part.seconds},
            {"tasks", report.tasks},
            {"tasks_by_node", nodes_json(report)},
            {"workers", workers_json(report)},
            {"steals", or_null(report.steals())},
            {"steals_by_cost", steals_by_cost_json(report)},
            {"math_settings", computes_on_cuda(report) ? nlohmann::json(math_settings()) : nlohmann::json(nullptr)},
            {"reductions", report.reductions},
            {"auxiliary_bytes", report.auxiliary_bytes},
            {"scheduling_seconds", or_null(report.scheduling_seconds)},
            {"residual", checked ? finite_or_null(outcome.residual) : nlohmann::json(nullptr)},
            {"verified", or_null(outcome.verified())},
            {"simulated", Runtime::is_simulated()},
            {"platform", platform_name()},
            {"starpu_version", Runtime::starpu_version()},
            {"repeats", repeats_json(outcome)}};
}

} // namespace tangram::apps
