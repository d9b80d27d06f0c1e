#include "apps/gemm/product/tile_estimate.hpp"

#include "sched/plan/node_load.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tangram::apps {

namespace {

/// Of the thread that submits tasks, per task: measured 6 to 13 microseconds (experiments/results/overhead.md).
constexpr double submission_seconds = 10e-6;

double area(std::int64_t rows, std::int64_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns);
}

/// Of one node with its share of the work, without the last task. Tiles of A and B come one by one, and n of
/// them allow n^2 / 4 tasks (ZoneOrder): until tasks take longer than their tiles the node waits, at most
/// arrival^2 / task, beside the wait for the first tiles and for the last tile of C to be home.
double seconds_of_node(const TiledEstimate& product, std::size_t node, double share) {
    const auto bytes = static_cast<double>(product.element_bytes);
    const double line = bytes * static_cast<double>(product.tile.m);
    const double from_ram =
        sched::bandwidth_from_ram(product.links, product.nodes[node]) * line / (line + product.bytes_of_line);
    const auto& [m, n, k] = product.product;
    const double zone = share * area(m, n);
    const double moved = 2 * std::sqrt(zone) * static_cast<double>(k) + (product.reads_c ? zone : 0);
    const TileShape& tile = product.tile;
    const double of_a_and_b = bytes * (area(tile.m, tile.k) + area(tile.k, tile.n));
    const double of_c = bytes * area(tile.m, tile.n);
    const sched::NodeLoad load{.work = share * product.product.flops() / product.speeds[node],
                               .in = bytes * moved,
                               .exposed = of_a_and_b + (product.reads_c ? of_c : 0) + of_c,
                               .bandwidth = from_ram};

    const double arrival = of_a_and_b / 2 / from_ram;
    const double waits = arrival * arrival * product.speeds[node] / tile.flops();
    return load.seconds_overlapped() + waits;
}

/// If only these nodes compute. The last one to finish may begin a task when all others are done. Each does a tile
/// of C at least, whose products follow one another.
double seconds_of_nodes(const TiledEstimate& product, const std::vector<std::size_t>& nodes) {
    double speed = 0;
    double longest_task = 0;
    double workers = 0;
    for (const std::size_t node : nodes) {
        speed += product.speeds[node];
        longest_task = std::max(longest_task, product.task_seconds(node));
        workers += static_cast<double>(product.nodes[node].workers.size());
    }
    double slowest = 0;
    for (const std::size_t node : nodes) {
        slowest = std::max(slowest, seconds_of_node(product, node, product.speeds[node] / speed));
    }
    const Tiling along_k{product.product.k, product.tile.k};
    slowest = std::max(slowest, longest_task * static_cast<double>(along_k.count()));
    return slowest + longest_task * (1 - 1 / workers);
}

double submission(const TiledEstimate& product) {
    const auto& [m, n, k] = product.product;
    const auto tasks = [](std::int64_t size, std::int64_t tile) {
        return static_cast<double>(Tiling{size, tile}.count());
    };
    return submission_seconds * tasks(m, product.tile.m) * tasks(n, product.tile.n) * tasks(k, product.tile.k);
}

} // namespace

double TiledEstimate::task_seconds(std::size_t node) const {
    return tile.flops() * static_cast<double>(nodes[node].workers.size()) / speeds[node];
}

double TiledEstimate::seconds() const {
    std::vector<std::size_t> fastest(nodes.size());
    std::iota(fastest.begin(), fastest.end(), std::size_t{0});
    std::sort(fastest.begin(), fastest.end(),
              [this](std::size_t a, std::size_t b) { return task_seconds(a) < task_seconds(b); });
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t count = fastest.size(); count > 0; --count) {
        fastest.resize(count);
        least = std::min(least, seconds_of_nodes(*this, fastest));
    }
    return std::max(least, submission(*this));
}

} // namespace tangram::apps
