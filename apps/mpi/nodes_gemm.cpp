#include "apps/mpi/nodes_gemm.hpp"

#include "apps/command/gemm_checks.hpp"
#include "apps/command/options.hpp"
#include "apps/command/output.hpp"
#include "apps/command/run_guarded.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "apps/mpi/nodes_operands.hpp"
#include "apps/mpi/shared_cores.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "cluster/gemm/distributed_verification.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/starpu_mpi.hpp"
#include "cluster/mpi/agreed.hpp"
#include "cluster/mpi/host_share.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/nodes/node_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <starpu.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

std::vector<double> gathered(double mine, std::size_t processes) {
    std::vector<double> all(processes);
    mpi::check(MPI_Allgather(&mine, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, MPI_COMM_WORLD));
    return all;
}

/// Collective. The product, with speeds still to be set. Throws InvalidInput for a tile that does not fit it, or that
/// StarPU-MPI cannot send: it counts bytes in int.
nodes::NodeProblem node_problem(const GemmArguments& arguments, const GemmProblem& product) {
    unsigned workers = starpu_worker_get_count();
    mpi::check(MPI_Allreduce(MPI_IN_PLACE, &workers, 1, MPI_UNSIGNED, MPI_SUM, MPI_COMM_WORLD));
    const auto& [m, n, k] = TileShape{product.m, product.n, product.k};
    const std::int64_t tile = arguments.tile != 0 ? arguments.tile : choose_tile(m, n, k, workers);
    const std::size_t element_bytes = element_size(product.precision);
    mpi::agreed(MPI_COMM_WORLD, [&, m = m, n = n, k = k] {
        tile_grid(m, n, k, tile);
        const std::int64_t elements =
            std::max({std::min(m, tile) * std::min(k, tile), std::min(k, tile) * std::min(n, tile),
                      std::min(m, tile) * std::min(n, tile)});
        if (elements > std::numeric_limits<int>::max() / static_cast<std::int64_t>(element_bytes)) {
            throw InvalidInput(fmt::format("--tile {}: several processes can send tiles of less than 2 GiB", tile));
        }
    });
    return {.m = m, .n = n, .k = k, .tile = tile, .element_bytes = element_bytes, .speeds = {}};
}

/// Files and defaults may say otherwise on another host.
void require_same_product(const nodes::NodeProblem& problem, const GemmArguments& arguments, Layout layout, int me) {
    Digest digest;
    const std::array<std::int64_t, 8> values{problem.m,
                                             problem.n,
                                             problem.k,
                                             problem.tile,
                                             static_cast<std::int64_t>(problem.element_bytes),
                                             static_cast<std::int64_t>(layout),
                                             arguments.transa == "t" ? 1 : 0,
                                             arguments.transb == "t" ? 1 : 0};
    digest.add(std::span<const std::int64_t>(values));
    mpi::require_as_on_first(
        MPI_COMM_WORLD, digest.value(),
        fmt::format("process {} has a product of {} x {} x {} (m, n, k), which is not that of process 0: do all see "
                    "the same files?",
                    me, problem.m, problem.n, problem.k));
}

/// Zones are computed by each process for itself.
void require_same_zones(const partition::Allocation& zones, int me) {
    Digest digest;
    digest.add(std::span(zones.owners));
    mpi::require_as_on_first(MPI_COMM_WORLD, digest.value(),
                             fmt::format("process {} finds other zones than process 0: all need the same build", me));
}

std::uint64_t peak_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

RankReport rank_report(const cluster::NodeGemmReport& run, double speed) {
    RankReport report{.speed = speed,
                      .seconds = run.local.seconds,
                      .seconds_total = run.local.seconds_total,
                      .tasks = run.local.tasks,
                      .bytes_moved = run.local.bytes_total(),
                      .bytes_in = run.transfers.bytes_in,
                      .bytes_out = run.transfers.bytes_out,
                      .copied_bytes = run.copied_bytes,
                      .peak_memory = peak_memory()};
    gethostname(report.host.data(), report.host.size() - 1);
    return report;
}

/// On process 0; nothing elsewhere.
NodesRepeat gathered(const RankReport& mine, const mpi::Session& session) {
    NodesRepeat repeat;
    if (session.me() == 0) {
        repeat.ranks.resize(static_cast<std::size_t>(session.processes()));
    }
    const int bytes = sizeof(RankReport);
    mpi::check(MPI_Gather(&mine, bytes, MPI_BYTE, repeat.ranks.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD));
    return repeat;
}

