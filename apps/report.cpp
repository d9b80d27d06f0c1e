#include "apps/report.hpp"

#include "apps/format_bytes.hpp"
#include "apps/math_settings.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

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
                         {"drift", node.drift ? finite_or_null(node.drift->ratio) : nlohmann::json(nullptr)}});
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

/// Of all repetitions, of which the first one plans for the others.
double planning_seconds(const GemmOutcome& outcome) {
    return std::accumulate(
        outcome.repeats.begin(), outcome.repeats.end(), 0.0,
        [](double sum, const GemmReport& repeat) { return sum + (repeat.planning ? repeat.planning->seconds : 0); });
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
                           {"gflops", repeat.gflops()},
                           {"bytes_total", repeat.bytes_total()},
                           {"scheduling_seconds", or_null(repeat.scheduling_seconds)},
                           {"planning_seconds", planning_json(repeat, planning ? planning->seconds : 0)},
                           {"plan_reused", planning ? nlohmann::json(planning->reused) : nlohmann::json(nullptr)}});
    }
    return repeats;
}

nlohmann::json steals_by_cost_json(const GemmReport& report) {
    return report.decisions ? nlohmann::json(report.decisions->taken_by_cost) : nlohmann::json(nullptr);
}

std::string node_label(const NodeReport& node) {
    return fmt::format("{}{}", node.node.name, node.node.is_emulated ? " (emulated on the CPU)" : "");
}

std::string nodes_text(const GemmReport& report) {
    if (report.nodes.empty()) {
        return ""; // a product without work
    }
    std::string text = fmt::format("  {:<34}{:>9}{:>9}{:>14}{:>10}{:>8}\n", "memory node", "tasks", "planned",
                                   "GFlop/s model", "workers", "idle");
    for (sched::Node node = 0; node < report.nodes.size(); ++node) {
        const NodeReport& entry = report.nodes[node];
        const std::string planned = entry.planned ? fmt::format("{}", *entry.planned) : "-";
        text += fmt::format("  {:<34}{:>9}{:>9}{:>14.1f}{:>10}{:>7.1f}%\n",
                            fmt::format("{} {}", entry.node.id, node_label(entry)), entry.tasks, planned,
                            entry.flops_per_second * 1e-9, entry.node.workers.size(), 100 * report.idle_share(node));
    }
    return text;
}

/// "CUDA 0"; RAM may have no worker.
std::string memory_name(const GemmReport& report, unsigned id) {
    constexpr unsigned ram = 0; // STARPU_MAIN_RAM
    const auto found = std::find_if(report.nodes.begin(), report.nodes.end(),
                                    [id](const NodeReport& node) { return node.node.id == id; });
    if (found != report.nodes.end()) {
        return found->node.name;
    }
    return id == ram ? "RAM" : fmt::format("node {}", id);
}

/// What went where: a line for each memory node that something was copied from.
std::string links_text(const GemmReport& report) {
    std::map<unsigned, std::string> targets;
    for (const TransferredBytes& link : report.bytes_by_link) {
        if (link.bytes > 0) {
            std::string& line = targets[link.from];
            line += fmt::format("{}{} {}", line.empty() ? "" : ", ", memory_name(report, link.to),
                                format_bytes(static_cast<double>(link.bytes)));
        }
    }
    std::string text;
    for (const auto& [from, line] : targets) {
        text += fmt::format("  {:<16}-> {}\n", fmt::format("{} {}", from, memory_name(report, from)), line);
    }
    return text.empty() ? text : "  moved from          to\n" + text;
}

/// Tasks that were stolen, or chosen without a plan, by the tiles that had to be fetched for each.
std::string choices_text(const GemmReport& report) {
    const auto& [none, one, two, three] = report.decisions->taken_by_cost;
    const std::uint64_t all = none + one + two + three;
    const std::string what = report.allocation ? "stolen       " : "chosen       ";
    return all == 0 ? fmt::format("{}0 tasks\n", what)
                    : fmt::format("{}{} tasks; tiles to fetch for each: none for {}, 1 for {}, 2 for {}, 3 for {}\n",
                                  what, all, none, one, two, three);
}

/// The plan, tile by tile; large ones only as figures (--draw shows them).
std::string allocation_text(const partition::Allocation& allocation) {
    constexpr std::size_t most_rows = 16;
    constexpr std::size_t most_columns = 64;
    const std::string layers = allocation.is_3d() ? fmt::format(" in {} layers", allocation.layers) : "";
    const std::string head =
        fmt::format("  {}: {} x {} tiles of C{}, half-{} {}", allocation.name, allocation.rows, allocation.columns,
                    layers, allocation.is_3d() ? "surfaces" : "perimeters", allocation.cost());
    if (allocation.rows * allocation.layers > most_rows || allocation.columns > most_columns) {
        return head + "\n";
    }
    std::string grid = partition::to_text(allocation);
    for (std::size_t end = 0; (end = grid.find('\n', end)) + 1 < grid.size(); ++end) {
        grid.insert(end + 1, "    ");
    }
    return head + "; 0 is the first node above\n    " + grid;
}

