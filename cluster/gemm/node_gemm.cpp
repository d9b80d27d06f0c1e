#include "cluster/gemm/node_gemm.hpp"

#include "apps/gemm/product/drift.hpp"
#include "apps/gemm/product/executions.hpp"
#include "apps/gemm/product/prepared_product.hpp"
#include "apps/gemm/product/run_report.hpp"
#include "apps/gemm/product/schedule_in_force.hpp"
#include "apps/gemm/product/scheduled_product.hpp"
#include "apps/gemm/product/submission.hpp"
#include "apps/gemm/runtime/measured_speeds.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "apps/gemm/runtime/tiles.hpp"
#include "base/ceil_divided.hpp"
#include "base/error.hpp"
#include "cluster/gemm/moves.hpp"
#include "cluster/gemm/receive_buffers.hpp"
#include "cluster/gemm/slice_window.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <starpu.h>

namespace tangram::cluster {

namespace {

using Slices = std::vector<std::vector<sched::Task>>; ///< by k

/// Nodes that have computed nothing are taken to be as far off as all others together: what slows a process down slows
/// down all of it, and a node that seems as fast as ever would get all of its tiles.
std::vector<std::optional<apps::MeasuredTiles>>
measured_or_guessed(std::vector<std::optional<apps::MeasuredTiles>> by_node) {
    apps::MeasuredTiles all{.ratio = 0, .tiles = 0};
    for (const std::optional<apps::MeasuredTiles>& node : by_node) {
        if (node) {
            all.ratio += node->ratio * static_cast<double>(node->tiles);
            all.tiles += node->tiles;
        }
    }
    if (all.tiles > 0) {
        all.ratio /= static_cast<double>(all.tiles);
        for (std::optional<apps::MeasuredTiles>& node : by_node) {
            node = node.value_or(all);
        }
    }
    return by_node;
}

/// The slices from there on.
Tiling depth_from(const nodes::NodeProblem& problem, std::size_t slice) {
    return {std::max<std::int64_t>(0, problem.k - static_cast<std::int64_t>(slice) * problem.tile), problem.tile};
}

/// A product of the zone by itself, planned.
class PlannedZone {
  public:
    PlannedZone(apps::Runtime& runtime, const nodes::NodeProblem& problem, const nodes::LocalZone& zone,
                apps::Precision precision, bool reads_c, const NodeGemmOptions& options)
        : outline_{{nodes::put_together(problem.rows(), zone.rows).size,
                    nodes::put_together(problem.columns(), zone.columns).size,
                    depth_from(problem, options.first_slice).size},
                   precision,
                   reads_c,
                   false},
          prepared_(apps::prepare(runtime, outline_, gemm_options(problem, options))) {
        // Slices come in their order on all processes: nothing of a tile of C is computed before it is there.
        prepared_.plan.late_c.reset();
        prepared_.plan.workload.shape.copies = 1;
        if (!zone.is_whole()) {
            prepared_.plan.workload.absent = zone.is_own;
            prepared_.plan.workload.absent.flip();
        }
    }

    [[nodiscard]] const apps::ProductOutline& outline() const { return outline_; }
    [[nodiscard]] const apps::PreparedProduct& prepared() const { return prepared_; }

    /// Of the zone's own tiles, each slice in the order of the plan.
    [[nodiscard]] Slices tasks(const nodes::LocalZone& zone) const {
        Slices slices(static_cast<std::size_t>(prepared_.grid.depth));
        for (const sched::Task& task : prepared_.plan.tasks()) {
            if (zone.owns(task.i, task.j)) {
                slices[task.k].push_back({task.i, task.j, task.k});
            }
        }
        return slices;
    }

  private:
    static apps::GemmOptions gemm_options(const nodes::NodeProblem& problem, const NodeGemmOptions& options) {
        apps::GemmOptions gemm;
        gemm.tile = problem.tile;
        gemm.planning_effort = options.planning_effort;
        gemm.notify = options.notify;
        return gemm;
    }