template <class T> class NodesRun {
  public:
    NodesRun(const NodesArguments& arguments, const GemmProblem& product, const mpi::Session& session,
             const std::function<void(std::exception_ptr)>& end_all)
        : arguments_(arguments), product_(product), session_(session), end_all_(end_all),
          progress_(session.me() == 0 ? progress_line(arguments.gemm.progress) : nullptr) {}

    NodesOutcome run() {
        const mpi::HostShare host = mpi::host_share(MPI_COMM_WORLD);
        warn_of_binding(host, notify());
        if (session_.me() == 0) {
            warn_of_unusual_files(arguments_.gemm, notify());
        }
        NodesOutcome outcome;
        compute(outcome, host);
        verify(outcome); // StarPU's threads would slow it down
        if (!arguments_.gemm.out.empty()) {
            write_distributed<T>(arguments_.gemm.out, product_.layout_of_c, operands_->c(), me());
        }
        return outcome;
    }

  private:
    /// One process speaks for all.
    [[nodiscard]] Notify notify() const { return session_.me() == 0 ? notify_on_stderr() : Notify{}; }
    [[nodiscard]] std::size_t me() const { return static_cast<std::size_t>(session_.me()); }

    /// All that needs StarPU.
    void compute(NodesOutcome& outcome, const mpi::HostShare& host) {
        const SharedCores cores(host, session_.processes(), !arguments_.gemm.cpu_groups.empty());
        const auto runtime = mpi::agreed(MPI_COMM_WORLD, [&] {
            RuntimeOptions options =
                runtime_options(arguments_.gemm.sched, arguments_.gemm.cpu_groups, progress_.get());
            options.notify = notify();
            auto started = std::make_unique<Runtime>(options);
            cluster::require_slices(*started);
            return started;
        });
        const cluster::StarpuMpi starpu_mpi;
        try {
            compute(outcome, *runtime);
        } catch (...) { // StarPU-MPI's end waits for all processes
            if (progress_) {
                progress_->end();
            }
            end_all_(std::current_exception());
            throw;
        }
    }

    void compute(NodesOutcome& outcome, Runtime& runtime) {
        outcome.problem = node_problem(arguments_.gemm, product_);
        outcome.precision = product_.precision;
        outcome.sched = runtime.policy_name();
        outcome.window = arguments_.window;
        nodes::NodeProblem& problem = outcome.problem;
        require_same_product(problem, arguments_.gemm, product_.layout_of_c, session_.me());
        const double speed = set_speeds(runtime, problem);
        outcome.zones = mpi::agreed(MPI_COMM_WORLD, [&] { return nodes::node_zones(arguments_.nodes, problem); });
        require_same_zones(outcome.zones, session_.me());
        const nodes::NodePlan plan(problem, outcome.zones);
        outcome.planned_bytes = plan.network_bytes();
        make_operands(problem, plan);
        for (int repeat = 0; repeat < arguments_.gemm.repeat; ++repeat) {
            operands_->reset_c();
            const cluster::NodeGemmReport done =
                cluster::multiply<T>(runtime, problem, plan, operands_->product(), node_options(repeat));
            outcome.repeats.push_back(gathered(rank_report(done, speed), session_));
        }
    }

    /// Of all processes. Returns this one's, in flop/s by the models of its kernels.
    double set_speeds(Runtime& runtime, nodes::NodeProblem& problem) const {
        const auto processes = static_cast<std::size_t>(session_.processes());
        const TileShape full{std::min(problem.tile, problem.m), std::min(problem.tile, problem.n),
                             std::min(problem.tile, problem.k)};
        const double speed = mpi::agreed(
            MPI_COMM_WORLD, [&] { return cluster::process_speed(runtime, product_.precision, full, notify()); });
        problem.speeds = given_speeds(arguments_, processes);
        if (problem.speeds.empty()) {
            constexpr double giga = 1e-9;
            problem.speeds = gathered(speed * giga, processes);
        }
        return speed;
    }

    /// Memory is looked at before any process takes it.
    void make_operands(const nodes::NodeProblem& problem, const nodes::NodePlan& plan) {
        const std::uint64_t needed = mpi::sum_over_host(MPI_COMM_WORLD, bytes_needed(problem, plan));
        mpi::agreed(MPI_COMM_WORLD, [&] { check_memory(needed); });
        operands_ = mpi::agreed(MPI_COMM_WORLD, [&] {
            return std::make_unique<NodesOperands<T>>(arguments_.gemm, product_, problem, plan, me());
        });
    }

    /// Of this process: its tiles, C before the product unless beta is 0, and copies of what it receives. Those that
    /// come before they are asked for lie in memory twice for a moment.
    [[nodiscard]] std::uint64_t bytes_needed(const nodes::NodeProblem& problem, const nodes::NodePlan& plan) const {
        const nodes::OwnedElements own = nodes::owned_elements(problem, plan, me());
        const nodes::LocalZone zone = nodes::local_zone(plan, me());
        const auto slices =
            static_cast<std::uint64_t>(std::min(static_cast<std::int64_t>(arguments_.window), problem.depth().count()));
        const auto lines = static_cast<std::uint64_t>(nodes::put_together(problem.rows(), zone.rows).size +
                                                      nodes::put_together(problem.columns(), zone.columns).size);
        const std::uint64_t copies = slices * static_cast<std::uint64_t>(std::min(problem.tile, problem.k)) * lines;
        return (own.a + own.b + own.c * (arguments_.gemm.beta != 0 ? 2 : 1) + 2 * copies) * problem.element_bytes;
    }

    /// needed: by all processes of this host.
    static void check_memory(std::uint64_t needed) {
        const std::optional<std::uint64_t> available = available_memory();
        if (available && needed > *available) {
            throw Unavailable(fmt::format("out of memory: the tiles of this host's processes need {}, {} are available",
                                          format_bytes(static_cast<double>(needed)),
                                          format_bytes(static_cast<double>(*available))));
        }
    }

    /// Only the first repetition notifies: its lines hold for the others.
    [[nodiscard]] cluster::NodeGemmOptions node_options(int repeat) const {
        return {.me = me(),
                .window = arguments_.window,
                .planning_effort = arguments_.gemm.effort,
                .progress = progress_.get(),
                .notify = repeat == 0 ? notify() : Notify{},
                .end_all = end_all_};
    }

    void verify(NodesOutcome& outcome) const {
        outcome.tolerance = tolerance<T>();
        if (arguments_.gemm.verify == "freivalds") {
            outcome.verification = Verification::freivalds;
            outcome.residual =
                cluster::residual_freivalds<T>(operands_->product(), operands_->c0(), arguments_.gemm.seed);
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
