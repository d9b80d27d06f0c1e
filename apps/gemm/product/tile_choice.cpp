#include "apps/gemm/product/tile_choice.hpp"

#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/product/tile_estimate.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace tangram::apps {

namespace {

/// In simulation those that there are models of.
std::vector<std::int64_t> candidates(const Runtime& runtime, Precision precision) {
    if (!Runtime::is_simulated()) {
        return {256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144};
    }
    if (const auto platform = simulated_platform(); platform && platform->nominal) {
        throw InvalidInput("a synthetic platform's kernels are as fast with any tile size, so that none can be chosen "
                           "by measuring: choose one");
    }
    return tiles_with_models(precision, runtime.cores_per_cpu_worker());
}

/// A CUDA device copies lines of 8, 16 and 32 KiB at 0.55, 0.65 and 0.85 of the bandwidth that StarPU measures with one
/// block, while kernels run (H200; docs/gpu.md). That would be 7 KiB. More is counted, as C goes home beside A and B:
/// of 7, 10, 12 and 16 KiB, 12 chose the best tiles for N = 8192 to 40960 there. No model of a simulated machine knows
/// that. Staged tiles travel in one block; they are not told apart here.
double bytes_of_line(const Runtime& runtime) {
    constexpr double of_cuda = 12 << 10;
    return runtime.has_cuda() && !Runtime::is_simulated() ? of_cuda : 0;
}

/// Of the next tile, by the speeds of the one before; node_speeds runs all workers at once.
double seconds_to_calibrate(const TiledEstimate& before, const TileShape& tile) {
    TiledEstimate next = before;
    next.tile = tile;
    double longest = 0;
    for (std::size_t node = 0; node < next.nodes.size(); ++node) {
        longest = std::max(longest, next.task_seconds(node));
    }
    return calibration_seconds(longest);
}

} // namespace

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
        const double calibration = last && !has_model ? seconds_to_calibrate(*last, full) : 0;
        if (calibration > longest_calibration) {
            best.reason += fmt::format("; {} would take some {:.0f} s to measure", tile, calibration);
            break;
        }
        try {
            const Speeds speeds = node_speeds(runtime, precision, full, notify);
            best.calibrated_now = best.calibrated_now || speeds.calibrated_now;
            last = {product,
                    full,
                    element_size(precision),
                    reads_c,
                    runtime.nodes(),
                    speeds.flops_per_second,
                    runtime.links(),
                    bytes_of_line(runtime)};
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