    apps::ProductOutline outline_;
    apps::PreparedProduct prepared_;
};

/// One process's part, while it is computed.
template <class T> class ZoneRun {
  public:
    ZoneRun(apps::Runtime& runtime, const team::Team& team, const nodes::NodeProblem& problem,
            const nodes::NodePlan& plan, const DistributedProduct<T>& product, const NodeGemmOptions& options)
        : called_(starpu_timing_now()), runtime_(runtime), team_(team), problem_(problem), plan_(plan),
          product_(product), options_(options), depth_(depth_from(problem, options.first_slice)),
          zone_(nodes::local_zone(plan, static_cast<std::size_t>(team.me()))),
          planned_(team::agreed(team, [&] { return planned(); })) {}

    NodeGemmReport run() {
        const Tiling rows = nodes::put_together(problem_.rows(), zone_.rows);
        const Tiling columns = nodes::put_together(problem_.columns(), zone_.columns);
        ReceiveMemory of_this_product;
        ReceiveMemory& received = options_.receive_memory != nullptr ? *options_.receive_memory : of_this_product;
        window_ = fitting_window(received);
        const double before_memory = starpu_timing_now();
        const auto buffers = team::agreed(team_, [&] {
            return std::make_unique<ReceiveBuffers>(received, problem_, plan_, zone_, size(team_.me()), window_);
        });
        memory_seconds_ = (starpu_timing_now() - before_memory) * 1e-6;
        const apps::TiledMatrix a(
            [&](std::int64_t r, std::int64_t k) {
                return memory(product_.a, row(r), slice(k), [&] { return buffers->next_place(size(k)); });
            },
            sizeof(T), product_.a.shape().transpose, rows, depth_);
        const apps::TiledMatrix b(
            [&](std::int64_t k, std::int64_t s) {
                return memory(product_.b, slice(k), column(s), [&] { return buffers->next_place(size(k)); });
            },
            sizeof(T), product_.b.shape().transpose, depth_, columns);
        apps::TiledMatrix c(
            [&](std::int64_t r, std::int64_t s) {
                return memory(product_.c, row(r), column(s), [] { return nullptr; });
            },
            sizeof(T), Transpose::no, rows, columns);
        apps::Executions executions(options_.progress);
        Moves moves(plan_, zone_, size(team_.me()), a, b, options_.first_slice, options_.communicator);
        NodeGemmReport report;
        if (planned_) {
            compute(a, b, c, executions, moves, report);
        } else {
            exchange(
                moves, Slices(size(depth_.count())), nullptr, [](const sched::Task&) {}, report);
            moves.wait_for_all_releases();
        }
        report.transfers = moves.transfers();
        report.copied_bytes = moves.peak_bytes();
        return report;
    }

  private:
    /// Collective. To take memory holds up the others, which have begun to compute; a small window does, too.
    [[nodiscard]] std::size_t fitting_window(const ReceiveMemory& received) const {
        const std::size_t bytes = ReceiveBuffers::bytes_of_slice(problem_, plan_, zone_, size(team_.me()));
        std::size_t window = std::min(options_.window, size(depth_.count()));
        if (options_.first_slice > 0 && bytes > 0) {
            window = std::clamp(received.bytes() / bytes, ceil_divided(window, std::size_t{2}), window);
        }
        return team::least(team_, window);
    }

    /// Nothing if it computes nothing.
    [[nodiscard]] std::optional<PlannedZone> planned() const {
        std::optional<PlannedZone> zone;
        if (zone_.tiles() > 0) {
            zone.emplace(runtime_, problem_, zone_, apps::precision_of<T>(), product_.beta != T{0}, options_);
        }
        return zone;
    }

    /// Of the whole product.
    [[nodiscard]] std::int64_t slice(std::int64_t k) const {
        return static_cast<std::int64_t>(options_.first_slice) + k;
    }
    static std::size_t size(std::int64_t number) { return static_cast<std::size_t>(number); }
    [[nodiscard]] std::int64_t row(std::int64_t r) const { return static_cast<std::int64_t>(zone_.rows[size(r)]); }
    [[nodiscard]] std::int64_t column(std::int64_t c) const {
        return static_cast<std::int64_t>(zone_.columns[size(c)]);
    }

    /// Of a tile that it owns, or where it comes. StarPU takes writable memory for what it only reads, too.
    template <class Place>
    static apps::TileMemory memory(const OwnedTiles<T>& matrix, std::int64_t i, std::int64_t j, const Place& place) {
        if (const auto tile = matrix.tile(i, j)) {
            return {const_cast<T*>(tile->data), tile->ld};
        }
        return {place(), stored_place(matrix.shape(), i, j).rows};
    }

    void compute(const apps::TiledMatrix& a, const apps::TiledMatrix& b, apps::TiledMatrix& c,
                 apps::Executions& executions, Moves& moves, NodeGemmReport& report) {
        const apps::PreparedProduct& prepared = planned_->prepared();
        const apps::TiledProduct tiled{a,
                                       b,
                                       c,
                                       apps::precision_of<T>(),
                                       product_.a.shape().transpose,
                                       product_.b.shape().transpose,
                                       static_cast<double>(product_.alpha),
                                       static_cast<double>(product_.beta),
                                       prepared.full};
        apps::Submission submission(runtime_, tiled, prepared.speeds, prepared.plan.reduction, nullptr,
                                    runtime_.links_are_independent(), executions);
        runtime_.take_transferred_bytes(); // what came before is not ours
        std::optional<apps::ScheduleInForce> schedule;
        if (runtime_.strategy()) {
            schedule.emplace(*sched::starpu::Adapter::current(),
                             apps::scheduled_product(runtime_, prepared.planned, prepared.plan));
        }
        const Slices slices = planned_->tasks(zone_);
        if (options_.progress != nullptr) {
            options_.progress->begin(zone_.tiles() * slices.size());
        }
        const std::unique_ptr<SpeedWatch> watch = watched(executions);
        exchange(
            moves, slices, watch.get(), [&](const sched::Task& task) { submission.submit(task); }, report);
        starpu_task_wait_for_all();
        const double computed = starpu_timing_now();
        bring_home(c);
        const double home = starpu_timing_now();
        moves.wait_for_all_releases();
        executions.tell({});
        if (options_.progress != nullptr) {
            options_.progress->end();
        }
        if (watch) {
            report.speed = watch->speed();
        }
        report.local = report_of_zone(report.slices);
        report.local.seconds = (computed - report.started) * 1e-6;
        report.local.seconds_total = (home - report.started) * 1e-6;
        report.local.timeline = executions.timeline(report.started);
        add_schedule(report.local, schedule);
        submission.rethrow_failure();
        apps::add_run(report.local, prepared, planned_->outline(), runtime_.nodes());
        if (options_.goes_on) {
            runtime_.measured_speeds().add(apps::precision_of<T>(), prepared.full,
                                           measured_or_guessed(apps::measured_tiles(report.local.nodes)));
        }
    }

    /// Of the slices before this one, from the first that was asked for.
    [[nodiscard]] apps::GemmReport report_of_zone(std::size_t slices) const {
        apps::GemmReport report =
            apps::report_of_plan(planned_->prepared(), planned_->outline(), runtime_.policy_name());
        report.m = planned_->outline().size.m;
        report.n = planned_->outline().size.n;
        report.k = depth_.size - depth_from(problem_, slices).size;
        report.tasks = zone_.tiles() * (slices - options_.first_slice);
        return report;
    }

    void add_schedule(apps::GemmReport& report, std::optional<apps::ScheduleInForce>& schedule) const {
        if (schedule) {
            const sched::starpu::ScheduleReport of_policy = schedule->end();
            report.scheduling_seconds = of_policy.scheduling_seconds;
            report.decisions = of_policy.decisions;
        }
        report.bytes_by_link = runtime_.take_transferred_bytes();
    }

    /// Nothing if nobody wants to know.
    [[nodiscard]] std::unique_ptr<SpeedWatch> watched(apps::Executions& executions) const {
        if (!options_.goes_on) {
            return nullptr;
        }
        auto watch =
            std::make_unique<SpeedWatch>(planned_->prepared().speeds.task_seconds, planned_->prepared().full.flops());
        executions.tell([&to = *watch](const apps::TaskRun& run) { to.record(run); });
        return watch;
    }

    /// Collective. So many slices are submitted, twice as many as shall have been computed. A process that takes twice
    /// the time that is expected of it is waited for no longer: the others would soon have nothing to do.
    bool goes_on(std::size_t submitted, SpeedWatch* watch) const {
        constexpr double patience = 2;
        MeasuredSpeed measured;
        if (watch != nullptr) {
            const std::size_t products = submitted / 2 * zone_.tiles();
            const std::vector<double>& speeds = planned_->prepared().speeds.flops_per_second;
            const double expected = static_cast<double>(products) * planned_->prepared().full.flops() /
                                    std::accumulate(speeds.begin(), speeds.end(), 0.0);
            watch->wait_for(products, patience * expected);
            measured = watch->speed();
        }
        return options_.goes_on({options_.first_slice + submitted, measured, setup_seconds_});
    }

    /// A process has 32 products in them, in the mean: their times say how fast it is.
    [[nodiscard]] std::size_t slices_to_measure() const {
        constexpr std::size_t products = 32;
        return ceil_divided(products * plan_.zones().processors, plan_.zones().owners.size());
    }

    /// Submits slices, all unless it does not go on, and reports them, and when it began: on all processes within 0.1
    /// ms. Others wait for what this process sends: where it fails it cannot just leave. watch: null if it computes
    /// nothing, or nobody is to be asked.
    template <class Submit>
    void exchange(Moves& moves, const Slices& slices, SpeedWatch* watch, const Submit& submit, NodeGemmReport& report) {
        SliceWindow window(team_, window_, moves);
        try {
            team_.wait_for_all();
            report.started = starpu_timing_now();
            setup_seconds_ = (report.started - called_) * 1e-6 - memory_seconds_;
            std::size_t next_review = 2 * slices_to_measure();
            for (std::size_t k = 0; k < slices.size(); ++k) {
                window.enter(k);
                moves.post(k);
                for (const sched::Task& task : slices[k]) {
                    submit(task);
                }
                moves.release(k);
                report.slices = options_.first_slice + k + 1;
                if (options_.goes_on && k + 1 == next_review && k + 3 <= slices.size()) {
                    if (!goes_on(k + 1, watch)) {
                        return;
                    }
                    next_review *= 2;
                }
            }
        } catch (...) {
            options_.end_all(std::current_exception());
            throw;
        }
    }

    /// All copies at once, then wait for each.
    void bring_home(apps::TiledMatrix& c) const {
        for (std::size_t r = 0; r < zone_.rows.size(); ++r) {
            for (std::size_t s = 0; s < zone_.columns.size(); ++s) {
                if (zone_.owns(r, s)) {
                    starpu_data_prefetch_on_node(c(static_cast<std::int64_t>(r), static_cast<std::int64_t>(s)),
                                                 STARPU_MAIN_RAM, 1);
                }
            }
        }
        c.unregister();
    }

    double called_; ///< when that was, in StarPU's microseconds
    apps::Runtime& runtime_;
    const team::Team& team_;
    const nodes::NodeProblem& problem_;
    const nodes::NodePlan& plan_;
    const DistributedProduct<T>& product_;
    const NodeGemmOptions& options_;
    Tiling depth_; ///< from the first slice on
    nodes::LocalZone zone_;
    std::optional<PlannedZone> planned_;
    std::size_t window_ = 1;
    double memory_seconds_ = 0; ///< that it took to get memory for copies
    double setup_seconds_ = 0;  ///< Review
};

} // namespace

void require_slices(const apps::Runtime& runtime) {
    const std::optional<sched::Strategy>& strategy = runtime.strategy();
    if (!strategy) {
        return;
    }
    const auto* const planned = strategy->as<sched::Strategy::Planned>();
    const bool is_3d = planned != nullptr && planned->allocation->is_3d();
    if (is_3d || strategy->reduces() || strategy->as<sched::Strategy::Affinity>() != nullptr) {
        throw InvalidInput(fmt::format("'{}' cannot compute slice by slice, as several processes do: take a strategy "
                                       "in two dimensions without reductions, a dynamic one, or auto",
                                       strategy->name));
    }
}

bool can_be_sent(const nodes::NodeProblem& problem) {
    const std::int64_t rows = problem.rows().length(0);
    const std::int64_t columns = problem.columns().length(0);
    const std::int64_t depth = problem.depth().length(0);
    const std::int64_t elements = std::max({rows * depth, depth * columns, rows * columns});
    return elements <= std::numeric_limits<int>::max() / static_cast<std::int64_t>(problem.element_bytes);
}

double process_speed(apps::Runtime& runtime, apps::Precision precision, const nodes::NodeProblem& problem,
                     const apps::Notify& notify) {
    const apps::TileShape full{problem.rows().length(0), problem.columns().length(0), problem.depth().length(0)};
    const apps::Speeds speeds = apps::node_speeds(runtime, precision, full, notify);
    return std::accumulate(speeds.flops_per_second.begin(), speeds.flops_per_second.end(), 0.0);
}

template <class T> NodeGemmReport multiply(apps::Runtime& runtime, const team::Team& team,
                                           const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                                           const DistributedProduct<T>& product, const NodeGemmOptions& options) {
    team::agreed(team, [&] {
        if (!options.end_all) {
            throw InvalidInput("NodeGemmOptions::end_all is needed: others may wait for a process that fails");
        }
        require_slices(runtime);
    });
    const auto turn = runtime.turn();
    return ZoneRun<T>(runtime, team, problem, plan, product, options).run();
}

template NodeGemmReport multiply<float>(apps::Runtime&, const team::Team&, const nodes::NodeProblem&,
                                        const nodes::NodePlan&, const DistributedProduct<float>&,
                                        const NodeGemmOptions&);
template NodeGemmReport multiply<double>(apps::Runtime&, const team::Team&, const nodes::NodeProblem&,
                                         const nodes::NodePlan&, const DistributedProduct<double>&,
                                         const NodeGemmOptions&);

} // namespace tangram::cluster
