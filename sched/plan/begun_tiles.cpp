#include "sched/plan/begun_tiles.hpp"

#include "sched/plan/product_speeds.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::sched {

namespace {

/// The nodes besides home together.
struct Others {
    double workers = 0;
    double rate = 0;      ///< products per second
    double bandwidth = 0; ///< from RAM, if all fetch at once
};

Others others(const PlannedProduct& product) {
    Others all;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        if (node != product.home()) {
            all.workers += static_cast<double>(product.workers(node));
            all.rate += product.problem.speeds[node] / product.task_flops;
            all.bandwidth += bandwidth_if_all_fetch(product, node);
        }
    }
    return all;
}

/// Returns the seconds by which others compute so many products later than at once, as each of them needs a tile of A
/// or B: the other one is there, where they work on the tile's row or column.
double seconds_waiting(const PlannedProduct& product, double products) {
    const Others devices = others(product);
    const double bytes = std::max(product.tile_bytes.a, product.tile_bytes.b);
    return std::max(0.0, products * bytes / devices.bandwidth - products / devices.rate);
}

} // namespace

double products_of_begun_tiles(const PlannedProduct& product, double begun) {
    const std::size_t home = product.home().value();
    const Others devices = others(product);
    const auto workers = static_cast<double>(product.workers(home));
    const double of_product = workers * product.task_flops / product.problem.speeds[home];
    const double of_whole_tiles = begun * static_cast<double>(product.depth) / devices.rate;
    const double time = product.seconds_bound - usual_lead * devices.workers / devices.rate - of_whole_tiles;
    const double saved = of_product - begun / devices.rate; // time minus this for each product done at home is left
    if (saved <= 0) {
        return static_cast<double>(product.depth);
    }
    return time > 0 ? std::floor(time / saved) : 0;
}

std::optional<double> share_of_begun_tiles(const PlannedProduct& product) {
    const std::optional<std::size_t> home = product.home();
    if (!home || !product.hands_tiles_on(*home)) {
        return std::nullopt;
    }
    const auto tiles = static_cast<double>(product.rows * product.columns);
    const double by_speed = std::floor(tiles * product.problem.speeds[*home] / product.speed());
    const double begun = std::min(static_cast<double>(product.workers(*home)), std::floor(tiles / 2));
    const double of_each = products_of_begun_tiles(product, begun);
    const double saved = (begun - by_speed) * of_each * product.task_flops / product.speed();
    const double handed_on = begun * (static_cast<double>(product.depth) - of_each);
    return saved > seconds_waiting(product, handed_on) ? std::optional(begun / tiles) : std::nullopt;
}

} // namespace tangram::sched
