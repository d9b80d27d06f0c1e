#pragma once

/// One process of the factorisation under MPI: it drives its solver::SolverProcess and its numerics::NumericProcess.
/// Messages of the exchange and of the application have a channel each.
///
///     main        its computation has ended? account for it. Then, in this order: a message of the exchange, one of
///                 the application, the next task (Guermouche and L'Excellent 2005, algorithm 1)
///     thread      every 50 microseconds all messages of the exchange that have come, also while main computes
///                 (ibid., section 4.5); without it (Thread::none) main treats them, between computations
///
/// One lock protects all state and all calls of MPI, so that MPI_THREAD_SERIALIZED is enough. Main leaves it to compute
/// and to wait. With Thread::lock, who has computed while frozen does not account for it before it thaws.
///
/// The end: who has nothing to do cannot know whether a master will still select it. So all agree (Agreement) that the
/// flops of all fronts are done and no message is under way: then all views are as they would stay.

#include "cluster/exchange/load.hpp"
#include "cluster/numerics/numeric_process.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"
#include "cluster/solver/thread.hpp"

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::mpi {

/// What all processes have: the same on each.
struct System {
    const solver::Problem& problem;
    const fronts::Elimination& elimination;
    const numerics::OrderedMatrix& matrix;
};

/// Of one process.
struct Factorised {
    numerics::Factors factors;
    solver::Course course; ///< until all processes agreed on the end
    /// By process, at rest: its own load, which is none, and what others are believed.
    std::vector<exchange::Load> view;
};

struct Variant {
    solver::Options options{};
    solver::Thread thread = solver::Thread::none;
    std::size_t places = 64; ///< messages under way from a process at a time, of each kind of channel
};

/// Collective. MPI must have been initialised with MPI_THREAD_SERIALIZED if there is a thread. Throws InvalidInput as
/// solver::require_valid(), RunFailure as NumericProcess::compute() does and if MPI fails; then the other processes
/// wait, and whoever catches it ends them (MPI_Abort).
[[nodiscard]] Factorised factorise(const System& system, const Variant& variant, MPI_Comm communicator);

/// Collective: the figures of all processes on process 0; on the others, none. Throws RunFailure if MPI fails.
[[nodiscard]] solver::Figures figures_of_all(const System& system, const Variant& variant, const Factorised& mine,
                                             MPI_Comm communicator);

/// Collective: x of A x = b by these factors, all of it on each process. b: all of it, by row of the matrix. Throws
/// RunFailure if MPI fails.
[[nodiscard]] std::vector<double> solve(const System& system, const numerics::Factors& factors,
                                        std::span<const double> b, std::size_t places, MPI_Comm communicator);

} // namespace tangram::mpi
