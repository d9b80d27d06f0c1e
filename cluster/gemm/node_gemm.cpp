#include "cluster/gemm/node_gemm.hpp"

#include "apps/gemm/product/executions.hpp"
#include "apps/gemm/product/prepared_product.hpp"
#include "apps/gemm/product/run_report.hpp"
#include "apps/gemm/product/schedule_in_force.hpp"
#include "apps/gemm/product/scheduled_product.hpp"
#include "apps/gemm/product/submission.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "apps/gemm/runtime/tiles.hpp"
#include "base/error.hpp"
#include "cluster/gemm/moves.hpp"
#include "cluster/gemm/receive_buffers.hpp"
#include "cluster/gemm/slice_window.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <starpu.h>

namespace tangram::cluster {

namespace {

using Slices = std::vector<std::vector<sched::Task>>; ///< by k

/// A product of the zone by itself, planned.
class PlannedZone {
  public:
    PlannedZone(apps::Runtime& runtime, const nodes::NodeProblem& problem, const nodes::LocalZone& zone,
                apps::Precision precision, bool reads_c, const NodeGemmOptions& options)
        : outline_{{nodes::put_together(problem.rows(), zone.rows).size,
                    nodes::put_together(problem.columns(), zone.columns).size, problem.k},
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
        : runtime_(runtime), team_(team), problem_(problem), plan_(plan), product_(product), options_(options),
          zone_(nodes::local_zone(plan, static_cast<std::size_t>(team.me()))),
          planned_(team::agreed(team, [&] { return planned(); })) {}

    NodeGemmReport run() {
        const Tiling rows = nodes::put_together(problem_.rows(), zone_.rows);
        const Tiling columns = nodes::put_together(problem_.columns(), zone_.columns);
        const std::unique_ptr<ReceiveBuffers> buffers = team::agreed(team_, [&] {
            return std::make_unique<ReceiveBuffers>(problem_, plan_, zone_, size(team_.me()), options_.window);
        });
        const apps::TiledMatrix a(
            [&](std::int64_t r, std::int64_t k) {
                return memory(product_.a, row(r), k, [&] { return buffers->next_place(size(k)); });
            },
            sizeof(T), product_.a.shape().transpose, rows, problem_.depth());
        const apps::TiledMatrix b(
            [&](std::int64_t k, std::int64_t s) {
                return memory(product_.b, k, column(s), [&] { return buffers->next_place(size(k)); });
            },
            sizeof(T), product_.b.shape().transpose, problem_.depth(), columns);
        apps::TiledMatrix c(
            [&](std::int64_t r, std::int64_t s) {
                return memory(product_.c, row(r), column(s), [] { return nullptr; });
            },
            sizeof(T), Transpose::no, rows, columns);
        apps::Executions executions(options_.progress);
        Moves moves(plan_, zone_, size(team_.me()), a, b);
        NodeGemmReport report;
        if (planned_) {
            compute(a, b, c, executions, moves, report);
        } else {
            exchange(moves, Slices(static_cast<std::size_t>(problem_.depth().count())), [](const sched::Task&) {});
            moves.wait_for_all_releases();
        }
        report.transfers = moves.transfers();
        report.copied_bytes = moves.peak_bytes();
        return report;
    }

  private:
    /// Nothing if it computes nothing.
    [[nodiscard]] std::optional<PlannedZone> planned() const {
        std::optional<PlannedZone> zone;
        if (zone_.tiles() > 0) {
            zone.emplace(runtime_, problem_, zone_, apps::precision_of<T>(), product_.beta != T{0}, options_);
        }
        return zone;
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
        apps::GemmReport& local = report.local;
        local = apps::report_of_plan(prepared, planned_->outline(), runtime_.policy_name());
        local.m = planned_->outline().size.m;
        local.n = planned_->outline().size.n;
        local.k = problem_.k;
        local.tasks = zone_.tiles() * static_cast<std::size_t>(problem_.depth().count());
        runtime_.take_transferred_bytes(); // what came before is not ours
        std::optional<apps::ScheduleInForce> schedule;
        if (runtime_.strategy()) {
            schedule.emplace(*sched::starpu::Adapter::current(),
                             apps::scheduled_product(runtime_, prepared.planned, prepared.plan));
        }
        if (options_.progress != nullptr) {
            options_.progress->begin(local.tasks);
        }
        const Slices slices = planned_->tasks(zone_);
        const double start = exchange(moves, slices, [&](const sched::Task& task) { submission.submit(task); });
        starpu_task_wait_for_all();
        const double computed = starpu_timing_now();
        bring_home(c);
        const double home = starpu_timing_now();
        moves.wait_for_all_releases();
        if (options_.progress != nullptr) {
            options_.progress->end();
        }
        local.timeline = executions.timeline(start);
        local.seconds = (computed - start) * 1e-6;
        local.seconds_total = (home - start) * 1e-6;
        if (schedule) {
            const sched::starpu::ScheduleReport of_policy = schedule->end();
            local.scheduling_seconds = of_policy.scheduling_seconds;
            local.decisions = of_policy.decisions;
        }
        local.bytes_by_link = runtime_.take_transferred_bytes();
        submission.rethrow_failure();
        apps::add_run(local, prepared, planned_->outline(), runtime_.nodes());
    }

    /// Submits all slices. Returns when it began, on all processes within 0.1 ms, in StarPU's microseconds. Others wait
    /// for what this process sends: where it fails it cannot just leave.
    template <class Submit> double exchange(Moves& moves, const Slices& slices, const Submit& submit) {
        SliceWindow window(team_, options_.window, moves);
        try {
            team_.wait_for_all();
            const double start = starpu_timing_now();
            for (std::size_t k = 0; k < slices.size(); ++k) {
                window.enter(k);
                moves.post(k);
                for (const sched::Task& task : slices[k]) {
                    submit(task);
                }
                moves.release(k);
            }
            return start;
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

    apps::Runtime& runtime_;
    const team::Team& team_;
    const nodes::NodeProblem& problem_;
    const nodes::NodePlan& plan_;
    const DistributedProduct<T>& product_;
    const NodeGemmOptions& options_;
    nodes::LocalZone zone_;
    std::optional<PlannedZone> planned_;
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

double process_speed(apps::Runtime& runtime, apps::Precision precision, const apps::TileShape& tile,
                     const apps::Notify& notify) {
    const apps::Speeds speeds = apps::node_speeds(runtime, precision, tile, notify);
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
