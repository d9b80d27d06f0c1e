#include "apps/command/partition_report.hpp"

#include "base/text.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/json_objects.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace tangram::apps {

namespace {

using Json = nlohmann::ordered_json;

/// A cost and what it cannot be less than.
struct Costs {
    double cost;
    double bound;
};

Costs costs_of(const partition::Partition& partition, const partition::Problem& problem,
               std::span<const double> sizes) {
    return {cost(sizes, problem), partition.is_3d() ? half_surface_bound(problem) : half_perimeter_bound(problem)};
}

Costs costs_of(const partition::Allocation& allocation, const partition::Problem& problem) {
    return {tile_cost(allocation, problem),
            tile_bound(allocation.tile_counts(), {allocation.rows, allocation.columns, allocation.layers}, problem)};
}

/// JSON has no NaN and no infinity.
Json finite(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

/// Objects with the members of each line of the text: of one alone, or of all zones or tiles.
using Lines = std::vector<Json>;

void add_nulls(Lines& lines, std::initializer_list<const char*> keys) {
    for (const char* key : keys) {
        lines.push_back({{key, nullptr}});
    }
}

void add_zones(Lines& lines, const PartitionOutcome& outcome) {
    if (!outcome.partition) {
        add_nulls(lines, {"algorithm", "zones", "cost", "bound", "ratio"});
        return;
    }
    const auto [cost, bound] = costs_of(*outcome.partition, outcome.problem,
                                        partition::zone_sizes(*outcome.partition, outcome.problem.c_factor));
    lines.push_back(partition::to_object(*outcome.partition));
    lines.push_back({{"cost", finite(cost)}});
    lines.push_back({{"bound", finite(bound)}});
    lines.push_back({{"ratio", finite(cost / bound)}});
}

void add_tiles(Lines& lines, const PartitionOutcome& outcome) {
    if (!outcome.allocation) {
        add_nulls(lines, {"tiles", "tile_cost", "tile_bound", "tile_counts", "target_counts", "max_load_ratio"});
        return;
    }
    const auto [cost, bound] = costs_of(*outcome.allocation, outcome.problem);
    const std::vector<std::size_t> counts = outcome.allocation->tile_counts();
    lines.push_back(partition::to_object(*outcome.allocation));
    lines.push_back({{"tile_cost", finite(cost)}});
    lines.push_back({{"tile_bound", finite(bound)}});
    lines.push_back({{"tile_counts", counts}});
    lines.push_back({{"target_counts", outcome.target_counts}});
    lines.push_back({{"max_load_ratio", partition::max_load_ratio(counts, outcome.problem.speeds)}});
}

/// The members of all lines as one JSON object. The library's dump() would put each number on a line of its own, or
/// the whole object on one: here zones and rows of tiles have a line each, to be read and compared. A key alone on its
/// line is set off by a space.
std::string text_of(const Lines& lines) {
    std::string text;
    for (const Json& line : lines) {
        text += text.empty() ? "{\n  " : ",\n  ";
        std::string_view separator;
        for (const auto& [key, value] : line.items()) {
            text +=
                fmt::format("{}\"{}\":{}{}", separator, key, line.size() == 1 ? " " : "", partition::text_of(value));
            separator = ",";
        }
    }
    return text + "\n}\n";
}

std::string costs_text(const char* label, const std::string& what, Costs costs) {
    const std::string ratio = costs.bound > 0 ? fmt::format(", {:.4f} times the bound", costs.cost / costs.bound) : "";
    return fmt::format("{:<13}{}: {:.6g}, bound {:.6g}{}\n", label, what, costs.cost, costs.bound, ratio);
}

std::string zones_text(const PartitionOutcome& outcome, std::span<const double> zone_sizes) {
    const partition::Partition& partition = *outcome.partition;
    const std::string depth = partition.is_3d() ? fmt::format(" x {:.6g}", *partition.depth) : "";
    return fmt::format("partition    {}: {} processors on {:.6g} x {:.6g}{}\n", printable(partition.algorithm),
                       partition.zones.size(), partition.height, partition.width, depth) +
           costs_text("cost", partition.is_3d() ? "half-surfaces" : "half-perimeters",
                      costs_of(partition, outcome.problem, zone_sizes));
}

std::string tiles_text(const PartitionOutcome& outcome) {
    const partition::Allocation& allocation = *outcome.allocation;
    const std::string layers = allocation.is_3d() ? fmt::format(" x {}", allocation.layers) : "";
    return fmt::format("allocation   {}: {} x {}{} tiles\n", printable(allocation.name), allocation.rows,
                       allocation.columns, layers) +
           costs_text("tile cost", allocation.is_3d() ? "half-surfaces" : "half-perimeters",
                      costs_of(allocation, outcome.problem)) +
           fmt::format("load         at most {:.4f} times perfect balance\n",
                       partition::max_load_ratio(allocation.tile_counts(), outcome.problem.speeds));
}

/// One line per processor: its share, its zone, its tiles.
std::string processors_text(const PartitionOutcome& outcome, std::span<const double> zone_sizes) {
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
            text += fmt::format("{:>16.6g}", zone_sizes[p]);
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

} // namespace

std::string to_json(const PartitionOutcome& outcome) {
    Lines lines;
    add_zones(lines, outcome);
    lines.push_back({{"speeds", outcome.problem.speeds}});
    lines.push_back({{"weights", outcome.problem.weights}});
    lines.push_back({{"c_factor", outcome.problem.c_factor}});
    add_tiles(lines, outcome);
    lines.push_back({{"seconds", outcome.seconds ? Json(*outcome.seconds) : Json(nullptr)}});
    return text_of(lines);
}

std::string to_text(const PartitionOutcome& outcome) {
    std::string text;
    std::vector<double> zone_sizes;
    if (outcome.partition) {
        zone_sizes = partition::zone_sizes(*outcome.partition, outcome.problem.c_factor);
        text += zones_text(outcome, zone_sizes);
    }
    if (outcome.allocation) {
        text += tiles_text(outcome);
    }
    if (outcome.seconds) {
        text += fmt::format("time         {:.6f} s\n", *outcome.seconds);
    }
    text += processors_text(outcome, zone_sizes);
    return outcome.allocation ? text + indented(partition::to_text(*outcome.allocation), 4) : text;
}

} // namespace tangram::apps
