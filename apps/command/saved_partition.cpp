#include "apps/command/saved_partition.hpp"

#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "partition/base/json.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace tangram::apps {

namespace {

PartitionOutcome outcome_of(partition::Saved saved) {
    PartitionOutcome outcome;
    if (saved.partition) {
        outcome.problem.height = saved.partition->height;
        outcome.problem.width = saved.partition->width;
        outcome.problem.depth = saved.partition->depth.value_or(1);
    }
    outcome.problem.speeds = std::move(saved.speeds);
    outcome.problem.weights = std::move(saved.weights);
    outcome.problem.c_factor = saved.c_factor.value_or(outcome.problem.c_factor);
    outcome.partition = std::move(saved.partition);
    outcome.allocation = std::move(saved.allocation);
    return outcome;
}

} // namespace

PartitionOutcome parse_partition(std::string_view text, const std::string& source) {
    try {
        return outcome_of(partition::saved_from_json(text));
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", source, error.what()));
    }
}

PartitionOutcome load_partition(const std::string& path) {
    return parse_partition(read_text(path), path);
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
