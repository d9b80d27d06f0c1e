#include "apps/partition_report.hpp"

#include "partition/bounds.hpp"
#include "partition/costs.hpp"
#include "partition/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangram::apps {

namespace {

using Json = nlohmann::ordered_json;

/// A cost and what it cannot be less than.
struct Costs {
    double cost;
    double bound;
};

Costs costs_of(const partition::Partition& partition, const partition::Problem& problem) {
    return {cost(partition, problem), partition.is_3d() ? half_surface_bound(problem) : half_perimeter_bound(problem)};
}

Costs costs_of(const partition::Allocation& allocation, const partition::Problem& problem) {
    return {tile_cost(allocation, problem),
            tile_bound(allocation.tile_counts(), {allocation.rows, allocation.columns, allocation.layers}, problem)};
}

/// JSON has no NaN and no infinity.
Json finite_or_null(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

void add_zones(Json& object, const PartitionOutcome& outcome) {
    if (!outcome.partition) {
        object.update({{"algorithm", nullptr}, {"zones", nullptr}, {"cost", nullptr}, {"bound", nullptr}});
        object["ratio"] = nullptr;
        return;
    }
    const auto [cost, bound] = costs_of(*outcome.partition, outcome.problem);
    object.update(Json::parse(partition::to_json(*outcome.partition)));
    object["cost"] = finite_or_null(cost);
    object["bound"] = finite_or_null(bound);
    object["ratio"] = finite_or_null(cost / bound);
}

void add_tiles(Json& object, const PartitionOutcome& outcome) {
    if (!outcome.allocation) {
        for (const char* key : {"tiles", "tile_cost", "tile_bound", "tile_counts", "target_counts", "max_load_ratio"}) {
            object[key] = nullptr;
        }
        return;
    }
    const auto [cost, bound] = costs_of(*outcome.allocation, outcome.problem);
    const std::vector<std::size_t> counts = outcome.allocation->tile_counts();
    object.update(Json::parse(partition::to_json(*outcome.allocation)));
    object["tile_cost"] = finite_or_null(cost);
    object["tile_bound"] = finite_or_null(bound);
    object["tile_counts"] = counts;
    object["target_counts"] = outcome.target_counts;
    object["max_load_ratio"] = partition::max_load_ratio(counts, outcome.problem.speeds);
}

std::string costs_text(const char* label, const std::string& what, Costs costs) {
    const std::string ratio = costs.bound > 0 ? fmt::format(", {:.4f} times the bound", costs.cost / costs.bound) : "";
    return fmt::format("{:<13}{}: {:.6g}, bound {:.6g}{}\n", label, what, costs.cost, costs.bound, ratio);
}

std::string zones_text(const PartitionOutcome& outcome) {
    const partition::Partition& partition = *outcome.partition;
    const std::string depth = partition.is_3d() ? fmt::format(" x {:.6g}", *partition.depth) : "";
    return fmt::format("partition    {}: {} processors on {:.6g} x {:.6g}{}\n", partition.algorithm,
                       partition.zones.size(), partition.height, partition.width, depth) +
           costs_text("cost", partition.is_3d() ? "half-surfaces" : "half-perimeters",
                      costs_of(partition, outcome.problem));
}

std::string tiles_text(const PartitionOutcome& outcome) {
    const partition::Allocation& allocation = *outcome.allocation;
    const std::string layers = allocation.is_3d() ? fmt::format(" x {}", allocation.layers) : "";
    return fmt::format("allocation   {}: {} x {}{} tiles\n", allocation.name, allocation.rows, allocation.columns,
                       layers) +
           costs_text("tile cost", allocation.is_3d() ? "half-surfaces" : "half-perimeters",
                      costs_of(allocation, outcome.problem)) +
           fmt::format("load         at most {:.4f} of the perfect one\n",
                       partition::max_load_ratio(allocation.tile_counts(), outcome.problem.speeds));
}

/// One line per processor: its share, its zone, its tiles.
std::string processors_text(const PartitionOutcome& outcome) {
    constexpr std::size_t most_lines = 32;
    const partition::Problem& problem = outcome.problem;
    const std::vector<double> shares = partition::shares(problem.speeds);
    const std::vector<std::size_t> counts =
        outcome.allocation ? outcome.allocation->tile_counts() : std::vector<std::size_t>{};
    const bool is_3d = outcome.partition && outcome.partition->is_3d();
    std::string text = fmt::format("  {:<9}{:>12}{:>9}{:>9}", "processor", "speed", "share", "weight");
    text += outcome.partition ? fmt::format("{:>16}", is_3d ? "half-surface" : "half-perimeter") : "";
    text += outcome.allocation ? fmt::format("{:>9}{:>9}{:>8}", "tiles", "target", "load") : "";
    text += '\n';
    const std::size_t lines = problem.speeds.size() > most_lines ? most_lines - 1 : problem.speeds.size();
    for (std::size_t p = 0; p < lines; ++p) {
        text +=
            fmt::format("  {:<9}{:>12.6g}{:>8.2f}%{:>9.4g}", p, problem.speeds[p], 100 * shares[p], problem.weight(p));
        if (outcome.partition) {
            const partition::Zone& zone = outcome.partition->zones[p];
            text += fmt::format("{:>16.6g}", is_3d ? half_surface(zone, problem.c_factor) : half_perimeter(zone));
        }
        if (outcome.allocation) {
            const double perfect = shares[p] * static_cast<double>(outcome.allocation->owners.size());
            text += fmt::format("{:>9}{:>9}{:>8.3f}", counts[p], outcome.target_counts[p],
                                static_cast<double>(counts[p]) / perfect);
        }
        text += '\n';
    }
    return lines < problem.speeds.size()
               ? text + fmt::format("  and {} more (--json has all)\n", problem.speeds.size() - lines)
               : text;
}

std::string grid_text(const partition::Allocation& allocation) {
    std::string grid = partition::to_text(allocation);
    for (std::size_t end = 0; (end = grid.find('\n', end)) + 1 < grid.size(); ++end) {
        grid.insert(end + 1, "    ");
    }
    return "    " + grid;
}

} // namespace

std::string to_json(const PartitionOutcome& outcome) {
    Json object = Json::object();
    add_zones(object, outcome);
    object["speeds"] = outcome.problem.speeds;
    object["weights"] = outcome.problem.weights;
    object["c_factor"] = outcome.problem.c_factor;
    add_tiles(object, outcome);
    object["seconds"] = outcome.seconds ? Json(*outcome.seconds) : Json(nullptr);
    std::string text;
    for (const auto& [key, value] : object.items()) {
        text += fmt::format("{}\n  {}: {}", text.empty() ? "{" : ",", Json(key).dump(), value.dump());
    }
    return text + "\n}\n";
}

std::string to_text(const PartitionOutcome& outcome) {
    std::string text;
    if (outcome.partition) {
        text += zones_text(outcome);
    }
    if (outcome.allocation) {
        text += tiles_text(outcome);
    }
    if (outcome.seconds) {
        text += fmt::format("time         {:.6f} s\n", *outcome.seconds);
    }
    text += processors_text(outcome);
    return outcome.allocation ? text + grid_text(*outcome.allocation) : text;
}

} // namespace tangram::apps
