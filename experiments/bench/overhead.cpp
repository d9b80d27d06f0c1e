/// What StarPU and a policy take for a task: one product whose tasks do nothing.
/// Compiled for real and for simulated machines; experiments/bench/overhead.sh runs
/// both under several policies in turn and makes the table.

#include "apps/gemm/runtime/runtime.hpp"
#include "base/error.hpp"
#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"
#include "sched/starpu/adapter.hpp"
#include "sched/zones/zone_order.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <starpu.h>
#include <sys/resource.h>

namespace {

using namespace tangram;
using namespace tangram::apps;

struct Arguments {
    std::string policy = "nrrp-rounded-effective-steal";
    std::string scene = "chains";
    std::size_t tasks = 1000;
};

void do_nothing(void** /*buffers*/, void* /*argument*/) {}

/// All devices alike: what dmda predicts with, and what a simulated task takes.
double ten_microseconds(starpu_task* /*task*/, starpu_perfmodel_arch* /*arch*/, unsigned /*implementation*/) {
    return 10;
}

starpu_codelet& empty_codelet() {
    static starpu_perfmodel model{};
    static starpu_codelet codelet = [] {
        model.type = STARPU_PER_ARCH;
        model.arch_cost_function = ten_microseconds;
        starpu_codelet empty{};
        starpu_codelet_init(&empty);
        empty.cpu_funcs[0] = do_nothing;
        empty.opencl_funcs[0] = do_nothing;
        empty.cuda_funcs[0] = do_nothing;
        empty.nbuffers = 3;
        empty.modes[0] = STARPU_R;
        empty.modes[1] = STARPU_R;
        empty.modes[2] = STARPU_RW;
        empty.model = &model;
        empty.name = "nothing";
        return empty;
    }();
    return codelet;
}

/// About so many tasks: a cube whose tasks on one tile of C wait for each other
/// ("chains"), or one layer of it, whose tasks are all ready at once ("ready").
sched::ProductShape shape_of(const Arguments& arguments) {
    const auto tasks = static_cast<double>(arguments.tasks);
    const bool has_chains = arguments.scene == "chains";
    const double side = std::round(has_chains ? std::cbrt(tasks) : std::sqrt(tasks));
    const double rest = std::round(has_chains ? tasks / (side * side) : tasks / side);
    return {static_cast<std::uint32_t>(side), static_cast<std::uint32_t>(has_chains ? side : rest),
            static_cast<std::uint32_t>(has_chains ? rest : 1)};
}

/// Tiles with coordinates but without content: StarPU keeps track of their copies, and
/// copying takes no time.
class EmptyTiles {
  public:
    EmptyTiles(std::uint32_t rows, std::uint32_t columns) : columns_(columns), handles_(std::size_t{rows} * columns) {
        for (std::uint32_t i = 0; i < rows; ++i) {
            for (std::uint32_t j = 0; j < columns; ++j) {
                starpu_void_data_register(&handles_[std::size_t{i} * columns + j]);
                starpu_data_set_coordinates((*this)(i, j), 2, static_cast<int>(i), static_cast<int>(j));
            }
        }
    }
    ~EmptyTiles() {
        for (const starpu_data_handle_t handle : handles_) {
            starpu_data_unregister(handle);
        }
    }
    EmptyTiles(const EmptyTiles&) = delete;
    EmptyTiles& operator=(const EmptyTiles&) = delete;

    starpu_data_handle_t operator()(std::uint32_t i, std::uint32_t j) const {
        return handles_[std::size_t{i} * columns_ + j];
    }

  private:
    std::uint32_t columns_;
    std::vector<starpu_data_handle_t> handles_;
};

rusage usage_of_process() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage;
}

