#include "sched/plan/nodes_that_keep_up.hpp"

#include "sched/plan/plan_estimates.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace tangram::sched {

namespace {

/// Returns the seconds until these nodes' workers have done all tiles of C, each of which is one worker's.
double seconds_in_whole_tiles(const PlannedProduct& product, const std::vector<std::size_t>& nodes) {
    const std::size_t tiles = product.rows * product.columns;
    const double work_of_tile = product.tile_seconds_at_speed_1();
    double seconds = std::numeric_limits<double>::infinity();
    for (const std::size_t node : nodes) { // it is the last one
        const auto workers = static_cast<double>(product.workers(node));
        const double of_tile = work_of_tile * workers / product.problem.speeds[node];
        const auto is_enough = [&](std::size_t rounds) {
            double done = 0;
            for (const std::size_t other : nodes) {
                const auto of_other = static_cast<double>(product.workers(other));
                const double rate = product.problem.speeds[other] / (work_of_tile * of_other);
                const double slack = 1e-9; // its own rounds are whole
                const double tiles_of_worker = static_cast<double>(rounds) * of_tile * rate + slack;
                done += of_other * (product.hands_tiles_on(other) ? tiles_of_worker : std::floor(tiles_of_worker));
            }
            return done >= static_cast<double>(tiles);
        };
        std::size_t enough = tiles;
        for (std::size_t too_few = 0; too_few + 1 < enough;) {
            const std::size_t between = (too_few + enough) / 2;
            (is_enough(between) ? enough : too_few) = between;
        }
        seconds = std::min(seconds, static_cast<double>(enough) * of_tile);
    }
    return seconds;
}

/// Returns the seconds until all is done if only these nodes take part: zones are squares where C is wide and high
/// enough.
double seconds_of(const PlannedProduct& product, const std::vector<std::size_t>& nodes) {
    double speed = 0;
    for (const std::size_t node : nodes) {
        speed += product.problem.speeds[node];
    }
    const double work = seconds_in_whole_tiles(product, nodes);
    const auto tiles = static_cast<double>(product.rows * product.columns);
    const auto& [a, b, c] = product.tile_bytes;
    double longest = work;
    for (const std::size_t node : nodes) {
        const double of_c = tiles * product.problem.speeds[node] / speed;
        const auto rows = static_cast<double>(product.rows);
        const double height = std::min(std::max(std::sqrt(of_c), of_c / static_cast<double>(product.columns)), rows);
        const double of_inputs = static_cast<double>(product.depth) * (height * a + of_c / height * b);
        const double bytes_in = of_inputs + (product.reads_c ? of_c * c : 0);
        longest = std::max(longest, load_of(product, node, work, bytes_in, of_c * c).seconds_overlapped());
    }
    return longest;
}

} // namespace

std::vector<std::size_t> nodes_that_keep_up(const PlannedProduct& product) {
    const std::vector<double>& speeds = product.problem.speeds;
    std::vector<std::size_t> nodes(speeds.size());
    std::iota(nodes.begin(), nodes.end(), std::size_t{0});
    const auto speed_of_worker = [&](std::size_t node) {
        return speeds[node] / static_cast<double>(product.workers(node));
    };
    const double work_of_tile = product.tile_seconds_at_speed_1();
    while (nodes.size() > 1) {
        const auto slowest = std::min_element(nodes.begin(), nodes.end(), [&](std::size_t a, std::size_t b) {
            return speed_of_worker(a) < speed_of_worker(b);
        });
        std::vector<std::size_t> others;
        std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(others),
                     [&](std::size_t node) { return node != *slowest; });
        const double products = product.hands_tiles_on(*slowest) ? static_cast<double>(product.depth) : 1;
        if (work_of_tile / products / speed_of_worker(*slowest) <= seconds_of(product, others)) {
            break;
        }
        nodes = std::move(others);
    }
    return nodes;
}

std::vector<std::string> nodes_behind(const partition::Allocation& allocation, const PlannedProduct& product) {
    std::vector<std::string> names;
    if (allocation.is_3d()) {
        return names;
    }
    const std::vector<std::size_t> tiles = allocation.tile_counts();
    for (const std::size_t node : nodes_except(nodes_that_keep_up(product), product)) {
        if (tiles[node] > 0) {
            names.push_back(product.nodes[node].name);
        }
    }
    return names;
}

std::vector<std::size_t> nodes_except(const std::vector<std::size_t>& nodes, const PlannedProduct& product) {
    std::vector<std::size_t> others;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
            others.push_back(node);
        }
    }
    return others;
}

} // namespace tangram::sched
