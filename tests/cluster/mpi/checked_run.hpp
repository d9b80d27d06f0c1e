#pragma once

/// A factorisation and a solution under MPI, and what must hold on all processes afterwards.

#include "cluster/exchange/message.hpp"
#include "cluster/mpi/factorisation.hpp"
#include "cluster/numerics/residual.hpp"
#include "tests/cluster/numerics/linear_system.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tangram::mpi::test {

inline void require(bool condition, const std::string& what) {
    if (!condition) {
        throw std::logic_error(what);
    }
}

/// Loads are none then. Who selects nobody any more is told nothing, and snapshots tell nothing at rest.
inline void require_views_at_rest(const solver::Problem& problem, const Variant& variant, const Factorised& mine) {
    if (variant.options.mechanism == "snapshot" || variant.options.no_more_master) {
        return;
    }
    const exchange::Load threshold =
        variant.options.threshold.value_or(solver::default_threshold(problem, variant.options.limits));
    for (const exchange::Load& believed : mine.view) {
        require(!exchange::exceeds(believed, threshold), "a view at rest is off by more than the threshold");
    }
}

inline std::size_t count(const solver::Figures& figures, exchange::MessageKind kind) {
    return figures.messages.at(static_cast<std::size_t>(kind));
}

/// Of N processes with D decisions by m masters, for s slaves in all. Increments: N - 1 Reserves a decision. Snapshots:
/// so many Starts, answers and Ends, one of each at least, and one Reserve a slave; where k masters ask at the same
/// time, each of them may ask again at each End of another one, so that there are at most k (k + 2) (N - 1) for k of
/// them. Both but snapshots: each master says once to all that it selects nobody any more.
inline void require_message_counts(const solver::Problem& problem, const Variant& variant,
                                   const solver::Figures& figures) {
    using enum exchange::MessageKind;
    const std::vector<std::size_t> decisions = fronts::decisions(problem.mapping);
    const auto masters = static_cast<std::size_t>(
        std::count_if(decisions.begin(), decisions.end(), [](std::size_t own) { return own > 0; }));
    const std::size_t others = problem.mapping.processes - 1;
    const std::size_t all_decisions = figures.decisions;
    const bool asks = variant.options.mechanism == "snapshot";
    const bool tells = variant.options.mechanism == "increments";
    const auto equal = [&](exchange::MessageKind kind, std::size_t expected) {
        require(count(figures, kind) == expected,
                fmt::format("{} {} messages, expected {}", count(figures, kind), exchange::name_of(kind), expected));
    };
    equal(end, asks ? others * all_decisions : 0);
    equal(no_more_master, !asks && variant.options.no_more_master ? others * masters : 0);
    if (asks) {
        equal(update, 0);
        const std::size_t slaves = count(figures, reserve);
        require(slaves >= (others > 0 ? all_decisions : 0), "a decision without a slave");
        require(count(figures, start) >= others * all_decisions, "a decision without a question to all");
        require(count(figures, state) >= others * all_decisions, "a decision without all answers");
        require(count(figures, state) <= count(figures, start), "more answers than questions");
        require(figures.messages_total() <= others * all_decisions * (masters + 2) + slaves, "too many snapshots");
    } else {
        equal(reserve, tells ? others * all_decisions : 0);
        equal(start, 0);
        equal(state, 0);
        require(others == 0 || variant.options.no_more_master || count(figures, update) % others == 0,
                "an update that did not go to all");
    }
}

/// Collective: figures, on process 0. Throws std::logic_error on a process that finds a fault.
inline solver::Figures run_checked(const numerics::test::LinearSystem& system, const Variant& variant,
                                   std::span<const double> b) {
    const System shared{system.problem, system.elimination, system.ordered};
    const Factorised mine = factorise(shared, variant, MPI_COMM_WORLD);
    require_views_at_rest(system.problem, variant, mine);
    const solver::Figures figures = figures_of_all(shared, variant, mine, MPI_COMM_WORLD);
    int me = 0;
    check(MPI_Comm_rank(MPI_COMM_WORLD, &me));
    if (me == 0) {
        require_message_counts(system.problem, variant, figures);
    }
    const std::vector<double> x = solve(shared, mine.factors, b, variant.places, MPI_COMM_WORLD);
    require(numerics::scaled_residual(system.matrix, x, b) <= 1e-12, "the residual is too large");
    return figures;
}

/// A fault on one process ends all: the others may wait for it.
template <class Run> void or_end_all(const std::string& scene, const Run& run) {
    try {
        run();
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", scene, error.what());
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
}

} // namespace tangram::mpi::test
