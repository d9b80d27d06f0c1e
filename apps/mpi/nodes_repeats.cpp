#include "apps/mpi/nodes_repeats.hpp"

#include "apps/gemm/runtime/pinned_matrices.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "apps/mpi/tile_tasks.hpp"
#include "cluster/gemm/migration.hpp"
#include "cluster/gemm/rebalancer.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/nodes/rebalancing.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <starpu.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

std::size_t slices_of(const nodes::NodeProblem& problem) {
    return static_cast<std::size_t>(problem.depth().count());
}

void describe_process(RankReport& report, const team::Team& team) {
    if (Runtime::is_simulated()) {
        fmt::format_to_n(report.host.data(), report.host.size() - 1, "node{}", team.me());
        return;
    }
    gethostname(report.host.data(), report.host.size() - 1);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    report.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Adds a part of a product, which began so many seconds after the first one.
void add(RankReport& report, const cluster::NodeGemmReport& part, double seconds_before) {
    report.seconds = seconds_before + part.local.seconds;
    report.seconds_total = seconds_before + part.local.seconds_total;
    report.tasks += part.local.tasks;
    report.bytes_moved += part.local.bytes_total();
    report.bytes_in += part.transfers.bytes_in;
    report.bytes_out += part.transfers.bytes_out;
    report.copied_bytes = std::max(report.copied_bytes, part.copied_bytes);
}

template <class T> class Repeats {
  public:
    Repeats(Runtime& runtime, const team::Team& team, PlannedNodes& planned, cluster::PlacedOperands<T>& operands,
            cluster::NodeGemmOptions options, const Repetition& repetition)
        : runtime_(runtime), team_(team), planned_(planned), operands_(operands), options_(std::move(options)),
          notify_(options_.notify), repetition_(repetition), depth_(slices_of(planned.outcome.problem)) {
        options_.window = planned.outcome.window;
        options_.receive_memory = &receive_memory_;
        lock_pages();
        if (repetition.zones) {
            rebalancer_.emplace(team, *repetition.zones, planned.outcome.problem, planned.speed,
                                cluster::network_bytes_per_second(team));
        }
    }

    void run() {
        for (int number = 0; number < repetition_.repeats; ++number) {
            repetition_.before_each(number);
            number_ = number;
            products_left_ = static_cast<std::size_t>(repetition_.repeats - number - 1);
            migrations_.clear();
            tiles_ = {};
            const RankReport mine = computed();
            planned_.outcome.repeats.push_back({team::gathered(team_, mine), migrations_});
            if (repetition_.counts_tiles) {
                planned_.outcome.repeats.back().executed = tiles_.gathered(team_);
            }
        }
    }

  private:
    /// A product, in parts if its zones change.
    RankReport computed() {
        RankReport report{.speed = planned_.speed};
        std::optional<double> start;
        std::size_t slices = 0; // in C
        while (true) {
            std::optional<nodes::Rebalanced> next;
            const cluster::NodeGemmReport part = computed_part(slices, next);
            if (start) {
                restart_seconds_ = (part.started - ended_) * 1e-6 - migrations_.back().seconds;
            }
            start = start.value_or(part.started);
            ended_ = part.started + part.local.seconds * 1e6;
            add(report, part, (part.started - *start) * 1e-6);
            slices = part.slices;
            if (slices == depth_) {
                consider_before_next(part.speed);
                break;
            }
            change_to(*next, slices);
        }
        describe_process(report, team_);
        return report;
    }

    /// From slice `first` on. next: the plan with which to go on, where it ends before the last slice.
    cluster::NodeGemmReport computed_part(std::size_t first, std::optional<nodes::Rebalanced>& next) {
        cluster::NodeGemmOptions options = options_;
        options.first_slice = first;
        if (rebalancer_) {
            options.goes_on = [&](const cluster::Review& review) {
                next = better(review.speed, {depth_ - review.slices, products_left_, 1 + reads_c()},
                              std::max(review.setup_seconds, restart_seconds_));
                return !next;
            };
        }
        const cluster::DistributedProduct<T>& all = operands_.product();
        const cluster::DistributedProduct<T> part{all.alpha, all.a, all.b, first == 0 ? all.beta : T{1}, all.c};
        cluster::NodeGemmReport report =
            cluster::multiply<T>(runtime_, team_, planned_.outcome.problem, planned_.plan, part, options);
        options_.notify = {};
        if (repetition_.counts_tiles) {
            tiles_.add(report.local, nodes::local_zone(planned_.plan, static_cast<std::size_t>(team_.me())),
                       planned_.plan.zones().columns);
        }
        return report;
    }

    /// Collective: a plan that pays and that memory has room for.
    std::optional<nodes::Rebalanced> better(const cluster::MeasuredSpeed& speed, const nodes::Remaining& remaining,
                                            double restart_seconds) {
        auto next = rebalancer_->review(planned_.plan, speed, remaining, restart_seconds);
        if (next && repetition_.has_room && !repetition_.has_room(planned_.plan, next->plan)) {
            next.reset();
        }
        return next;
    }

    /// speed: measured in the product that has ended.
    void consider_before_next(const cluster::MeasuredSpeed& speed) {
        if (!rebalancer_ || products_left_ == 0) {
            return;
        }
        if (const auto next = better(speed, {0, products_left_, reads_c()}, 0)) {
            change_to(*next, depth_);
        }
    }

    /// Before time counts, once for all products with the same zones.
    void lock_pages() { page_locks_.emplace(runtime_, operands_.memory(), options_.notify); }

    /// slices: of the product that is under way, which are in C.
    void change_to(const nodes::Rebalanced& next, std::size_t slices) {
        team_.wait_for_all();
        const double start = starpu_timing_now();
        page_locks_.reset();
        operands_.migrate(planned_.plan, next.plan, slices < depth_, team_);
        lock_pages();
        team_.wait_for_all();
        const NodesMigration migration{slices, (starpu_timing_now() - start) * 1e-6, next.estimate.bytes_of_migration};
        migrations_.push_back(migration);
        tell(migration, next.estimate);
        planned_.plan = next.plan;
        planned_.outcome.problem = rebalancer_->problem();
        planned_.outcome.zones = next.plan.zones();
        planned_.outcome.planned_bytes = next.plan.network_bytes();
    }

    /// With the process whose speed has changed most.
    void tell(const NodesMigration& migration, const nodes::RebalancingEstimate& estimate) const {
        if (!notify_) {
            return;
        }
        const std::vector<double>& before = planned_.outcome.problem.speeds;
        const std::vector<double>& now = rebalancer_->problem().speeds;
        std::size_t most = 0;
        const auto change = [&](std::size_t process) { return std::abs(std::log(now[process] / before[process])); };
        for (std::size_t process = 1; process < now.size(); ++process) {
            most = change(process) > change(most) ? process : most;
        }
        notify_(fmt::format("product {}, slice {} of {}: process {} is {:.2f} times as fast as before; new zones, {} "
                            "moved in {:.3g} s; what remains is estimated at {:.3g} s instead of {:.3g} s",
                            number_ + 1, migration.slices, depth_, most, now[most] / before[most],
                            format_bytes(static_cast<double>(migration.bytes)), migration.seconds,
                            estimate.seconds_rebalanced, estimate.seconds_as_is));
    }

    /// Matrices of C's shape that are read before each product.
    [[nodiscard]] std::size_t reads_c() const { return operands_.reads_c() ? 1 : 0; }

    Runtime& runtime_;
    const team::Team& team_;
    PlannedNodes& planned_;
    cluster::PlacedOperands<T>& operands_;
    cluster::NodeGemmOptions options_;
    Notify notify_; ///< of changes
    const Repetition& repetition_;
    std::size_t depth_;
    cluster::ReceiveMemory receive_memory_;
    std::optional<PinnedMatrices> page_locks_; ///< of this process's tiles
    std::optional<cluster::Rebalancer> rebalancer_;
    int number_ = 0;                ///< of the product, from 0
    std::size_t products_left_ = 0; ///< after this one
    double ended_ = 0;              ///< the last part's last task, in StarPU's microseconds
    double restart_seconds_ = 0; ///< that the last change took from the last task to the first, without the migration
    std::vector<NodesMigration> migrations_; ///< of this product
    TileTaskCount tiles_;                    ///< of this product
};

} // namespace

template <class T> void compute_repeats(Runtime& runtime, const team::Team& team, PlannedNodes& planned,
                                        cluster::PlacedOperands<T>& operands, const cluster::NodeGemmOptions& options,
                                        const Repetition& repetition) {
    Repeats<T>(runtime, team, planned, operands, options, repetition).run();
}

template void compute_repeats<float>(Runtime&, const team::Team&, PlannedNodes&, cluster::PlacedOperands<float>&,
                                     const cluster::NodeGemmOptions&, const Repetition&);
template void compute_repeats<double>(Runtime&, const team::Team&, PlannedNodes&, cluster::PlacedOperands<double>&,
                                      const cluster::NodeGemmOptions&, const Repetition&);

} // namespace tangram::apps
