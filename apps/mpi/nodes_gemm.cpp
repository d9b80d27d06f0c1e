#include "apps/mpi/nodes_gemm.hpp"

#include "apps/command/gemm_checks.hpp"
#include "apps/command/options.hpp"
#include "apps/command/output.hpp"
#include "apps/command/run_guarded.hpp"
#include "apps/gemm/runtime/reserve.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "apps/mpi/nodes_operands.hpp"
#include "apps/mpi/nodes_product.hpp"
#include "apps/mpi/nodes_repeats.hpp"
#include "base/error.hpp"
#include "cluster/gemm/distributed_verification.hpp"
#include "cluster/gemm/needed_memory.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/shared_cores.hpp"
#include "cluster/gemm/starpu_mpi.hpp"
#include "cluster/mpi/host_share.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

template <class T> class NodesRun {
  public:
    NodesRun(const NodesArguments& arguments, const GemmProblem& product, const mpi::Session& session,
             const std::function<void(std::exception_ptr)>& end_all)
        : arguments_(arguments), product_(product), session_(session), end_all_(end_all),
          progress_(session.me() == 0 ? progress_line(arguments.gemm.progress) : nullptr) {}

    NodesOutcome run() {
        const mpi::HostShare host = mpi::host_share(MPI_COMM_WORLD);
        cluster::warn_of_binding(host, notify());
        if (session_.me() == 0) {
            warn_of_unusual_files(arguments_.gemm, notify());
        }
        const cluster::SharedCores cores(host, session_.processes(), !arguments_.gemm.cpu_groups.empty());
        require_matrices(host);
        NodesOutcome outcome = computed();
        verify(outcome); // StarPU's threads would slow it down
        if (!arguments_.gemm.out.empty()) {
            write_distributed<T>(arguments_.gemm.out, product_.layout_of_c, operands_->placed().c(), session_.team());
        }
        return outcome;
    }

  private:
    /// One process speaks for all.
    [[nodiscard]] Notify notify() const { return session_.me() == 0 ? notify_on_stderr() : Notify{}; }
    [[nodiscard]] std::size_t me() const { return static_cast<std::size_t>(session_.me()); }

    /// Collective: bytes on all hosts together, infinite where one does not say.
    [[nodiscard]] double available_to_all(const mpi::HostShare& host) const {
        const std::optional<std::uint64_t> here = available_memory(reserve_before_start());
        const double share =
            here ? static_cast<double>(*here) / host.processes : std::numeric_limits<double>::infinity();
        const std::vector<double> shares = team::gathered(session_.team(), share);
        return std::accumulate(shares.begin(), shares.end(), 0.0);
    }

    /// Before kernels are measured and zones planned, which takes its time: what is needed whatever the zones.
    void require_matrices(const mpi::HostShare& host) const {
        const double available = available_to_all(host);
        team::agreed(session_.team(), [&] {
            check_reserve();
            require_room_for_matrices(product_, 1 + (arguments_.gemm.beta != 0), available);
        });
    }

    /// All that needs StarPU.
    [[nodiscard]] NodesOutcome computed() {
        const auto runtime = team::agreed(session_.team(), [&] {
            RuntimeOptions options =
                runtime_options(arguments_.gemm.sched, arguments_.gemm.cpu_groups, progress_.get());
            options.notify = notify();
            auto started = std::make_unique<Runtime>(options);
            cluster::require_slices(*started);
            return started;
        });
        const cluster::StarpuMpi starpu_mpi;
        try {
            return computed(*runtime);
        } catch (...) { // StarPU-MPI's end waits for all processes
            if (progress_) {
                progress_->end();
            }
            end_all_(std::current_exception());
            throw;
        }
    }

    [[nodiscard]] NodesOutcome computed(Runtime& runtime) {
        PlannedNodes planned = planned_nodes(arguments_, product_, runtime, session_.team(), notify());
        make_operands(planned);
        const cluster::NodeGemmOptions options{.planning_effort = arguments_.gemm.effort,
                                               .progress = progress_.get(),
                                               .notify = notify(),
                                               .end_all = end_all_};
        compute_repeats<T>(
            runtime, session_.team(), planned, operands_->placed(), options,
            {.repeats = arguments_.gemm.repeat,
             .before_each = [this](int) { operands_->reset_c(); },
             .zones = arguments_.rebalance ? std::optional(arguments_.nodes) : std::nullopt,
             .has_room = [&](const nodes::NodePlan& now,
                             const nodes::NodePlan& next) { return has_room(planned.outcome, now, next); },
             .counts_tiles = !arguments_.gemm.draw.empty()});
        return std::move(planned.outcome);
    }

    /// Memory is looked at once, before any process takes it.
    void make_operands(PlannedNodes& planned) {
        const nodes::NodeProblem& problem = planned.outcome.problem;
        const cluster::BytesNeeded mine = cluster::bytes_needed(problem, planned.plan, me(), arguments_.gemm.beta != 0);
        const cluster::BytesNeeded host{mpi::sum_over_host(MPI_COMM_WORLD, mine.tiles),
                                        mpi::sum_over_host(MPI_COMM_WORLD, mine.slice)};
        const std::optional<std::uint64_t> available = available_memory(reserve_of_workers());
        if (available && !given_window(arguments_)) {
            planned.outcome.window = cluster::fitting_window(host, *available, planned.outcome.window);
        }
        planned.outcome.window = team::least(session_.team(), planned.outcome.window);
        operands_ = team::agreed(session_.team(), [&] {
            require(host.of(planned.outcome.window), available);
            return std::make_unique<NodesOperands<T>>(arguments_.gemm, product_, problem, planned.plan, me());
        });
    }

    /// Collective: whether all hosts have room for the tiles of another plan. While a matrix moves it is there twice.
    [[nodiscard]] bool has_room(const NodesOutcome& outcome, const nodes::NodePlan& now,
                                const nodes::NodePlan& next) const {
        const bool reads_c = arguments_.gemm.beta != 0;
        const std::uint64_t more = mpi::sum_over_host(
            MPI_COMM_WORLD, cluster::bytes_needed_to_change(outcome.problem, now, next, me(), reads_c, outcome.window));
        const bool fits = more <= available_memory().value_or(more);
        return team::least(session_.team(), static_cast<char>(fits ? 1 : 0)) != 0;
    }

    /// needed: by all processes of this host.
    static void require(std::uint64_t needed, const std::optional<std::uint64_t>& available) {
        if (available && needed > *available) {
            throw Unavailable(fmt::format("out of memory: the tiles of this host's processes need {}, {} are available",
                                          format_bytes(static_cast<double>(needed)),
                                          format_bytes(static_cast<double>(*available))));
        }
    }

    void verify(NodesOutcome& outcome) const {
        cluster::PlacedOperands<T>& placed = operands_->placed();
        outcome.tolerance = tolerance<T>();
        if (arguments_.gemm.verify == "full") {
            outcome.verification = Verification::full;
            outcome.residual = cluster::residual_full<T>(placed.product(), placed.c0(), session_.team());
        } else if (arguments_.gemm.verify == "freivalds") {
            outcome.verification = Verification::freivalds;
            outcome.residual = cluster::residual_freivalds<T>(placed.product(), placed.c0(), arguments_.gemm.seed);
        }
    }

    const NodesArguments& arguments_;
    const GemmProblem& product_;
    const mpi::Session& session_;
    const std::function<void(std::exception_ptr)>& end_all_;
    std::unique_ptr<Progress> progress_;
    std::unique_ptr<NodesOperands<T>> operands_;
};

} // namespace

NodesOutcome nodes_outcome(const NodesArguments& arguments, const GemmProblem& problem, const mpi::Session& session,
                           const std::function<void(std::exception_ptr)>& end_all) {
    return problem.precision == Precision::single_precision
               ? NodesRun<float>(arguments, problem, session, end_all).run()
               : NodesRun<double>(arguments, problem, session, end_all).run();
}

} // namespace tangram::apps
