#include "apps/gemm/runtime/speeds.hpp"

#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/machines/nominal_model.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/runtime/calibration.hpp"
#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/runtime/kernel_times.hpp"
#include "apps/gemm/runtime/tiles.hpp"
#include "apps/gemm/support/files.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include <starpu.h>
#include <starpu_scheduler.h>

namespace tangram::apps {

namespace {

/// A task to ask models about: its tiles have sizes, but no memory.
class Probe {
  public:
    Probe(Precision precision, TileShape shape, starpu_codelet& codelet, GemmTaskArguments& arguments)
        : a_(tile(shape.m, shape.k, precision)), b_(tile(shape.k, shape.n, precision)),
          c_(tile(shape.m, shape.n, precision)), task_(make_gemm_task(codelet, a_, b_, c_, arguments)) {}
    ~Probe() {
        task_->destroy = 0; // it was never submitted
        starpu_task_destroy(task_);
        for (const starpu_data_handle_t handle : {a_, b_, c_}) {
            starpu_data_unregister(handle);
        }
    }
    Probe(const Probe&) = delete;
    Probe& operator=(const Probe&) = delete;

    [[nodiscard]] starpu_task* task() const { return task_; }

  private:
    static starpu_data_handle_t tile(std::int64_t rows, std::int64_t columns, Precision precision) {
        constexpr int no_home = -1;
        starpu_data_handle_t handle = nullptr;
        starpu_matrix_data_register(&handle, no_home, 0, static_cast<std::uint32_t>(rows),
                                    static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns),
                                    element_size(precision));
        return handle;
    }

