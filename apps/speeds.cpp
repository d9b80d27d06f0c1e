#include "apps/speeds.hpp"

#include "apps/codelets.hpp"
#include "apps/tiles.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <starpu.h>

namespace tangram::apps {

namespace {

/// StarPU trusts a history of ten samples (STARPU_CALIBRATE_MINIMUM's default).
constexpr int samples = 10;

/// Tiles to calibrate with: A and B for all, one C for each worker.
template <class T> class Scratch {
  public:
    Scratch(TileShape shape, unsigned workers)
        : a_(1, shape.m * shape.k), b_(1, shape.k * shape.n),
          c_(1, shape.m * shape.n * std::max<std::int64_t>(1, workers)) {
        a_.fill_random(1);
        b_.fill_random(2);
        std::fill_n(c_.data(), c_.size(), T{0});
        const auto tiles = [](T* data, Tiling rows, Tiling columns) {
            return std::make_unique<TiledMatrix>(data, rows.size, sizeof(T), Transpose::no, rows, columns);
        };
        a_tile_ = tiles(a_.data(), {shape.m, shape.m}, {shape.k, shape.k});
        b_tile_ = tiles(b_.data(), {shape.k, shape.k}, {shape.n, shape.n});
        c_tiles_ = tiles(c_.data(), {shape.m, shape.m}, {shape.n * std::max<std::int64_t>(1, workers), shape.n});
    }

    [[nodiscard]] starpu_task* task(starpu_codelet& codelet, unsigned worker, GemmArguments& arguments) const {
        return make_gemm_task(codelet, (*a_tile_)(0, 0), (*b_tile_)(0, 0), (*c_tiles_)(0, worker), arguments);
    }

  private:
    Matrix<T> a_, b_, c_;
    std::unique_ptr<TiledMatrix> a_tile_, b_tile_, c_tiles_;
};

/// Microseconds of the task on each worker, NaN (0 in simulation) where the model
/// does not know.
std::vector<double> expected_microseconds(starpu_task* task, starpu_perfmodel& model) {
    std::vector<double> expected;
    model.benchmarking = 1; // else StarPU warns about each gap, which is ours to close
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        starpu_perfmodel_arch* arch = starpu_worker_get_perf_archtype(static_cast<int>(worker), 0);
        expected.push_back(starpu_task_expected_length(task, arch, 0));
    }
    model.benchmarking = 0; // samples beyond ours shall not change the plan's speeds
    return expected;
}

bool known(double microseconds) {
    return std::isfinite(microseconds) && microseconds > 0;
}

bool complete(const std::vector<double>& expected) {
    return std::all_of(expected.begin(), expected.end(), known);
}

void submit_on(unsigned worker, starpu_task* task) {
    task->execute_on_a_specific_worker = 1;
    task->workerid = worker;
    if (starpu_task_submit(task) != 0) {
        throw RunFailure("StarPU refuses a calibration task");
    }
}

/// Runs the kernel on every worker whose model still lacks samples, all at once.
template <class T> void calibration_round(const Scratch<T>& scratch, starpu_codelet& codelet, GemmArguments& arguments,
                                          const std::vector<double>& expected, int runs) {
    for (int run = 0; run < runs; ++run) {
        for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
            if (!known(expected[worker])) {
                submit_on(worker, scratch.task(codelet, worker, arguments));
            }
        }
    }
    starpu_task_wait_for_all();
    arguments.failure->rethrow();
}

/// StarPU throws away samples far from the mean, and all of them when there are
/// many such: on a busy machine one round is not always enough.
template <class T> std::vector<double> calibrate(const Scratch<T>& scratch, GemmCodelets& codelets,
                                                 GemmArguments& arguments, starpu_task* probe,
                                                 std::vector<double> expected) {
    constexpr int most_rounds = 20;
    // The first kernel of all compiles, loads libraries and grows buffers.
    calibration_round(scratch, codelets.warm_up, arguments, expected, 1);
    for (int round = 0; round < most_rounds && !complete(expected); ++round) {
        codelets.model.benchmarking = 1;
        calibration_round(scratch, codelets.full, arguments, expected, samples);
        expected = expected_microseconds(probe, codelets.model);
    }
    if (!complete(expected)) {
        throw RunFailure(fmt::format("the kernel's time varies too much for a performance model ({} runs on each "
                                     "worker): is the machine busy?",
                                     samples * most_rounds));
    }
    return expected;
}

template <class T> Speeds measure(Runtime& runtime, TileShape shape, const Notify& notify) {
    GemmCodelets& codelets = GemmCodelets::of(precision_of<T>(), runtime.cores_per_cpu_worker());
    KernelFailure failure;
    GemmArguments arguments;
    arguments.cores_per_cpu_worker = static_cast<int>(runtime.cores_per_cpu_worker());
    arguments.failure = &failure;
    const Scratch<T> scratch(shape, starpu_worker_get_count());

    const std::unique_ptr<starpu_task, void (*)(starpu_task*)> probe(scratch.task(codelets.full, 0, arguments),
                                                                     [](starpu_task* task) {
                                                                         task->destroy = 0;
                                                                         starpu_task_destroy(task);
                                                                     });
    Speeds speeds;
    std::vector<double> expected = expected_microseconds(probe.get(), codelets.model);
    if (!complete(expected)) {
        if (Runtime::is_simulated()) {
            throw Unavailable(fmt::format("the simulated machine has no model of {} for tiles of {} x {} x {} ({})",
                                          codelets.model.symbol, shape.m, shape.n, shape.k,
                                          to_string(precision_of<T>())));
        }
        if (notify) {
            notify(fmt::format("no performance model yet for tiles of {} x {} x {} ({}): calibrating on {} "
                               "workers",
                               shape.m, shape.n, shape.k, to_string(precision_of<T>()), starpu_worker_get_count()));
        }
        expected = calibrate(scratch, codelets, arguments, probe.get(), std::move(expected));
        speeds.calibrated_now = true;
    }
    starpu_perfmodel_arch* any = starpu_worker_get_perf_archtype(0, 0);
    speeds.footprint = starpu_task_footprint(&codelets.model, probe.get(), any, 0);
    for (const MemoryNode& node : runtime.nodes()) {
        double sum = 0;
        for (const unsigned worker : node.workers) {
            sum += shape.flops() / (expected[worker] * 1e-6);
        }
        speeds.flops_per_second.push_back(sum);
    }
    return speeds;
}

} // namespace

Speeds node_speeds(Runtime& runtime, Precision precision, TileShape shape, const Notify& notify) {
    return precision == Precision::single_precision ? measure<float>(runtime, shape, notify)
                                                    : measure<double>(runtime, shape, notify);
}

} // namespace tangram::apps