/// What was followed, what it took to make, and how auto chose it.
std::string plan_text(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    if (!report.planning) {
        return "";
    }
    const std::string& reason = report.planning->reason;
    return fmt::format("plan         {}, made in {:.4f} s{}{}\n", report.partition.value_or("none"),
                       planning_seconds(outcome), reason.empty() ? "" : ": ", reason);
}

bool computes_on_cuda(const GemmReport& report) {
    return !Runtime::is_simulated() &&
           std::any_of(report.nodes.begin(), report.nodes.end(),
                       [](const NodeReport& node) { return node.node.kind == DeviceKind::cuda; });
}

std::string math_settings_text(const GemmReport& report) {
    if (!computes_on_cuda(report)) {
        return "";
    }
    std::string settings;
    for (const auto& [name, value] : math_settings()) {
        settings += fmt::format("{}{}={}", settings.empty() ? "" : ", ", name, value);
    }
    return fmt::format("cuBLAS       {}\n", settings.empty() ? "with its default arithmetic" : settings);
}

std::string verification_text(const GemmOutcome& outcome) {
    const std::optional<bool> verified = outcome.verified();
    if (!verified) {
        return Runtime::is_simulated() ? "none, simulated" : "not verified (--verify freivalds or full)";
    }
    return fmt::format("{} ({}: residual {:.2e}, tolerance {:.2e})", *verified ? "verified" : "WRONG RESULT",
                       to_string(outcome.verification), outcome.residual, outcome.tolerance);
}

std::string ratio_text(double value, double bound) {
    return bound > 0 ? fmt::format(", {:.2f} times the bound", value / bound) : "";
}

} // namespace

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

nlohmann::json to_json(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    const bool checked = outcome.verification != Verification::none;
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
            {"gflops", report.gflops()},
            {"bytes_total", report.bytes_total()},
            {"bytes_by_link", links_json(report)},
            {"bytes_bound", report.bytes_bound},
            {"seconds_bound", report.seconds_bound},
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

std::string to_text(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    std::string text = fmt::format("C = alpha op(A) op(B) + beta C: {} x {} x {} (m, n, k), {}, tiles of {}\n",
                                   report.m, report.n, report.k, to_string(report.precision), report.tile);
    text += fmt::format("policy       {}{}\n", report.sched, Runtime::is_simulated() ? " (simulated)" : "");
    if (!outcome.allocation_file.empty()) {
        text +=
            fmt::format("allocation   {}, from {}\n", report.partition.value_or("not needed"), outcome.allocation_file);
    }
    text += report.tile_reason.empty() ? "" : fmt::format("tile         {}: {}\n", report.tile, report.tile_reason);
    text += plan_text(outcome);
    text += fmt::format("time         {:.4f} s until the last task, {:.4f} s until C is home{}\n", report.seconds,
                        report.seconds_total, ratio_text(report.seconds, report.seconds_bound));
    text += fmt::format("speed        {:.2f} GFlop/s\n", report.gflops());
    text += fmt::format("moved        {} between memory nodes, bound {}{}\n",
                        format_bytes(static_cast<double>(report.bytes_total())), format_bytes(report.bytes_bound),
                        ratio_text(static_cast<double>(report.bytes_total()), report.bytes_bound));
    if (report.scheduling_seconds) {
        text += fmt::format("scheduling   {:.4f} s inside the policy, for {} tasks\n", *report.scheduling_seconds,
                            report.tasks + report.reductions);
    }
    if (report.reductions > 0) {
        text += fmt::format("reductions   {}, of auxiliary tiles of {} in total\n", report.reductions,
                            format_bytes(static_cast<double>(report.auxiliary_bytes)));
    }
    if (report.decisions) {
        text += choices_text(report);
    }
    text += math_settings_text(report);
    text += fmt::format("result       {}\n", verification_text(outcome));
    if (outcome.repeats.size() > 1) {
        text += fmt::format("repeats      {} (figures: the one of median time)\n", outcome.repeats.size());
    }
    text += nodes_text(report) + links_text(report);
    return report.allocation ? text + allocation_text(*report.allocation) : text;
}

partition::Drawing drawing_of(const GemmReport& report) {
    const std::size_t nodes = report.nodes.size();
    partition::Drawing drawing;
    drawing.title = fmt::format("{}: {} x {} x {}", report.sched, report.m, report.n, report.k);
    drawing.subtitle =
        fmt::format("{:.3f} s, {} moved (bound {})", report.seconds,
                    format_bytes(static_cast<double>(report.bytes_total())), format_bytes(report.bytes_bound));
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
