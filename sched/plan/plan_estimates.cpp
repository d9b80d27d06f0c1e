#include "sched/plan/plan_estimates.hpp"

#include "base/ceil_divided.hpp"
#include "sched/plan/begun_tiles.hpp"
#include "sched/plan/squares.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace tangram::sched {

namespace {

/// Returns the tiles, with all their products, that home's workers hand on if each has begun one, or none.
double tiles_handed_on(const PlannedProduct& product, const std::vector<std::size_t>& counts) {
    const std::optional<std::size_t> home = product.home();
    if (!home || !product.hands_tiles_on(*home) || counts[*home] > product.workers(*home)) {
        return 0;
    }
    const auto begun = static_cast<double>(counts[*home]);
    const auto depth = static_cast<double>(product.depth);
    return begun * std::max(0.0, depth - products_of_begun_tiles(product, begun)) / depth;
}

/// Returns seconds by node, without transfers. The products of a tile of C follow one another: each tile is one
/// worker's, unless home hands it on, to all others.
std::vector<double> work_seconds(const partition::Allocation& allocation, const PlannedProduct& product) {
    const std::vector<double> shares = partition::shares(product.problem.speeds);
    const std::vector<std::size_t> counts = allocation.tile_counts();
    const auto tiles_of_c = static_cast<double>(allocation.owners.size());
    const double handed_on = tiles_handed_on(product, counts);
    const double of_others = handed_on > 0 ? handed_on / (1 - shares[product.home().value()]) : 0;
    std::vector<double> seconds;
    for (std::size_t node = 0; node < counts.size(); ++node) {
        const std::size_t workers = product.workers(node);
        const std::size_t whole = ceil_divided(counts[node], workers) * workers;
        const double tiles = product.hands_tiles_on(node) ? static_cast<double>(counts[node]) - handed_on
                                                          : static_cast<double>(whole) + of_others * shares[node];
        seconds.push_back(product.seconds_bound * tiles / (tiles_of_c * shares[node]));
    }
    return seconds;
}

/// Returns the load of each node with these zones.
std::vector<NodeLoad> loads_of(const BlockedZones& zones, const PlannedProduct& product) {
    const std::vector<double> work = work_seconds(zones.allocation, product);
    const std::vector<double> inputs = input_bytes(zones, product.depth, product.tile_bytes);
    const std::vector<std::size_t> counts = zones.allocation.tile_counts();
    std::vector<NodeLoad> loads;
    for (std::size_t node = 0; node < work.size(); ++node) {
        const double of_c = static_cast<double>(counts[node]) * product.tile_bytes.c;
        loads.push_back(load_of(product, node, work[node], inputs[node] + (product.reads_c ? of_c : 0), of_c));
    }
    return loads;
}

/// Returns the tiles of C that all nodes do in a time, if the zone of each is a square.
double square_tiles_in_time(const PlannedProduct& product, double seconds) {
    const double seconds_of_tile = product.tile_seconds_at_speed_1();
    double tiles = 0;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        const double bandwidth = bandwidth_from_ram(product.links, product.nodes[node]);
        const double of_c = product.reads_c ? product.tile_bytes.c : 0;
        const double of_tile = seconds_of_tile / product.problem.speeds[node] + of_c / bandwidth;
        tiles += tiles_of_square(bytes_of_side(product) / bandwidth, of_tile, seconds);
    }
    return tiles;
}

/// Returns the seconds until the last node is done, by one of NodeLoad's views.
template <class Seconds> double seconds_of_last(const std::vector<NodeLoad>& loads, const Seconds& seconds) {
    double most = 0;
    for (const NodeLoad& load : loads) {
        most = std::max(most, seconds(load));
    }
    return most;
}

} // namespace

NodeLoad load_of(const PlannedProduct& product, std::size_t node, double work, double bytes_in, double bytes_out) {
    constexpr std::size_t few_slices = 4;
    const double first = product.depth <= few_slices ? bytes_in : bytes_in / static_cast<double>(product.depth);
    return {.work = work,
            .in = bytes_in,
            .out = bytes_out,
            .exposed = first + product.tile_bytes.c,
            .bandwidth = bandwidth_from_ram(product.links, product.nodes[node])};
}

double seconds_if_hidden(const BlockedZones& zones, const PlannedProduct& product) {
    const std::vector<NodeLoad> loads = loads_of(zones, product);
    double through_ram = 0;
    for (std::size_t node = 0; node < loads.size(); ++node) {
        through_ram += product.nodes[node].is_home ? 0 : loads[node].in + loads[node].out;
    }
    return std::max(seconds_of_last(loads, [](const NodeLoad& load) { return load.seconds_overlapped(); }),
                    through_ram / product.ram_bandwidth);
}

double estimated_seconds(const BlockedZones& zones, const PlannedProduct& product) {
    return seconds_of_last(loads_of(zones, product),
                           [](const NodeLoad& load) { return load.seconds_one_after_another(); });
}

double least_estimated_seconds(const PlannedProduct& product) {
    const auto tiles = static_cast<double>(product.rows * product.columns);
    double least = 0;
    double most = std::numeric_limits<double>::max();
    for (double seconds = product.seconds_bound; most - least > 1e-3 * least;) {
        (square_tiles_in_time(product, seconds) < tiles ? least : most) = seconds;
        seconds = most == std::numeric_limits<double>::max() ? 2 * seconds : (least + most) / 2;
    }
    return least;
}

} // namespace tangram::sched
