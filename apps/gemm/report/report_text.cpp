#include "apps/gemm/report/report.hpp"

#include "apps/gemm/runtime/math_settings.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tangram::apps {

namespace {

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
    const auto found = std::find_if(report.nodes.begin(), report.nodes.end(),
                                    [id](const NodeReport& node) { return node.node.id == id; });
    if (found != report.nodes.end()) {
        return found->node.name;
    }
    return id == sched::main_memory ? "RAM" : fmt::format("node {}", id);
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
                    : fmt::format("{}{} tasks; tiles missing: 0 for {}, 1 for {}, 2 for {}, 3 for {} of them\n", what,
                                  all, none, one, two, three);
}

/// The plan, tile by tile; large ones only as figures (--draw shows them).
std::string allocation_text(const GemmReport& report, const partition::Allocation& allocation) {
    constexpr std::size_t most_rows = 16;
    constexpr std::size_t most_columns = 64;
    const std::string layers = allocation.is_3d() ? fmt::format(" in {} layers", allocation.layers) : "";
    const std::string head =
        fmt::format("  {}: {} x {} tiles of C{}, sum of half-{} {}", printable(allocation.name), allocation.rows,
                    allocation.columns, layers, allocation.is_3d() ? "surfaces" : "perimeters", allocation.cost());
    if (allocation.rows * allocation.layers > most_rows || allocation.columns > most_columns) {
        return head + "\n";
    }
    return head + fmt::format("; 0 is the first node above, {}\n", report.nodes.front().node.name) +
           indented(partition::to_text(allocation), 4);
}

/// Nothing where nothing was page-locked.
std::string host_memory_text(const GemmOutcome& outcome) {
    const unsigned threads = outcome.median().staging_threads;
    const double seconds = page_locking_seconds(outcome);
    if (threads > 0) {
        return fmt::format(
            "host memory  pageable; {} thread{} copied tiles through page-locked buffers, made in {:.4f} s\n", threads,
            threads == 1 ? "" : "s", seconds);
    }
    if (seconds == 0) {
        return "";
    }
    return outcome.page_locking_seconds
               ? fmt::format("host memory  page-locked before, in {:.4f} s\n", seconds)
               : fmt::format("host memory  pageable; page-locked and unlocked in {:.4f} s, not in the times above\n",
                             seconds);
}

/// Returns the line on the plan: what was followed, what it took to make, and how auto chose it.
std::string plan_text(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    if (!report.planning) {
        return "";
    }
    const std::string& reason = report.planning->reason;
    return fmt::format("plan         {}, made in {:.4f} s{}{}\n", report.partition.value_or("none"),
                       planning_seconds(outcome), reason.empty() ? "" : ": ", reason);
}

/// What the times above leave out; in simulation, where nothing waits for it, the line on the plan alone has it.
std::string planning_text(const GemmOutcome& outcome) {
    return outcome.median().planning && !Runtime::is_simulated()
               ? fmt::format("; planned before, in {:.4f} s", planning_seconds(outcome))
               : "";
}

std::string math_settings_text(const GemmReport& report) {
    if (!computes_on_cuda(report)) {
        return "";
    }
    std::string settings;
    for (const auto& [name, value] : math_settings()) {
        settings += fmt::format("{}{}={}", settings.empty() ? "" : ", ", name, printable(value));
    }
    return fmt::format("cuBLAS       {}\n", settings.empty() ? "with its default arithmetic" : settings);
}

std::string verification_text(const GemmOutcome& outcome) {
    const std::optional<bool> verified = outcome.verified();
    if (!verified) {
        return Runtime::is_simulated() ? "none, simulated" : "not verified (--verify freivalds or full)";
    }
    if (std::isnan(outcome.residual)) {
        return fmt::format("CANNOT BE VERIFIED ({}): A, B or C holds NaN or infinity, or C overflows",
                           to_string(outcome.verification));
    }
    return fmt::format("{} ({}: residual {:.2e}, tolerance {:.2e})", *verified ? "verified" : "WRONG RESULT",
                       to_string(outcome.verification), outcome.residual, outcome.tolerance);
}

/// Nothing where there is no bound.
std::string ratio_text(double value, double bound, const std::string& why_below) {
    if (bound <= 0) {
        return "";
    }
    return is_bounded(value, bound) ? fmt::format(", {:.2f} times the bound", value / bound)
                                    : fmt::format(", less than the bound: {}", why_below);
}

/// What "bound" means above, and both bounds.
std::string bounds_text(const GemmReport& report, const ProductBounds& bounds) {
    const auto nodes = std::count_if(report.nodes.begin(), report.nodes.end(),
                                     [](const NodeReport& node) { return node.takes_part(); });
    if (nodes == 0) {
        return ""; // a product without work
    }
    const std::string speed = nodes == 1 ? "speed of the memory node that takes part"
                                         : fmt::format("summed speed of the {} memory nodes that take part", nodes);
    const std::string traffic =
        bounds.bytes > 0 ? fmt::format("{} for shares of C in proportion to speed", format_bytes(bounds.bytes))
                         : "no traffic";
    return fmt::format("lower bounds {:.4f} s at the {}, {}\n", bounds.seconds, speed, traffic);
}

} // namespace

std::string to_text(const GemmOutcome& outcome) {
    const GemmReport& report = outcome.median();
    const ProductBounds bounds = bounds_of(report);
    const auto bytes = static_cast<double>(report.bytes_total());
    std::string text = fmt::format("C = alpha op(A) op(B) + beta C: {} x {} x {} (m, n, k), {}, tiles of {}\n",
                                   report.m, report.n, report.k, to_string(report.precision), report.tile);
    text += fmt::format("policy       {}{}\n", report.sched, Runtime::is_simulated() ? " (simulated)" : "");
    if (!outcome.allocation_file.empty()) {
        text += fmt::format("allocation   {}, from {}\n", printable(report.partition.value_or("not needed")),
                            printable(outcome.allocation_file));
    }
    text += report.tile_reason.empty() ? "" : fmt::format("tile         {}: {}\n", report.tile, report.tile_reason);
    text += plan_text(outcome);
    text += report.speeds_corrected ? "speeds       corrected by earlier products\n" : "";
    text += fmt::format("time         {:.4f} s until the last task, {:.4f} s until C is home{}{}\n", report.seconds,
                        report.seconds_total,
                        ratio_text(report.seconds, bounds.seconds, "workers were faster than their models"),
                        planning_text(outcome));
    text += host_memory_text(outcome);
    text += fmt::format("speed        {:.2f} GFlop/s\n", report.gflops());
    text += fmt::format("moved        {} between memory nodes{}\n", format_bytes(bytes),
                        ratio_text(bytes, bounds.bytes, "shares of C are not in proportion to speed"));
    text += bounds_text(report, bounds);
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
    return report.allocation ? text + allocation_text(report, *report.allocation) : text;
}

} // namespace tangram::apps
