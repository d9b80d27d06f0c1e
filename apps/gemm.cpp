#include "apps/gemm.hpp"

#include "apps/auto_plan.hpp"
#include "apps/bounds.hpp"
#include "apps/executions.hpp"
#include "apps/plan_cache.hpp"
#include "apps/prefetch.hpp"
#include "apps/product.hpp"
#include "apps/statistics.hpp"
#include "apps/submission.hpp"
#include "apps/tiles.hpp"
#include "partition/error.hpp"
#include "sched/late_c.hpp"
#include "sched/reduction.hpp"
#include "sched/settings.hpp"
#include "sched/starpu/adapter.hpp"
#include "sched/zone_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <functional>
#include <memory>
#include <utility>

#include <starpu.h>

namespace tangram::apps {

namespace {

template <class T> std::size_t extent_bytes(const MatrixView<T>& view) { // column-major
    return static_cast<std::size_t>(view.ld * (view.columns - 1) + view.rows) * sizeof(T);
}

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

/// "processor 0 is CPU, 1 is OpenCL 0".
std::string processors_text(const std::vector<MemoryNode>& nodes) {
    std::string text;
    for (std::size_t processor = 0; processor < nodes.size(); ++processor) {
        text += fmt::format("{}{} is {}", processor == 0 ? "processor " : ", ", processor, nodes[processor].name);
    }
    return text;
}

/// Throws InvalidInput unless the allocation is one of the grid's tiles (of `tile` elements) to the runtime's nodes.
void check_allocation(const partition::Allocation& allocation, const Runtime& runtime, const TileGrid& grid,
                      std::int64_t tile) {
    const auto refuse = [&](const std::string& reason) {
        throw InvalidInput(fmt::format("allocation {}: {}", allocation.name, reason));
    };
    if (!runtime.strategy() || !runtime.strategy()->follows_plan()) {
        refuse(fmt::format("{} follows none; choose a strategy with a plan (tangram policies lists them)",
                           runtime.policy_name()));
    }
    if (allocation.rows != static_cast<std::size_t>(grid.rows) ||
        allocation.columns != static_cast<std::size_t>(grid.columns)) {
        refuse(fmt::format("it has {} x {} tiles, but C has {} x {} (tile size {})", allocation.rows,
                           allocation.columns, grid.rows, grid.columns, tile));
    }
    if (allocation.layers != 1 && allocation.layers != static_cast<std::size_t>(grid.depth)) {
        refuse(fmt::format("it has {} layers, but the product is {} tiles deep (tile size {})", allocation.layers,
                           grid.depth, tile));
    }
    if (allocation.processors != runtime.nodes().size()) {
        refuse(fmt::format("it has {} processors, but this machine has {} memory nodes with workers: {}",
                           allocation.processors, runtime.nodes().size(), processors_text(runtime.nodes())));
    }
    const bool is_complete = allocation.owners.size() == allocation.rows * allocation.columns * allocation.layers &&
                             std::all_of(allocation.owners.begin(), allocation.owners.end(),
                                         [&](std::size_t owner) { return owner < allocation.processors; });
    if (!is_complete) {
        refuse("each tile needs an owner, a number below that of its processors");
    }
}

/// One product, planned and ready to run.
template <class T> class GemmRun {
  public:
    GemmRun(Runtime& runtime, const Product<T>& product, const GemmOptions& options)
        : runtime_(runtime), product_(product), options_(options),
          tile_(options.tile != 0 ? options.tile
                                  : choose_tile(product.m, product.n, product.k, starpu_worker_get_count())),
          grid_(tile_grid(product.m, product.n, product.k, tile_)), full_{std::min(tile_, product.m),
                                                                          std::min(tile_, product.n),
                                                                          std::min(tile_, product.k)},
          allocation_(given_allocation()), speeds_(node_speeds(runtime, precision_of<T>(), full_, options.notify)) {
        if (const auto& strategy = runtime.strategy(); strategy && strategy->follows_plan() && !allocation_) {
            allocation_ = planned(*strategy);
        }
        if (allocation_ && runtime.strategy()->reduces) {
            reduction_.emplace(*allocation_, home());
        } else if (c_comes_late()) {
            late_c_.emplace(*allocation_, static_cast<std::size_t>(grid_.depth), home());
        }
    }

    GemmReport run() {
        const std::vector<std::unique_ptr<PinnedMemory>> pins = pin();
        TiledMatrix a(const_cast<T*>(product_.a.data), product_.a.ld, sizeof(T), product_.transa, {product_.m, tile_},
                      {product_.k, tile_});
        TiledMatrix b(const_cast<T*>(product_.b.data), product_.b.ld, sizeof(T), product_.transb, {product_.k, tile_},
                      {product_.n, tile_});
        TiledMatrix c(product_.c.data, product_.c.ld, sizeof(T), Transpose::no, {product_.m, tile_},
                      {product_.n, tile_});
        Executions executions(options_.progress);
        const TiledProduct product = tiled(a, b, c);
        Submission submission(runtime_, product, speeds_, reduction_, executions);

        GemmReport report = blank_report();
        runtime_.take_transferred_bytes(); // what came before is not ours
        std::optional<PlanInForce> plan_in_force;
        if (runtime_.strategy()) {
            plan_in_force.emplace(*sched::starpu::Adapter::current(), plan());
        }
        carry_out(product, submission, executions, c, report);
        if (plan_in_force) {
            const sched::starpu::PlanReport plan_report = plan_in_force->end();
            report.scheduling_seconds = plan_report.scheduling_seconds;
            report.decisions = plan_report.decisions;
        }
        report.bytes_by_link = runtime_.take_transferred_bytes();
        submission.rethrow_failure();
        report.reductions = submission.reductions();
        report.auxiliary_bytes = submission.auxiliary_bytes();
        add_executions(report);
        return report;
    }

  private:
    partition::Allocation planned(const sched::Strategy& strategy) {
        using Clock = std::chrono::steady_clock; // StarPU's stands still in simulation
        const Clock::time_point start = Clock::now();
        const auto& [plan, reused] = runtime_.plans().find_or_make(
            planned_product(), [&](const PlannedProduct& product) { return make_plan(strategy, product); });
        planning_ = PlanningReport{std::chrono::duration<double>(Clock::now() - start).count(), reused, plan.reason};
        return plan.allocation;
    }

    static Plan make_plan(const sched::Strategy& strategy, const PlannedProduct& product) {
        if (strategy.allocation != nullptr) {
            return {strategy.allocation->allocate(product.problem, product.rows, product.columns, product.depth), ""};
        }
        return auto_plan(product);
    }

    [[nodiscard]] PlannedProduct planned_product() const {
        return {partition_problem(),
                static_cast<std::size_t>(grid_.rows),
                static_cast<std::size_t>(grid_.columns),
                static_cast<std::size_t>(grid_.depth),
                tile_bytes(),
                product_.beta != T{0},
                bounds().seconds,
                runtime_.nodes(),
                runtime_.links()};
    }

    [[nodiscard]] double tile_bytes() const {
        return static_cast<double>(tile_) * static_cast<double>(tile_) * sizeof(T);
    }

    [[nodiscard]] ProductBounds bounds() const {
        return product_bounds(runtime_.nodes(), speeds_, {product_.m, product_.n, product_.k}, precision_of<T>(),
                              product_.beta != T{0});
    }

    /// The home node has the matrices already: what its zone spans costs nothing.
    partition::Problem partition_problem() const {
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

    /// The caller's, as seen from the product's C; nothing if there is none.
    std::optional<partition::Allocation> given_allocation() const {
        const std::optional<partition::Allocation>& given = options_.allocation;
        if (!given) {
            return std::nullopt;
        }
        const bool swapped = product_.swapped;
        TileGrid as_given = grid_;
        if (swapped) {
            std::swap(as_given.rows, as_given.columns);
        }
        check_allocation(*given, runtime_, as_given, tile_);
        return swapped ? partition::transposed(*given) : *given;
    }

    std::vector<std::unique_ptr<PinnedMemory>> pin() const {
        std::vector<std::unique_ptr<PinnedMemory>> pins; // StarPU can pin for CUDA only
        if (Runtime::is_simulated() || !runtime_.has_cuda()) {
            return pins;
        }
        pins.push_back(std::make_unique<PinnedMemory>(const_cast<T*>(product_.a.data), extent_bytes(product_.a)));
        if (product_.b.data != product_.a.data) {
            pins.push_back(std::make_unique<PinnedMemory>(const_cast<T*>(product_.b.data), extent_bytes(product_.b)));
        }
        pins.push_back(std::make_unique<PinnedMemory>(product_.c.data, extent_bytes(product_.c)));
        const bool refused = std::any_of(pins.begin(), pins.end(), [](const auto& pin) { return !pin->pinned(); });
        if (refused && options_.notify) {
            options_.notify(
                "warning: a matrix is not page-locked (the system refuses, or it is already); transfers may be slower");
        }
        return pins;
    }

    [[nodiscard]] sched::ProductShape shape() const {
        return {static_cast<std::uint32_t>(grid_.rows), static_cast<std::uint32_t>(grid_.columns),
                static_cast<std::uint32_t>(grid_.depth),
                reduction_ ? reduction_->copies()
                : late_c_  ? sched::LateC::copies
                           : 1};
    }

    [[nodiscard]] std::optional<sched::Node> home() const {
        const std::vector<MemoryNode>& nodes = runtime_.nodes();
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [](const MemoryNode& node) { return node.is_home; });
        return found == nodes.end() ? std::nullopt : std::optional<sched::Node>(found - nodes.begin());
    }

    /// Whether nodes accumulate apart until a tile of C comes: it takes the order of zones,
    /// and devices that keep what they have.
    [[nodiscard]] bool c_comes_late() const {
        return follows_zones() && !allocation_->is_3d() && product_.beta != T{0} && zones_fit();
    }

    /// Whether each device has memory for the tiles of its zone. Of a tile of C there are
    /// two only for a moment: when it comes, the auxiliary one goes.
    [[nodiscard]] bool zones_fit() const {
        constexpr double usable = 0.9; // the rest: such moments, what thieves take, and what StarPU keeps free
        const std::vector<partition::Footprint> footprints = allocation_->footprints();
        for (std::size_t node = 0; node < footprints.size(); ++node) {
            const auto& [a, b, c] = footprints[node];
            const std::size_t tiles = (a + b) * static_cast<std::size_t>(grid_.depth) + c;
            const auto total =
                static_cast<double>(starpu_memory_get_total(runtime_.nodes()[node].id)); // -1: not limited
            if (!runtime_.nodes()[node].is_home && total > 0 &&
                static_cast<double>(tiles) * tile_bytes() > usable * total) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool follows_zones() const { return allocation_ && sched::order() == sched::Order::zone; }

    /// Whether a device is too small for all matrices, so that StarPU may take tiles from it.
    [[nodiscard]] bool memory_may_run_short() const {
        const auto elements = static_cast<double>(product_.m * product_.k + product_.k * product_.n +
                                                  product_.m * product_.n * shape().copies);
        return std::any_of(runtime_.nodes().begin(), runtime_.nodes().end(), [&](const MemoryNode& node) {
            const auto total = static_cast<double>(starpu_memory_get_total(node.id)); // -1: not limited
            return !node.is_home && total > 0 && elements * sizeof(T) > total;
        });
    }

    /// Asks StarPU, as only it knows what it took from a device.
    [[nodiscard]] std::function<bool(const sched::Task&, std::size_t, sched::Node)> still_there() const {
        std::vector<unsigned> memory_nodes;
        for (const MemoryNode& node : runtime_.nodes()) {
            memory_nodes.push_back(node.id);
        }
        return sched::starpu::still_there(std::move(memory_nodes));
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

    sched::starpu::Plan plan() const {
        sched::StartingPlaces start{.nodes = runtime_.nodes().size(), .home = home(), .reads_c = product_.beta != T{0}};
        if (memory_may_run_short()) {
            start.still_there = still_there();
        }
        const sched::Workload work{.shape = shape(),
                                   .start = start,
                                   .order = sched::order(),
                                   .seed = sched::seed(),
                                   .allocation = allocation_,
                                   .reduces = reduction_.has_value(),
                                   .speeds = product_speeds()};
        return {runtime_.strategy()->make(work), work.shape, runtime_.node_of_memory_node()};
    }

    /// A stolen product is of use when the thief's worker has done those that it holds, or
    /// about as long: a home worker holds none, but waits for the tile of C from a device,
    /// and the device for its return.
    [[nodiscard]] std::vector<sched::NodeSpeed> product_speeds() const {
        constexpr int pipeline = 2; // tasks that StarPU prepares: STARPU_CUDA_PIPELINE and its OpenCL twin by default
        std::vector<sched::NodeSpeed> speeds;
        for (std::size_t node = 0; follows_zones() && node < runtime_.nodes().size(); ++node) {
            const auto workers = static_cast<double>(runtime_.nodes()[node].workers.size());
            const double rate = speeds_.flops_per_second[node] / full_.flops();
            speeds.push_back({(sched::window() + pipeline + 1) * workers / rate, rate});
        }
        return speeds;
    }

    /// The products in the order of submission, as the zones grow or row by row, each with
    /// the copy of its tile of C that it accumulates in.
    std::vector<sched::Task> tasks() const {
        std::vector<sched::Task> tasks = tasks_in_order();
        if (reduction_) {
            for (sched::Task& task : tasks) {
                const sched::Node owner = allocation_->owner_of_product(task.i, task.j, task.k);
                task.copy = reduction_->copy(task.i, task.j, owner);
            }
        } else if (late_c_) {
            for (sched::Task& task : tasks) {
                task.copy = late_c_->copy(task);
            }
        }
        return tasks;
    }

    std::vector<sched::Task> tasks_in_order() const {
        if (follows_zones()) {
            return sched::ZoneOrder(*allocation_, static_cast<std::size_t>(grid_.depth)).all_tasks();
        }
        std::vector<sched::Task> tasks;
        for (std::uint32_t i = 0; i < shape().rows; ++i) {
            for (std::uint32_t j = 0; j < shape().columns; ++j) {
                for (std::uint32_t k = 0; k < shape().depth; ++k) {
                    tasks.push_back({i, j, k});
                }
            }
        }
        return tasks;
    }

    /// All tasks, and C home.
    void carry_out(const TiledProduct& product, Submission& submission, const Executions& executions, TiledMatrix& c,
                   GemmReport& report) const {
        if (options_.progress != nullptr) {
            options_.progress->begin(report.tasks);
        }
        const std::vector<sched::Task> all = tasks();
        const double start = starpu_timing_now();
        {
            const AllTasksDone done;
            std::optional<Prefetch> prefetch;
            if (follows_zones()) {
                prefetch.emplace(runtime_, product, shape());
            }
            for (const sched::Task& task : all) {
                if (prefetch) {
                    prefetch->request(task, allocation_->owner_of_product(task.i, task.j, task.k));
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

    GemmReport blank_report() const {
        GemmReport report;
        report.tile = tile_;
        report.precision = precision_of<T>();
        report.sched = runtime_.policy_name();
        report.tasks = static_cast<std::uint64_t>(grid_.tasks());
        report.calibrated_now = speeds_.calibrated_now;
        report.planning = planning_;
        const ProductBounds least = bounds();
        report.seconds_bound = least.seconds;
        report.bytes_bound = least.bytes;
        return report;
    }

    /// The grid, the plan and what became of it, as the caller sees C.
    void add_executions(GemmReport& report) const {
        report.tile_rows = static_cast<std::size_t>(grid_.rows);
        report.tile_columns = static_cast<std::size_t>(grid_.columns);
        report.allocation = allocation_;
        if (allocation_) {
            report.partition = allocation_->name;
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
    std::int64_t tile_;
    TileGrid grid_;
    TileShape full_;
    std::optional<partition::Allocation> allocation_;
    std::optional<PlanningReport> planning_;    ///< of the allocation, if it was not given
    std::optional<sched::Reduction> reduction_; ///< if nodes that share a tile of C accumulate apart
    std::optional<sched::LateC> late_c_;        ///< if products accumulate apart until their tile of C comes
    Speeds speeds_;
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
        if (beta != T{1}) {
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
