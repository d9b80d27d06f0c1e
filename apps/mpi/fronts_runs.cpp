#include "apps/mpi/fronts_runs.hpp"

#include "apps/command/options.hpp"
#include "apps/command/runs_progress.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "base/dice.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/mpi/factorisation.hpp"
#include "cluster/numerics/residual.hpp"
#include "cluster/team/agreed.hpp"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <omp.h>

namespace tangram::apps {

namespace {

/// OpenBLAS takes a buffer for its caller in the first call, and for each thread beyond those that it was loaded with,
/// and asks again and again where there is no room; OpenMP ends the program where its threads' stacks find none. So all
/// of that is taken before matrices take the room, and looked at first. Throws Unavailable.
void start_blas() {
    constexpr std::uint64_t beside = std::uint64_t{1} << 20; // what malloc adds
    const int threads = omp_get_max_threads();
    const auto others = static_cast<std::uint64_t>(threads - 1);
    const auto buffers = static_cast<std::uint64_t>(1 + std::max(0, threads - openblas_get_num_threads()));
    if (!can_allocate(buffers * blas_buffer + others * (thread_stack + new_arena) + beside)) {
        throw Unavailable(
            fmt::format("out of memory: the limits on this process (ulimit -v, ulimit -d) leave no room for OpenBLAS's "
                        "buffers, {} MiB, and for {} thread{}: raise them{}",
                        buffers * (blas_buffer >> 20), threads, threads == 1 ? "" : "s",
                        threads == 1 ? "" : ", or lower OMP_NUM_THREADS"));
    }
    openblas_set_num_threads(threads);
    const double one = 1;
    double solution = 1;
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, 1, 1, 1, &one, 1, &solution, 1);
    std::atomic<int> started = 0; // GCC leaves out a region that does nothing
#pragma omp parallel num_threads(threads)
    ++started;
}

/// What each process has of a run, alike.
struct LinearSystem {
    fronts::Origin origin;
    numerics::OrderedMatrix ordered;
    solver::Problem problem;
    std::vector<double> b;
};

std::vector<double> drawn_vector(std::uint64_t seed, std::size_t size) {
    Dice dice(seed);
    std::vector<double> values(size);
    for (double& value : values) {
        value = 2 * dice.unit() - 1;
    }
    return values;
}

LinearSystem linear_system(const ExchangeArguments& arguments, std::uint64_t seed) {
    fronts::SourcedTree source = fronts::tree_of_matrix_from(arguments.tree, seed);
    solver::Problem problem = problem_of(source, arguments.processes);
    numerics::OrderedMatrix ordered(source.origin->matrix, source.origin->elimination.permutation);
    const std::size_t size = source.origin->matrix.size;
    return {std::move(*source.origin), std::move(ordered), std::move(problem), drawn_vector(seed, size)};
}

/// Of what each process has found by itself.
std::uint64_t digest_of(const fronts::Origin& origin) {
    Digest digest;
    digest.add(std::span(origin.matrix.column_begin));
    digest.add(std::span(origin.matrix.rows));
    digest.add(std::span(origin.matrix.values));
    digest.add(std::span(origin.elimination.permutation));
    digest.add(std::span(origin.elimination.rows_begin));
    digest.add(std::span(origin.elimination.rows));
    return digest.value();
}

/// Collective. Processes on other hosts may have another file, or other libraries.
LinearSystem same_linear_system(const ExchangeArguments& arguments, std::uint64_t seed, const team::Team& team) {
    LinearSystem system = team::agreed(team, [&] { return linear_system(arguments, seed); });
    team::require_as_on_first(team, digest_of(system.origin),
                              fmt::format("--tree {}: another matrix than that of process 0, or another order of it; "
                                          "all need the same file and the same build",
                                          arguments.tree));
    return system;
}

/// Progress is that of process 0, by an equal share of all flops.
ExchangeRun run(const LinearSystem& system, const mpi::Variant& variant, std::uint64_t seed, RunsProgress& progress) {
    const driver::System shared{system.problem, system.origin.elimination, system.ordered};
    ExchangeRun run = begun_run(system.problem, variant.options, seed);
    progress.run_begins(fronts::total_flops(system.problem.tree) / system.problem.processes());
    const driver::Factorised mine = mpi::factorise(shared, variant, MPI_COMM_WORLD);
    run.figures = mpi::figures_of_all(shared, variant, mine, MPI_COMM_WORLD);
    const std::vector<double> x = mpi::solve(shared, mine.factors, system.b, variant.places, MPI_COMM_WORLD);
    run.residual = numerics::scaled_residual(system.origin.matrix, x, system.b);
    progress.run_ends();
    return run;
}

} // namespace

ExchangeOutcome fronts_outcome(const ExchangeArguments& arguments, const mpi::Session& session) {
    const team::Team& team = session.team();
    const solver::Options options = team::agreed(team, [&] { return solver_options(arguments); });
    team::agreed(team, start_blas);
    RunsProgress progress(session.me() == 0 ? progress_line(arguments.progress, "runs", RunsProgress::parts) : nullptr,
                          arguments.runs);
    const mpi::Variant variant{.options = options,
                               .thread = solver::thread_named(arguments.thread),
                               .on_computation = [&progress](std::int64_t flops) { progress.computation_ends(flops); }};
    ExchangeOutcome outcome{arguments, {}, {}, {}};
    for (std::size_t k = 0; k < arguments.runs; ++k) {
        const std::uint64_t seed = arguments.seed + k;
        const LinearSystem system = same_linear_system(arguments, seed, team);
        outcome.runs.push_back(run(system, variant, seed, progress));
    }
    return outcome;
}

} // namespace tangram::apps
