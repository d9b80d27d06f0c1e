#include "apps/mpi/nodes_outcome.hpp"

#include "apps/gemm/report/outcome.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/format_bytes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tangram::apps {

namespace {

template <class Value> auto largest(const std::vector<RankReport>& ranks, const Value& value) {
    decltype(value(ranks.front())) found = 0;
    for (const RankReport& rank : ranks) {
        found = std::max(found, value(rank));
    }
    return found;
}

template <class Value> std::uint64_t sum(const std::vector<RankReport>& ranks, const Value& value) {
    return std::accumulate(ranks.begin(), ranks.end(), std::uint64_t{0},
                           [&](std::uint64_t total, const RankReport& rank) { return total + value(rank); });
}

nlohmann::json ranks_json(const NodesRepeat& repeat, const nodes::NodeProblem& problem) {
    nlohmann::json ranks = nlohmann::json::array();
    for (std::size_t process = 0; process < repeat.ranks.size(); ++process) {
        const RankReport& rank = repeat.ranks[process];
        ranks.push_back(
            {{"rank", process},
             {"host", rank.host.data()},
             {"speed", rank.speed * 1e-9},
             {"planned_speed", problem.speeds[process]},
             {"tasks", rank.tasks},
             {"seconds", rank.seconds},
             {"bytes_in", rank.bytes_in},
             {"bytes_out", rank.bytes_out},
             {"copied_bytes", rank.copied_bytes},
             {"bytes_moved", rank.bytes_moved},
             {"peak_memory", Runtime::is_simulated() ? nlohmann::json() : nlohmann::json(rank.peak_memory)}});
    }
    return ranks;
}

nlohmann::json migrations_json(const NodesRepeat& repeat) {
    nlohmann::json migrations = nlohmann::json::array();
    for (const NodesMigration& migration : repeat.migrations) {
        migrations.push_back(
            {{"slices", migration.slices}, {"seconds", migration.seconds}, {"bytes", migration.bytes}});
    }
    return migrations;
}

nlohmann::json repeats_json(const NodesOutcome& outcome) {
    nlohmann::json repeats = nlohmann::json::array();
    for (const NodesRepeat& repeat : outcome.repeats) {
        repeats.push_back({{"seconds", repeat.seconds()},
                           {"seconds_total", repeat.seconds_total()},
                           {"gflops", outcome.flops() / repeat.seconds() * 1e-9},
                           {"migrations", migrations_json(repeat)}});
    }
    return repeats;
}

std::string ranks_text(const NodesRepeat& repeat) {
    const char* const memory = Runtime::is_simulated() ? "" : "memory";
    std::string text = fmt::format("  {:>7}  {:<20}{:>9}{:>14}{:>12}{:>12}{:>12}\n", "process", "host", "tasks",
                                   "GFlop/s model", "received", "sent", memory);
    for (std::size_t process = 0; process < repeat.ranks.size(); ++process) {
        const RankReport& rank = repeat.ranks[process];
        const auto bytes = [](std::uint64_t number) { return format_bytes(static_cast<double>(number)); };
        text += fmt::format("  {:>7}  {:<20}{:>9}{:>14.1f}{:>12}{:>12}{:>12}\n", process, rank.host.data(), rank.tasks,
                            rank.speed * 1e-9, bytes(rank.bytes_in), bytes(rank.bytes_out),
                            Runtime::is_simulated() ? "" : bytes(rank.peak_memory));
    }
    return text;
}

std::string network_text(const NodesOutcome& outcome) {
    const auto bytes = static_cast<double>(outcome.median().network_bytes());
    const double bound = nodes::network_bound(outcome.problem);
    // Zones of tiles that are not in proportion to the speeds may span less.
    const std::string by_bound =
        is_bounded(bytes, bound)
            ? fmt::format(", {:.3f} times the lower bound for zones in proportion to the speeds", bytes / bound)
            : "";
    return fmt::format("network: {} received in all{}\n", format_bytes(bytes), by_bound);
}

/// Nothing where zones have not changed.
std::string migrations_text(const NodesOutcome& outcome) {
    std::size_t changes = 0;
    double seconds = 0;
    std::uint64_t bytes = 0;
    for (const NodesRepeat& repeat : outcome.repeats) {
        for (const NodesMigration& migration : repeat.migrations) {
            ++changes;
            seconds += migration.seconds;
            bytes += migration.bytes;
        }
    }
    return changes == 0
               ? ""
               : fmt::format("zones changed {} time{} in {} product{}: {} moved in {:.4g} s; speeds are the "
                             "last ones\n",
                             changes, changes == 1 ? "" : "s", outcome.repeats.size(),
                             outcome.repeats.size() == 1 ? "" : "s", format_bytes(static_cast<double>(bytes)), seconds);
}

std::string verification_text(const NodesOutcome& outcome) {
    const std::optional<bool> verified = outcome.verified();
    if (!verified && Runtime::is_simulated()) {
        return "simulated: no element was computed\n";
    }
    if (!verified) {
        return "not verified (--verify)\n";
    }
    if (std::isnan(outcome.residual)) {
        return fmt::format("CANNOT BE VERIFIED ({})\n", to_string(outcome.verification));
    }
    return fmt::format("{}: residual {:.1e}, tolerance {:.1e} ({})\n", *verified ? "verified" : "WRONG RESULT",
                       outcome.residual, outcome.tolerance, to_string(outcome.verification));
}

} // namespace

