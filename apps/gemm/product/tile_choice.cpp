#include "apps/gemm/product/tile_choice.hpp"

#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "base/error.hpp"
#include "sched/plan/node_load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace tangram::apps {

namespace {

/// Of the thread that submits tasks, per task: measured 6 to 13 microseconds (experiments/results/overhead.md).
constexpr double submission_seconds = 10e-6;

double area(std::int64_t rows, std::int64_t columns) {
    return static_cast<double>(rows) * static_cast<double>(columns);
}

/// Seconds of one task on one of the node's workers; a node's speed is shared equally by its workers.
double task_seconds(const TiledEstimate& product, std::size_t node) {
    return product.tile.flops() * static_cast<double>(product.nodes[node].workers.size()) / product.speeds[node];
}

/// Of one node with its share of the work, without the last task. Tiles of A and B come one by one, and n of
/// them allow n^2 / 4 tasks (ZoneOrder): until tasks take longer than their tiles the node waits, at most
/// arrival^2 / task, beside the wait for the first tiles and for the last tile of C to be home.
double seconds_of_node(const TiledEstimate& product, std::size_t node, double share) {
    const double from_ram = sched::bandwidth_from_ram(product.links, product.nodes[node]);
    const auto bytes = static_cast<double>(product.element_bytes);
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
        longest_task = std::max(longest_task, task_seconds(product, node));
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

/// In simulation those that there are models of.
std::vector<std::int64_t> candidates(const Runtime& runtime, Precision precision) {
    if (!Runtime::is_simulated()) {
        return {256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096};
    }
    if (const auto platform = simulated_platform(); platform && platform->nominal) {
        throw InvalidInput("a synthetic platform's kernels are as fast with any tile size, so that none can be chosen "
                           "by measuring: choose one");
    }
    return tiles_with_models(precision, runtime.cores_per_cpu_worker());
}

/// Of the next tile, by the speeds of the one before; node_speeds runs all workers at once.
double calibration_seconds(const TiledEstimate& before, const TileShape& tile) {
    TiledEstimate next = before;
    next.tile = tile;
    double longest = 0;
    for (std::size_t node = 0; node < next.nodes.size(); ++node) {
        longest = std::max(longest, task_seconds(next, node));
    }
    return calibration_runs * longest;
}

} // namespace

double TiledEstimate::seconds() const {
    std::vector<std::size_t> fastest(nodes.size());
    std::iota(fastest.begin(), fastest.end(), std::size_t{0});
    std::sort(fastest.begin(), fastest.end(),
              [this](std::size_t a, std::size_t b) { return task_seconds(*this, a) < task_seconds(*this, b); });
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t count = fastest.size(); count > 0; --count) {
        fastest.resize(count);
        least = std::min(least, seconds_of_nodes(*this, fastest));
    }
    return std::max(least, submission(*this));
}

TileChoice choose_measured_tile(Runtime& runtime, TileShape product, Precision precision, bool reads_c,
                                const Notify& notify) {
    constexpr double longest_calibration = 10; // seconds
    constexpr double clearly = 1.1;
    constexpr double worth_while = 0.98; // more tiles are easier to share out, which the estimate does not see
    const std::vector<std::int64_t> known = tiles_with_models(precision, runtime.cores_per_cpu_worker());
    std::optional<TiledEstimate> last;
    TileChoice best;
    double least = std::numeric_limits<double>::infinity();
    for (const std::int64_t tile : candidates(runtime, precision)) {
        const TileShape full{std::min(tile, product.m), std::min(tile, product.n), std::min(tile, product.k)};
        const bool has_model =
            full == TileShape{tile, tile, tile} && std::find(known.begin(), known.end(), tile) != known.end();
        if (!tiles_are_few(product.m, product.n, product.k, tile) || (last && full == last->tile) ||
            (Runtime::is_simulated() && !has_model)) {
            continue;
        }
        const double calibration = last && !has_model ? calibration_seconds(*last, full) : 0;
        if (calibration > longest_calibration) {
            best.reason += fmt::format("; {} would take some {:.0f} s to measure", tile, calibration);
            break;
        }
        try {
            const Speeds speeds = node_speeds(runtime, precision, full, notify);
            best.calibrated_now = best.calibrated_now || speeds.calibrated_now;
            last = {product,        full, element_size(precision), reads_c, runtime.nodes(), speeds.flops_per_second,
                    runtime.links()};
        } catch (const Error& error) {
            if (best.tile == 0) {
                throw;
            }
            best.reason += fmt::format("; not {}: {}", tile, error.what());
            break;
        }
        const double seconds = last->seconds();
        best.reason += fmt::format("{}{:.4g} s with {}", best.reason.empty() ? "" : ", ", seconds, tile);
        if (seconds < worth_while * least) {
            least = seconds;
            best.tile = tile;
        } else if (seconds > clearly * least) {
            break;
        }
    }
    if (best.tile == 0) {
        throw Unavailable(fmt::format(
            "no tile size can be measured for {} x {} x {} ({}); models are there of tiles of {}", product.m, product.n,
            product.k, to_string(precision), known.empty() ? "no size" : fmt::format("{}", fmt::join(known, ", "))));
    }
    best.reason = fmt::format("estimated {}", best.reason);
    return best;
}

} // namespace tangram::apps
