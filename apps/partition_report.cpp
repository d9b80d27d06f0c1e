#include "apps/partition_report.hpp"

#include "partition/bounds.hpp"
#include "partition/costs.hpp"
#include "partition/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace tangram::apps {

namespace {

using Json = nlohmann::json;

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

/// The text of a JSON object, made of members and of the members of other objects, one or more to a line.
class ObjectText {
  public:
    void add(const char* key, const Json& value) { append(fmt::format("\"{}\": {}", key, value.dump())); }

    /// JSON has no NaN and no infinity.
    void add_finite(const char* key, double value) { add(key, std::isfinite(value) ? Json(value) : Json(nullptr)); }

    void add_nulls(std::initializer_list<const char*> keys) {
        for (const char* key : keys) {
            add(key, nullptr);
        }
    }

    /// The members of a JSON object, which may be long: not parsed.
    void add_members(std::string_view object) { append(object.substr(1, object.size() - 2)); }

    [[nodiscard]] std::string finished() && { return std::move(text_) + "\n}\n"; }

  private:
    void append(std::string_view members) {
        text_ += text_.empty() ? "{\n  " : ",\n  ";
        text_ += members;
    }

    std::string text_;
};

void add_zones(ObjectText& object, const PartitionOutcome& outcome) {
    if (!outcome.partition) {
        object.add_nulls({"algorithm", "zones", "cost", "bound", "ratio"});
        return;
    }
    const auto [cost, bound] = costs_of(*outcome.partition, outcome.problem,
                                        partition::zone_sizes(*outcome.partition, outcome.problem.c_factor));
    object.add_members(partition::to_json(*outcome.partition));
    object.add_finite("cost", cost);
    object.add_finite("bound", bound);
    object.add_finite("ratio", cost / bound);
}

void add_tiles(ObjectText& object, const PartitionOutcome& outcome) {
    if (!outcome.allocation) {
        object.add_nulls({"tiles", "tile_cost", "tile_bound", "tile_counts", "target_counts", "max_load_ratio"});
        return;
    }
    const auto [cost, bound] = costs_of(*outcome.allocation, outcome.problem);
    const std::vector<std::size_t> counts = outcome.allocation->tile_counts();
    object.add_members(partition::to_json(*outcome.allocation));
    object.add_finite("tile_cost", cost);
    object.add_finite("tile_bound", bound);
    object.add("tile_counts", counts);
    object.add("target_counts", outcome.target_counts);
    object.add("max_load_ratio", partition::max_load_ratio(counts, outcome.problem.speeds));
}

std::string costs_text(const char* label, const std::string& what, Costs costs) {
    const std::string ratio = costs.bound > 0 ? fmt::format(", {:.4f} times the bound", costs.cost / costs.bound) : "";
    return fmt::format("{:<13}{}: {:.6g}, bound {:.6g}{}\n", label, what, costs.cost, costs.bound, ratio);
}

std::string zones_text(const PartitionOutcome& outcome, std::span<const double> zone_sizes) {
    const partition::Partition& partition = *outcome.partition;
    const std::string depth = partition.is_3d() ? fmt::format(" x {:.6g}", *partition.depth) : "";
    return fmt::format("partition    {}: {} processors on {:.6g} x {:.6g}{}\n", partition.algorithm,
                       partition.zones.size(), partition.height, partition.width, depth) +
           costs_text("cost", partition.is_3d() ? "half-surfaces" : "half-perimeters",
                      costs_of(partition, outcome.problem, zone_sizes));
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

std::string grid_text(const partition::Allocation& allocation) {
    std::string grid = partition::to_text(allocation);
    for (std::size_t end = 0; (end = grid.find('\n', end)) + 1 < grid.size(); ++end) {
        grid.insert(end + 1, "    ");
    }
    return "    " + grid;
}

} // namespace

std::string to_json(const PartitionOutcome& outcome) {
    ObjectText object;
    add_zones(object, outcome);
    object.add("speeds", outcome.problem.speeds);
    object.add("weights", outcome.problem.weights);
    object.add("c_factor", outcome.problem.c_factor);
    add_tiles(object, outcome);
    object.add("seconds", outcome.seconds ? Json(*outcome.seconds) : Json(nullptr));
    return std::move(object).finished();
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
    return outcome.allocation ? text + grid_text(*outcome.allocation) : text;
}

} // namespace tangram::apps
