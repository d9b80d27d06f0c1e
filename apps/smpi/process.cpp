/// A process of `tangram-smpi gemm`. SMPI loads this module once for each one, so that each has a StarPU, a StarPU-MPI
/// and an adapter of its own, all in one real process. StarPU's main() starts MPI, and then the program below on
/// another actor.

#include "apps/command/command_line.hpp"
#include "apps/command/gemm_problem.hpp"
#include "apps/command/options.hpp"
#include "apps/command/output.hpp"
#include "apps/gemm/support/progress.hpp"
#include "apps/mpi/nodes_output.hpp"
#include "apps/mpi/nodes_problem.hpp"
#include "apps/mpi/nodes_product.hpp"
#include "apps/mpi/nodes_repeats.hpp"
#include "apps/smpi/cluster.hpp"
#include "apps/smpi/cluster_arguments.hpp"
#include "apps/smpi/other_load.hpp"
#include "cluster/gemm/placed_operands.hpp"
#include "cluster/gemm/starpu_mpi.hpp"
#include "cluster/smpi/shared_memory.hpp"
#include "cluster/smpi/team.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <starpu_mpi.h>

namespace tangram::apps {

namespace {

/// One process that fails ends all: they are one.
[[noreturn]] void end_all(const std::exception_ptr& failure) {
    std::_Exit(run_guarded([&]() -> int { std::rethrow_exception(failure); }));
}

template <class T> void compute(const ClusterArguments& arguments, const GemmProblem& product, PlannedNodes& planned,
                                Runtime& runtime, const team::Team& team, const cluster::NodeGemmOptions& options) {
    const GemmArguments& gemm = arguments.nodes.gemm;
    const auto me = static_cast<std::size_t>(team.me());
    cluster::PlacedOperands<T> operands({product.transa, product.transb, gemm.alpha, gemm.beta},
                                        planned.outcome.problem, planned.plan, me, smpi::shared_memory);
    std::optional<Slowdown> slowdown;
    if (!arguments.slowdown.empty()) {
        slowdown = parse_slowdown(arguments.slowdown, static_cast<std::size_t>(team.processes()));
    }
    const auto slow_down = [&](int number) {
        if (slowdown && slowdown->node == me && slowdown->products == static_cast<std::size_t>(number)) {
            begin_other_load(fmt::format("StarPU-MPI{}-", me), slowdown->factor);
        }
    };
    const Repetition repetition{.repeats = gemm.repeat,
                                .before_each = slow_down,
                                .zones =
                                    arguments.nodes.rebalance ? std::optional(arguments.nodes.nodes) : std::nullopt,
                                .counts_tiles = !gemm.draw.empty()};
    compute_repeats<T>(runtime, team, planned, operands, options, repetition);
}

NodesOutcome computed(const ClusterArguments& arguments) {
    const GemmProblem product = problem_of_nodes(arguments.nodes, static_cast<std::size_t>(starpu_mpi_world_size()));
    const bool speaks = starpu_mpi_world_rank() == 0;
    const std::unique_ptr<Progress> progress = speaks ? progress_line(arguments.nodes.gemm.progress) : nullptr;
    RuntimeOptions options = runtime_options(arguments.nodes.gemm.sched, "", progress.get());
    options.notify = speaks ? notify_on_stderr() : Notify{};
    Runtime runtime(options);
    cluster::require_slices(runtime);
    const cluster::StarpuMpi starpu_mpi;
    const smpi::Team team;
    const cluster::NodeGemmOptions node_options{.planning_effort = arguments.nodes.gemm.effort,
                                                .progress = progress.get(),
                                                .notify = options.notify,
                                                .end_all = end_all};
    try {
        PlannedNodes planned = planned_nodes(arguments.nodes, product, runtime, team, options.notify);
        if (product.precision == Precision::single_precision) {
            compute<float>(arguments, product, planned, runtime, team, node_options);
        } else {
            compute<double>(arguments, product, planned, runtime, team, node_options);
        }
        return std::move(planned.outcome);
    } catch (...) { // StarPU-MPI's end waits for all processes
        if (progress) {
            progress->end();
        }
        end_all(std::current_exception());
    }
}

int run(int argc, char** argv) {
    std::signal(SIGINT, SIG_DFL); // SimGrid's own shows stacks
    ClusterArguments arguments;
    CLI::App app;
    add_cluster_command(app, arguments);
    app.parse(argc, argv); // as the launcher did
    set_tile(arguments.nodes.gemm);
    const NodesOutcome outcome = computed(arguments);
    if (starpu_mpi_world_rank() == 0) {
        write_outputs(arguments.nodes.gemm, outcome);
        setenv(done_variable, "1", 1);
    }
    return ExitCode::success;
}

} // namespace

std::string_view program_name() {
    return "tangram-smpi";
}

} // namespace tangram::apps

/// What StarPU calls.
// NOLINTNEXTLINE(readability-identifier-naming): its name
extern "C" int smpi_simulated_main_(int argc, char** argv) {
    using namespace tangram::apps;
    const int code = run_guarded([&] { return run(argc, argv); });
    if (code != ExitCode::success) {
        std::_Exit(code);
    }
    return code;
}