    starpu_data_handle_t a_, b_, c_;
    starpu_task* task_;
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

bool complete(const std::vector<double>& expected) {
    return std::all_of(expected.begin(), expected.end(), is_known_time);
}

/// A line for each node whose kernel was measured just now and took very different times.
void warn_of_uncertain_speeds(const Runtime& runtime, const std::vector<std::optional<Middle>>& measured,
                              const Notify& notify) {
    constexpr double tolerated = 0.2;
    if (!notify) {
        return;
    }
    for (const MemoryNode& node : runtime.nodes()) {
        const std::optional<Middle>& middle = measured[node.workers.front()];
        if (!middle || middle->uncertainty() <= tolerated) {
            continue;
        }
        notify(fmt::format(
            "warning: the kernel's times on {} vary: the middle half of {} runs took {:.4g} to {:.4g} ms, {} "
            "are outliers; the {:.4g} ms that plans count with may be wrong by {:.0f}%: is the machine "
            "busy? STARPU_CALIBRATE=2 measures again",
            node.name, middle->count, middle->low * 1e-3, middle->high * 1e-3, middle->outliers, middle->value * 1e-3,
            100 * middle->uncertainty()));
    }
}

/// A task's tiles must fit a node's memory, and those of the tasks that StarPU
/// prepares meanwhile.
void check_memory(const Runtime& runtime, TileShape shape, Precision precision) {
    const sched::TileBytes tile = tile_bytes(shape, precision);
    const double needed = bytes_for_tasks(tile);
    for (const MemoryNode& node : runtime.nodes()) {
        const double total = device_memory(node);
        const double usable = memory_for_tiles(node, tile);
        if (needed <= usable) {
            continue;
        }
        const std::string tiles = fmt::format("tiles of {} x {} x {} need {} on {}", shape.m, shape.n, shape.k,
                                              format_bytes(needed), node.name);
        if (needed > total) {
            throw Unavailable(fmt::format("{}, which has {}: choose smaller tiles", tiles, format_bytes(total)));
        }
        throw Unavailable(fmt::format("{}; of its {} StarPU gives them {}, in chunks of 33.6 MB: allow it "
                                      "more memory",
                                      tiles, format_bytes(total), format_bytes(usable)));
    }
}

/// "there are models for tiles of 320, 960".
std::string modelled_tiles_text(const std::vector<std::int64_t>& tiles, Precision precision) {
    return tiles.empty() ? fmt::format("no tile size has models of all its workers in {}", to_string(precision))
                         : fmt::format("there are models for tiles of {}", fmt::join(tiles, ", "));
}

/// In simulation, where nothing can be measured.
[[noreturn]] void refuse_without_model(const Runtime& runtime, const GemmCodelets& codelets, TileShape shape,
                                       Precision precision) {
    const std::vector<std::int64_t> tiles = tiles_with_models(precision, runtime.cores_per_cpu_worker());
    throw Unavailable(fmt::format("the simulated machine has no model of {} for tiles of {} x {} x {} ({}): {}",
                                  codelets.model.symbol, shape.m, shape.n, shape.k, to_string(precision),
                                  modelled_tiles_text(tiles, precision)));
}

void tell_of_calibration(TileShape shape, Precision precision, const Notify& notify) {
    if (notify) {
        notify(fmt::format("no performance model yet for tiles of {} x {} x {} ({}): calibrating on {} workers",
                           shape.m, shape.n, shape.k, to_string(precision), starpu_worker_get_count()));
    }
}

/// Puts what was measured in the place of what models expect, in microseconds.
void replace_measured(std::vector<double>& expected, const std::vector<std::optional<Middle>>& measured) {
    for (std::size_t worker = 0; worker < expected.size(); ++worker) {
        expected[worker] = measured[worker] ? measured[worker]->value : expected[worker];
    }
}

/// By node: the sum of its workers' speeds.
std::vector<double> flops_per_second(const Runtime& runtime, TileShape shape, const std::vector<double>& task_seconds) {
    std::vector<double> speeds;
    for (const MemoryNode& node : runtime.nodes()) {
        double sum = 0;
        for (const unsigned worker : node.workers) {
            sum += shape.flops() / task_seconds[worker];
        }
        speeds.push_back(sum);
    }
    return speeds;
}

template <class T> Speeds measure(Runtime& runtime, TileShape shape, const Notify& notify) {
    constexpr Precision precision = precision_of<T>();
    check_memory(runtime, shape, precision);
    const double room = least_room(tile_bytes(shape, precision));
    runtime.expect_tasks(room, 0);
    GemmCodelets& codelets = GemmCodelets::of(precision, runtime.cores_per_cpu_worker());
    KernelFailure failure;
    GemmTaskArguments arguments;
    arguments.cores_per_cpu_worker = static_cast<int>(runtime.cores_per_cpu_worker());
    arguments.failure = &failure;
    const Probe probe(precision, shape, codelets.full, arguments);
    Speeds speeds;
    speeds.footprint = gemm_footprint(probe.task());
    if (Runtime::is_simulated()) {
        write_nominal_model(codelets.model.symbol, speeds.footprint, shape, precision);
    }
    std::vector<double> expected = expected_microseconds(probe.task(), codelets.model);
    if (!complete(expected)) {
        if (Runtime::is_simulated()) {
            refuse_without_model(runtime, codelets, shape, precision);
        }
        tell_of_calibration(shape, precision, notify);
        const std::vector<std::optional<Middle>> measured =
            calibrate(shape, precision, codelets, arguments, probe.task(), expected);
        replace_measured(expected, measured);
        warn_of_uncertain_speeds(runtime, measured, notify);
        speeds.calibrated_now = true;
    }
    for (const double microseconds : expected) {
        speeds.task_seconds.push_back(microseconds * 1e-6);
    }
    runtime.expect_tasks(room, *std::max_element(speeds.task_seconds.begin(), speeds.task_seconds.end()));
    speeds.flops_per_second = flops_per_second(runtime, shape, speeds.task_seconds);
    return speeds;
}

} // namespace

sched::TileBytes tile_bytes(const TileShape& shape, Precision precision) {
    const auto bytes = [precision](std::int64_t rows, std::int64_t columns) {
        return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(element_size(precision));
    };
    return {bytes(shape.m, shape.k), bytes(shape.k, shape.n), bytes(shape.m, shape.n)};
}

/// Two runs warm it up, and one is under way when the last one that counts ends.
double calibration_seconds(double task_seconds) {
    constexpr double others = 3;
    const double runs = std::clamp(std::ceil(seconds_of_enough_runs / task_seconds), 2.0, 10.0);
    return (runs + others) * task_seconds;
}

std::vector<std::int64_t> tiles_with_models(Precision precision, unsigned cores_per_cpu_worker) {
    const std::string symbol = model_symbol(precision, cores_per_cpu_worker);
    std::array<char, 4096> path{};
    starpu_perfmodel_get_model_path(symbol.c_str(), path.data(), path.size());
    return std::filesystem::exists(path.data()) ? modelled_tiles(read_text(path.data()), element_size(precision))
                                                : std::vector<std::int64_t>{};
}

Speeds node_speeds(Runtime& runtime, Precision precision, TileShape shape, const Notify& notify) {
    return precision == Precision::single_precision ? measure<float>(runtime, shape, notify)
                                                    : measure<double>(runtime, shape, notify);
}

} // namespace tangram::apps
