#include "apps/gemm/runtime/calibration.hpp"

#include "apps/gemm/runtime/kernel_times.hpp"
#include "apps/gemm/runtime/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include <starpu_scheduler.h>

namespace tangram::apps {

namespace {

using History = starpu_perfmodel_history_entry;

/// Tiles to calibrate with: A and B for all, one C for each worker.
template <class T> class Scratch {
  public:
    Scratch(TileShape shape, std::int64_t workers)
        : a_(shape.m, shape.k), b_(shape.k, shape.n), c_(shape.m, shape.n * workers) {
        a_.fill_random(1);
        b_.fill_random(2);
        c_.fill_random(3);
        const auto tiles = [](Matrix<T>& matrix, std::int64_t tile_columns) {
            return std::make_unique<TiledMatrix>(matrix.data(), matrix.ld(), sizeof(T), Transpose::no,
                                                 Tiling{matrix.rows(), matrix.rows()},
                                                 Tiling{matrix.columns(), tile_columns});
        };
        a_tile_ = tiles(a_, shape.k);
        b_tile_ = tiles(b_, shape.n);
        c_tiles_ = tiles(c_, shape.n);
    }

    [[nodiscard]] starpu_task* task(starpu_codelet& codelet, unsigned worker, GemmTaskArguments& arguments) const {
        return make_gemm_task(codelet, (*a_tile_)(0, 0), (*b_tile_)(0, 0), (*c_tiles_)(0, worker), arguments);
    }

  private:
    Matrix<T> a_, b_, c_;
    std::unique_ptr<TiledMatrix> a_tile_, b_tile_, c_tiles_;
};

/// The model's place for such tasks on such a worker, made if there is none. StarPU keeps it until it ends. It makes
/// places for measurements, one of which is therefore given.
History& history_of(starpu_perfmodel& model, starpu_task* probe, unsigned worker, double microseconds) {
    constexpr unsigned implementation = 0;
    starpu_perfmodel_arch* arch = starpu_worker_get_perf_archtype(static_cast<int>(worker), 0);
    starpu_perfmodel_update_history(&model, probe, arch, worker, implementation, microseconds);
    const std::uint32_t footprint = starpu_task_footprint(&model, probe, arch, implementation);
    const starpu_perfmodel_history_list* place =
        starpu_perfmodel_get_model_per_arch(&model, arch, implementation)->list;
    while (place->entry->footprint != footprint) {
        place = place->next;
    }
    return *place->entry;
}

/// StarPU trusts a history of ten samples, or of as many as its user demands.
std::size_t fewest_runs() {
    constexpr int starpus = 10;
    return static_cast<std::size_t>(
        std::max(starpus, starpu_get_env_number_default("STARPU_CALIBRATE_MINIMUM", starpus)));
}

void enter(History& history, const Middle& middle) {
    const std::size_t samples = std::max(middle.count, fewest_runs()); // few long runs count for as many short ones
    const auto count = static_cast<double>(samples);
    constexpr double quartiles_of_normal = 1.349; // the distance of its quartiles, in standard deviations
    history.mean = middle.value;
    history.deviation = (middle.high - middle.low) / quartiles_of_normal;
    history.nsample = static_cast<unsigned>(samples);
    history.nerror = 0;
    history.sum = count * history.mean;
    history.sum2 = count * (history.mean * history.mean + history.deviation * history.deviation);
}

/// Whether more runs would hardly change what these say.
bool is_certain(const std::vector<double>& times) {
    constexpr double tolerated = 0.05;
    return middle_of(times).uncertainty() <= tolerated;
}

/// Microseconds of the runs of each worker: as many as StarPU wants, and up to four times as many where they vary.
template <class T> std::vector<std::vector<double>> measure(TileShape shape, GemmCodelets& codelets,
                                                            GemmTaskArguments& arguments, std::size_t workers) {
    const std::size_t fewest = fewest_runs();
    const Scratch<T> scratch(shape, static_cast<std::int64_t>(workers));
    const MakeTask make_task = [&](unsigned worker) { return scratch.task(codelets.warm_up, worker, arguments); };
    kernel_times(make_task, 1); // the first kernel of all compiles, loads libraries and grows buffers
    std::vector<std::vector<double>> times(workers);
    for (const std::size_t runs : {fewest, fewest, 2 * fewest}) {
        const std::vector<std::vector<double>> latest = kernel_times(make_task, runs);
        arguments.failure->rethrow();
        for (std::size_t worker = 0; worker < workers; ++worker) {
            times[worker].insert(times[worker].end(), latest[worker].begin(), latest[worker].end());
        }
        if (std::all_of(times.begin(), times.end(), is_certain)) {
            break;
        }
    }
    return times;
}

} // namespace

bool is_known_time(double microseconds) {
    return std::isfinite(microseconds) && microseconds > 0;
}

std::vector<std::optional<Middle>> calibrate(TileShape shape, Precision precision, GemmCodelets& codelets,
                                             GemmTaskArguments& arguments, starpu_task* probe,
                                             const std::vector<double>& expected) {
    const std::vector<std::vector<double>> times = precision == Precision::single_precision
                                                       ? measure<float>(shape, codelets, arguments, expected.size())
                                                       : measure<double>(shape, codelets, arguments, expected.size());
    std::map<History*, std::vector<double>> times_of;
    std::vector<History*> histories(expected.size(), nullptr); // null where the time is known
    for (unsigned worker = 0; worker < expected.size(); ++worker) {
        if (!is_known_time(expected[worker])) {
            histories[worker] = &history_of(codelets.model, probe, worker, middle_of(times[worker]).value);
            std::vector<double>& all = times_of[histories[worker]];
            all.insert(all.end(), times[worker].begin(), times[worker].end());
        }
    }
    std::vector<std::optional<Middle>> result(expected.size());
    for (std::size_t worker = 0; worker < expected.size(); ++worker) {
        if (histories[worker] != nullptr) {
            result[worker] = middle_of(times_of.at(histories[worker]));
            enter(*histories[worker], *result[worker]);
        }
    }
    return result;
}

} // namespace tangram::apps
