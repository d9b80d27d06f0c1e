#include "apps/gemm.hpp"

#include "apps/bounds.hpp"
#include "apps/device_memory.hpp"
#include "apps/executions.hpp"
#include "apps/format_bytes.hpp"
#include "apps/pinned_matrices.hpp"
#include "apps/prefetch.hpp"
#include "apps/product.hpp"
#include "apps/product_plan.hpp"
#include "apps/statistics.hpp"
#include "apps/submission.hpp"
#include "apps/tile_choice.hpp"
#include "apps/tiles.hpp"
#include "partition/error.hpp"
#include "sched/settings.hpp"
#include "sched/starpu/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include <starpu.h>

namespace tangram::apps {

namespace {

/// A plan that the adapter forgets at the end, whatever happens.
class PlanInForce {
  public:
    PlanInForce(sched::starpu::Adapter& adapter, sched::starpu::Plan plan) : adapter_(adapter) {
        adapter_.begin(std::move(plan));
    }
    ~PlanInForce() { end(); }
    PlanInForce(const PlanInForce&) = delete;
    PlanInForce& operator=(const PlanInForce&) = delete;

    sched::starpu::PlanReport end() { return adapter_.end(); }

  private:
    sched::starpu::Adapter& adapter_;
};

/// Waits for all tasks, even if one could not be submitted: they point at what an
/// exception would destroy.
class AllTasksDone {
  public:
    AllTasksDone() = default;
    ~AllTasksDone() { starpu_task_wait_for_all(); }
    AllTasksDone(const AllTasksDone&) = delete;
    AllTasksDone& operator=(const AllTasksDone&) = delete;
};

/// One product, planned and ready to run.
template <class T> class GemmRun {
  public:
    GemmRun(Runtime& runtime, const Product<T>& product, const GemmOptions& options)
        : runtime_(runtime), product_(product), options_(options), choice_(tile_choice()), tile_(choice_.tile),
          grid_(tile_grid(product.m, product.n, product.k, tile_)), full_{std::min(tile_, product.m),
                                                                          std::min(tile_, product.n),
                                                                          std::min(tile_, product.k)},
          given_(given_allocation()), speeds_(node_speeds(runtime, precision_of<T>(), full_, options.notify)),
          plan_(runtime, planned_product(), full_.flops(), std::move(given_)) {}

    GemmReport run() {
        warn_of_nodes_behind();
        const std::optional<PinnedMatrices> pins = pin();
        TiledMatrix a(const_cast<T*>(product_.a.data), product_.a.ld, sizeof(T), product_.transa, {product_.m, tile_},
                      {product_.k, tile_});
        TiledMatrix b(const_cast<T*>(product_.b.data), product_.b.ld, sizeof(T), product_.transb, {product_.k, tile_},
                      {product_.n, tile_});
        Executions executions(options_.progress);
        SharedC shared_c(precision_of<T>(), executions);
        TiledMatrix c(product_.c.data, product_.c.ld, sizeof(T), Transpose::no, {product_.m, tile_},
                      {product_.n, tile_});
        const TiledProduct product = tiled(a, b, c);
        Submission submission(runtime_, product, speeds_, plan_.reduction(), plan_.shares_c() ? &shared_c : nullptr,
                              executions);

        GemmReport report = blank_report();
        runtime_.take_transferred_bytes(); // what came before is not ours
        std::optional<PlanInForce> plan_in_force;
        if (runtime_.strategy()) {
            plan_in_force.emplace(*sched::starpu::Adapter::current(), plan_.for_policy());
        }
        carry_out(product, submission, executions, c, report);
        if (plan_in_force) {
            const sched::starpu::PlanReport plan_report = plan_in_force->end();
            if (!Runtime::is_simulated()) { // where clocks stand still inside a policy
                report.scheduling_seconds = plan_report.scheduling_seconds;
            }
            report.decisions = plan_report.decisions;
        }
        report.bytes_by_link = runtime_.take_transferred_bytes();
        submission.rethrow_failure();
        warn_of_lost_memory();
        add_reductions(report);
        add_executions(report);
        return report;
    }

  private:
    [[nodiscard]] TileChoice tile_choice() const {
        if (options_.tile != 0) {
            return {.tile = options_.tile, .reason = {}};
        }
        if (!options_.measures_tile) {
            return {.tile = choose_tile(product_.m, product_.n, product_.k, starpu_worker_get_count()), .reason = {}};
        }
        if (options_.allocation) {
            throw InvalidInput(
                "--tile auto may choose another size than the tiles of the given allocation have: give theirs");
        }
        return choose_measured_tile(runtime_, {product_.m, product_.n, product_.k}, precision_of<T>(),
                                    product_.beta != T{0}, options_.notify);
    }

    /// Checked before speeds are measured.
    [[nodiscard]] std::optional<partition::Allocation> given_allocation() const {
        return options_.allocation
                   ? std::optional(allocation_for(*options_.allocation, runtime_, grid_, tile_, product_.swapped))
                   : std::nullopt;
    }

    [[nodiscard]] PlannedProduct planned_product() const {
        const TileBytes full = tile_bytes(full_, precision_of<T>());
        return {partition_problem(),
                static_cast<std::size_t>(grid_.rows),
                static_cast<std::size_t>(grid_.columns),
                static_cast<std::size_t>(grid_.depth),
                full,
                tile_bytes(last_tile(), precision_of<T>()),
                product_.beta != T{0},
                bounds().seconds,
                runtime_.nodes(),
                memory_for_zones(runtime_.nodes(), full),
                runtime_.links()};
    }

    /// In the last row and column, of the last products: what is left.
    [[nodiscard]] TileShape last_tile() const {
        return {product_.m - (grid_.rows - 1) * tile_, product_.n - (grid_.columns - 1) * tile_,
                product_.k - (grid_.depth - 1) * tile_};
    }

    /// The home node has the matrices already: what its zone spans costs nothing.
    [[nodiscard]] partition::Problem partition_problem() const {
        partition::Problem problem{.speeds = speeds_.flops_per_second,
                                   .height = static_cast<double>(product_.m),
                                   .width = static_cast<double>(product_.n),
                                   .depth = static_cast<double>(product_.k),
                                   .weights = {},
                                   .c_factor = sched::c_factor()};
        for (const MemoryNode& node : runtime_.nodes()) {
            problem.weights.push_back(node.is_home ? 0 : 1);
        }
        return problem;
    }

    /// When the plan was made: repeats follow the same one.
    void warn_of_nodes_behind() const {
        if (!options_.notify || !plan_.planning() || plan_.planning()->reused) {
            return;
        }
        for (const std::string& name : plan_.nodes_behind()) {
            options_.notify(fmt::format("warning: a worker of {} takes longer over a tile of C than faster nodes over "
                                        "all of them; the strategy auto leaves it out",
                                        name));
        }
    }

    /// What does not fit is moved more than once, and the plan was made for more.
    void warn_of_lost_memory() const {
        constexpr double little = 0.6; // less than what StarPU does not find as CUDA rounds tiles up, by half at most
        if (!options_.notify) {
            return;
        }
        const double all =
            static_cast<double>(product_.m * product_.k + product_.k * product_.n + product_.m * product_.n) *
            sizeof(T);
        for (const DeviceRoom& room : rooms_on_devices(runtime_.nodes())) {
            if (room.found < std::min(all, little * room.planned)) {
                options_.notify(
                    fmt::format("warning: {} has room for {} of tiles, not for the {} that were to be used: "
                                "others may have taken its memory, and tiles been moved more often",
                                room.name, format_bytes(room.found), format_bytes(room.planned)));
            }
        }
    }

    [[nodiscard]] ProductBounds bounds() const {
        return product_bounds(runtime_.nodes(), speeds_, {product_.m, product_.n, product_.k}, precision_of<T>(),
                              product_.beta != T{0});
    }

    [[nodiscard]] std::optional<PinnedMatrices> pin() const {
        if (!options_.pins) {
            return std::nullopt;
        }
        const std::vector<PinnedMatrices::Extent> matrices{
            PinnedMatrices::extent(product_.a), PinnedMatrices::extent(product_.b), PinnedMatrices::extent(product_.c)};
        return std::optional<PinnedMatrices>(std::in_place, runtime_, matrices, options_.notify);
    }

    [[nodiscard]] TiledProduct tiled(const TiledMatrix& a, const TiledMatrix& b, const TiledMatrix& c) const {
        return {a,
                b,
                c,
                precision_of<T>(),
                product_.transa,
                product_.transb,
                static_cast<double>(product_.alpha),
                static_cast<double>(product_.beta),
                full_};
    }

    /// All tasks, and C home.
    void carry_out(const TiledProduct& product, Submission& submission, const Executions& executions, TiledMatrix& c,
                   GemmReport& report) const {
        if (options_.progress != nullptr) {
            options_.progress->begin(report.tasks);
        }
        const std::vector<sched::Task> all = plan_.tasks();
        const double start = starpu_timing_now();
        if (plan_.shares_c() && product_.beta != T{1} && !Runtime::is_simulated()) {
            scale(product_.c, product_.beta); // one of the copies that are added
        }
        {
            const AllTasksDone done;
            std::optional<Prefetch> prefetch;
            if (plan_.prefetches()) {
                prefetch.emplace(runtime_, product, plan_.shape(), plan_.bytes_to_prefetch());
            }
            for (const sched::Task& task : all) {
                if (prefetch) {
                    prefetch->request(task, plan_.allocation()->owner_of_product(task.i, task.j, task.k));
                }
                submission.submit(task);
            }
        }
        const double computed = starpu_timing_now();
        bring_home(c);
        const double home = starpu_timing_now();
        if (options_.progress != nullptr) {
            options_.progress->end();
        }
        report.timeline = executions.timeline(start);
        report.seconds = (computed - start) * 1e-6;
        report.seconds_total = (home - start) * 1e-6;
    }

    /// All copies at once, then wait for each.
    void bring_home(TiledMatrix& c) const {
        for (std::int64_t i = 0; i < grid_.rows; ++i) {
            for (std::int64_t j = 0; j < grid_.columns; ++j) {
                starpu_data_prefetch_on_node(c(i, j), STARPU_MAIN_RAM, 1);
            }
        }
        c.unregister();
    }

    [[nodiscard]] GemmReport blank_report() const {
        GemmReport report;
        report.tile = tile_;
        report.tile_reason = choice_.reason;
        report.precision = precision_of<T>();
        report.sched = runtime_.policy_name();
        report.tasks = static_cast<std::uint64_t>(grid_.tasks());
        report.calibrated_now = speeds_.calibrated_now || choice_.calibrated_now;
        report.planning = plan_.planning();
        const ProductBounds least = bounds();
        report.seconds_bound = least.seconds;
        report.bytes_bound = least.bytes;
        return report;
    }

    /// Each auxiliary tile is added once.
    void add_reductions(GemmReport& report) const {
        for (const TaskRun& task : report.timeline) {
            if (task.work == sched::Work::add) {
                ++report.reductions;
                report.auxiliary_bytes +=
                    static_cast<std::uint64_t>(tile_length(task.i, product_.m) * tile_length(task.j, product_.n)) *
                    sizeof(T);
            }
        }
    }

    /// Of the tile with this index along a side of C.
    [[nodiscard]] std::int64_t tile_length(std::uint32_t index, std::int64_t side) const {
        return std::min(tile_, side - index * tile_);
    }

    /// The grid, the plan and what became of it, as the caller sees C.
    void add_executions(GemmReport& report) const {
        report.tile_rows = static_cast<std::size_t>(grid_.rows);
        report.tile_columns = static_cast<std::size_t>(grid_.columns);
        report.allocation = plan_.allocation();
        if (report.allocation) {
            report.partition = report.allocation->name;
        }
        if (product_.swapped) {
            std::swap(report.tile_rows, report.tile_columns);
            for (TaskRun& task : report.timeline) {
                std::swap(task.i, task.j);
            }
            if (report.allocation) {
                report.allocation = partition::transposed(*report.allocation);
            }
        }
        add_statistics(report, runtime_.nodes(), speeds_);
    }

    Runtime& runtime_;
    const Product<T>& product_;
    const GemmOptions& options_;
    TileChoice choice_;
    std::int64_t tile_;
    TileGrid grid_;
    TileShape full_;
    std::optional<partition::Allocation> given_; ///< by the caller
    Speeds speeds_;
    ProductPlan plan_;
};

} // namespace

std::uint64_t GemmReport::bytes_total() const {
    std::uint64_t sum = 0;
    for (const TransferredBytes& link : bytes_by_link) {
        sum += link.bytes;
    }
    return sum;
}

std::optional<std::uint64_t> GemmReport::steals() const {
    std::optional<std::uint64_t> sum;
    for (const NodeReport& node : nodes) {
        if (node.stolen) {
            sum = sum.value_or(0) + *node.stolen;
        }
    }
    return sum;
}

double GemmReport::idle_share(sched::Node node) const {
    double busy = 0;
    double all = 0;
    for (const WorkerReport& worker : workers) {
        if (worker.node == node) {
            busy += worker.busy_seconds;
            all += seconds;
        }
    }
    return all > 0 ? 1 - busy / all : 0;
}

template <class T> GemmReport gemm(Runtime& runtime, Transpose transa, Transpose transb, std::type_identity_t<T> alpha,
                                   MatrixView<const std::type_identity_t<T>> a,
                                   MatrixView<const std::type_identity_t<T>> b, std::type_identity_t<T> beta,
                                   MatrixView<T> c, const GemmOptions& options) {
    check_shapes<T>(transa, transb, a, b, c);
    const Product<T> product = column_major_product<T>(transa, transb, alpha, a, b, beta, c);
    GemmReport report;
    if (product.m == 0 || product.n == 0 || product.k == 0 || alpha == T{0}) {
        if (options.tile != 0) {
            tile_grid(0, 0, 0, options.tile);
        }
        if (beta != T{1} && !Runtime::is_simulated()) { // there matrices are addresses only
            scale(product.c, beta);
        }
        report.tile = options.tile;
        report.precision = precision_of<T>();
        report.sched = runtime.policy_name();
    } else {
        report = GemmRun<T>(runtime, product, options).run();
    }
    report.m = c.rows;
    report.n = c.columns;
    report.k = product.k;
    return report;
}

template GemmReport gemm<float>(Runtime&, Transpose, Transpose, float, MatrixView<const float>, MatrixView<const float>,
                                float, MatrixView<float>, const GemmOptions&);
template GemmReport gemm<double>(Runtime&, Transpose, Transpose, double, MatrixView<const double>,
                                 MatrixView<const double>, double, MatrixView<double>, const GemmOptions&);

} // namespace tangram::apps
