#include "apps/saved_partition.hpp"

#include "apps/files.hpp"
#include "apps/number_list.hpp"
#include "partition/error.hpp"
#include "partition/json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <numeric>

namespace tangram::apps {

namespace {

using nlohmann::json;

/// The value of a key, null where there is none.
json value_of(const json& object, const char* key) {
    return object.is_object() ? object.value(key, json()) : json();
}

std::vector<double> listed(const json& object, const char* key) {
    const json list = value_of(object, key);
    return list.is_null() || (list.is_array() && list.empty()) ? std::vector<double>{}
                                                               : parse_numbers(list.dump(), key);
}

void check_processors(const PartitionOutcome& outcome) {
    if (outcome.partition && outcome.allocation && outcome.partition->zones.size() != outcome.allocation->processors) {
        throw InvalidInput(fmt::format("it has zones of {} processors but tiles of {}", outcome.partition->zones.size(),
                                       outcome.allocation->processors));
    }
}

PartitionOutcome outcome_of(const std::string& text) {
    PartitionOutcome outcome;
    const json object = json::parse(text, nullptr, false);
    const bool has_tiles = !value_of(object, "tiles").is_null();
    if (!has_tiles || !value_of(object, "zones").is_null()) {
        outcome.partition = partition::partition_from_json(text);
        outcome.problem.height = outcome.partition->height;
        outcome.problem.width = outcome.partition->width;
        outcome.problem.depth = outcome.partition->depth.value_or(1);
    }
    if (has_tiles) {
        outcome.allocation = partition::allocation_from_json(text);
    }
    check_processors(outcome);
    outcome.problem.speeds = listed(object, "speeds");
    outcome.problem.weights = listed(object, "weights");
    if (const json c_factor = value_of(object, "c_factor"); c_factor.is_number()) {
        outcome.problem.c_factor = c_factor.get<double>();
    } else if (!c_factor.is_null()) {
        throw InvalidInput(fmt::format("c_factor is a JSON {}, expected a number", c_factor.type_name()));
    }
    return outcome;
}

} // namespace

PartitionOutcome load_partition(const std::string& path) {
    const std::string text = read_text(path);
    try {
        return outcome_of(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", path, error.what()));
    }
}

std::vector<double> implied_speeds(const PartitionOutcome& outcome) {
    std::vector<double> speeds;
    if (outcome.partition) {
        for (const partition::Zone& zone : outcome.partition->zones) {
            speeds.push_back(std::accumulate(zone.boxes.begin(), zone.boxes.end(), 0.0,
                                             [](double sum, const partition::Box& box) { return sum + box.volume(); }));
        }
        return speeds;
    }
    for (const std::size_t tiles : outcome.allocation->tile_counts()) {
        if (tiles == 0) {
            throw InvalidInput(
                fmt::format("processor {} has no tiles: its speed is unknown without --speeds", speeds.size()));
        }
        speeds.push_back(static_cast<double>(tiles));
    }
    return speeds;
}

} // namespace tangram::apps