/// Of all threads so far.
double cpu_seconds() {
    const rusage usage = usage_of_process();
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

struct Measurement {
    double seconds = 0;     ///< first task submitted until last task done
    double cpu_seconds = 0; ///< ... of all threads
    std::size_t workers = 0;
    std::size_t memory_nodes = 0;
    std::optional<sched::starpu::ScheduleReport> plan; ///< of our policies
};

/// One product under one policy.
class Benchmark {
  public:
    Benchmark(const std::string& policy, const sched::ProductShape& shape, bool all_at_once)
        : runtime_({.sched = policy, .cpu_groups = {}}), shape_(shape), all_at_once_(all_at_once),
          allocation_(sched::default_allocation_kind().allocate(problem(), shape.rows, shape.columns, 1)) {}

    Measurement run() {
        const EmptyTiles a(shape_.rows, shape_.depth);
        const EmptyTiles b(shape_.depth, shape_.columns);
        const EmptyTiles c(shape_.rows, shape_.columns);
        // Under all policies in the order of our own GEMM.
        const std::vector<sched::Task> order = sched::ZoneOrder(allocation_, shape_.depth).all_tasks();
        sched::starpu::Adapter* adapter = sched::starpu::Adapter::current();
        if (adapter != nullptr) {
            adapter->begin(plan());
        }
        const auto start = std::chrono::steady_clock::now();
        const double cpu_start = cpu_seconds();
        if (all_at_once_) {
            starpu_pause();
        }
        for (const sched::Task& task : order) {
            submit(a(task.i, task.k), b(task.k, task.j), c(task.i, task.j));
        }
        if (all_at_once_) {
            starpu_resume();
        }
        starpu_task_wait_for_all();
        Measurement result;
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        result.cpu_seconds = cpu_seconds() - cpu_start;
        result.workers = starpu_worker_get_count();
        result.memory_nodes = runtime_.nodes().size();
        if (adapter != nullptr) {
            result.plan = adapter->end();
        }
        return result;
    }

  private:
    /// Workers are alike.
    [[nodiscard]] partition::Problem problem() const {
        partition::Problem problem;
        for (const MemoryNode& node : runtime_.nodes()) {
            problem.speeds.push_back(static_cast<double>(node.workers.size()));
            problem.weights.push_back(node.is_home ? 0 : 1);
        }
        return problem;
    }

    [[nodiscard]] sched::starpu::ScheduledProduct plan() const {
        const sched::StartingPlaces start{.nodes = runtime_.nodes().size(), .home = 0};
        const sched::Workload work{.shape = shape_,
                                   .start = start,
                                   .order = runtime_.settings().order,
                                   .seed = runtime_.settings().seed,
                                   .allocation = allocation_};
        return {.policy = runtime_.strategy()->make(work),
                .shape = shape_,
                .node_of_memory_node = runtime_.node_of_memory_node(),
                .window = runtime_.settings().window,
                .window_at_home = runtime_.settings().window_at_home()};
    }

    static void submit(starpu_data_handle_t a, starpu_data_handle_t b, starpu_data_handle_t c) {
        starpu_task* task = starpu_task_create();
        task->cl = &empty_codelet();
        task->handles[0] = a;
        task->handles[1] = b;
        task->handles[2] = c;
        if (const int refused = starpu_task_submit(task); refused != 0) {
            throw RunFailure(fmt::format("StarPU refuses a task (error {})", refused));
        }
    }

    Runtime runtime_;
    sched::ProductShape shape_;
    bool all_at_once_;
    partition::Allocation allocation_;
};

void run(const Arguments& arguments) {
    const sched::ProductShape shape = shape_of(arguments);
    const Measurement result = Benchmark(arguments.policy, shape, arguments.scene == "ready").run();
    nlohmann::json line{{"policy", arguments.policy},
                        {"scene", arguments.scene},
                        {"tasks", std::uint64_t{shape.rows} * shape.columns * shape.depth},
                        {"simulated", Runtime::is_simulated()},
                        {"workers", result.workers},
                        {"memory_nodes", result.memory_nodes},
                        {"seconds", result.seconds},
                        {"cpu_seconds", result.cpu_seconds},
                        {"peak_bytes", usage_of_process().ru_maxrss * std::int64_t{1024}}};
    if (result.plan) {
        std::uint64_t taken = 0;
        for (const sched::Decisions::OfNode& node : result.plan->decisions.nodes) {
            taken += node.stolen;
        }
        line["taken"] = taken;
        if (!Runtime::is_simulated()) { // there it is simulated time
            line["scheduling_seconds"] = result.plan->scheduling_seconds;
        }
    }
    fmt::print("{}\n", line.dump());
}

} // namespace

/// StarPU's SimGrid flavour calls this inside the simulation, by another name.
int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("A product whose tasks do nothing; a line of JSON", "bench_overhead");
    app.add_option("--policy", arguments.policy, "ours or StarPU's")->capture_default_str();
    app.add_option("--scene", arguments.scene,
                   "chains: a cube of tasks, those on one tile of C wait for each other; ready: one layer, all tasks "
                   "are ready before the first is executed")
        ->check(CLI::IsMember({"chains", "ready"}))
        ->capture_default_str();
    app.add_option("--tasks", arguments.tasks, "about so many")->check(CLI::Range(1, 4'000'000))->capture_default_str();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        run(arguments);
    } catch (const InvalidInput& error) {
        fmt::print(stderr, "bench_overhead: error: {}\n", error.what());
        return 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_overhead: error: {}\n", error.what());
        return 1;
    }
    return 0;
}