double NodesRepeat::seconds() const {
    return largest(ranks, [](const RankReport& rank) { return rank.seconds; });
}

double NodesRepeat::seconds_total() const {
    return largest(ranks, [](const RankReport& rank) { return rank.seconds_total; });
}

std::uint64_t NodesRepeat::tasks() const {
    return sum(ranks, [](const RankReport& rank) { return rank.tasks; });
}

std::uint64_t NodesRepeat::network_bytes() const {
    return sum(ranks, [](const RankReport& rank) { return rank.bytes_in; });
}

double NodesOutcome::flops() const {
    return 2.0 * static_cast<double>(problem.m) * static_cast<double>(problem.n) * static_cast<double>(problem.k);
}

const NodesRepeat& NodesOutcome::median() const {
    std::vector<const NodesRepeat*> by_time;
    for (const NodesRepeat& repeat : repeats) {
        by_time.push_back(&repeat);
    }
    const auto middle = by_time.begin() + static_cast<std::ptrdiff_t>((by_time.size() - 1) / 2);
    std::nth_element(by_time.begin(), middle, by_time.end(),
                     [](const NodesRepeat* a, const NodesRepeat* b) { return a->seconds() < b->seconds(); });
    return **middle;
}

std::optional<bool> NodesOutcome::verified() const {
    return verification == Verification::none ? std::nullopt : std::optional(residual < tolerance);
}

nlohmann::json to_json(const NodesOutcome& outcome) {
    const NodesRepeat& repeat = outcome.median();
    const nodes::NodeProblem& problem = outcome.problem;
    const std::optional<bool> verified = outcome.verified();
    return {{"m", problem.m},
            {"n", problem.n},
            {"k", problem.k},
            {"tile", problem.tile},
            {"precision", to_string(outcome.precision)},
            {"sched", outcome.sched},
            {"nodes_partition", outcome.zones.name},
            {"window", outcome.window},
            {"seconds", repeat.seconds()},
            {"seconds_total", repeat.seconds_total()},
            {"gflops", outcome.flops() / repeat.seconds() * 1e-9},
            {"tasks", repeat.tasks()},
            {"network_bytes", repeat.network_bytes()},
            {"network_bytes_planned", outcome.planned_bytes},
            {"network_bound", nodes::network_bound(problem)},
            {"ranks", ranks_json(repeat, problem)},
            {"residual", verified && std::isfinite(outcome.residual) ? nlohmann::json(outcome.residual) : nullptr},
            {"verified", verified ? nlohmann::json(*verified) : nullptr},
            {"simulated", Runtime::is_simulated()},
            {"starpu_version", Runtime::starpu_version()},
            {"repeats", repeats_json(outcome)}};
}

std::string to_text(const NodesOutcome& outcome) {
    const NodesRepeat& repeat = outcome.median();
    const nodes::NodeProblem& problem = outcome.problem;
    const std::size_t processes = problem.speeds.size();
    return fmt::format("{} x {} x {} ({}), tile {}, {} process{}, zones {}, {}: {:.1f} GFlop/s in {:.4g} s ({:.4g} s "
                       "until C is home)\n",
                       problem.m, problem.n, problem.k, to_string(outcome.precision), problem.tile, processes,
                       processes == 1 ? "" : "es", outcome.zones.name, outcome.sched,
                       outcome.flops() / repeat.seconds() * 1e-9, repeat.seconds(), repeat.seconds_total()) +
           ranks_text(repeat) + network_text(outcome) + migrations_text(outcome) + verification_text(outcome);
}

partition::Drawing drawing_of(const NodesOutcome& outcome) {
    const NodesRepeat& repeat = outcome.median();
    const nodes::NodeProblem& problem = outcome.problem;
    partition::Drawing drawing = drawing_of(repeat.executed, outcome.zones.rows, outcome.zones.columns);
    drawing.title =
        fmt::format("{} x {} x {}: zones {}, {}", problem.m, problem.n, problem.k, outcome.zones.name, outcome.sched);
    drawing.subtitle = fmt::format("{} process{}, {:.4g} s, {} received over the network", problem.speeds.size(),
                                   problem.speeds.size() == 1 ? "" : "es", repeat.seconds(),
                                   format_bytes(static_cast<double>(repeat.network_bytes())));
    return drawing;
}

} // namespace tangram::apps
