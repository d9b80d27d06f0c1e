#pragma once

/// One process of the factorisation as a program: it drives its solver::SolverProcess and its
/// numerics::NumericProcess. Messages of the exchange and of the application have a channel each.
///
///     main        its computation has ended? account for it. Then, in this order: a message of the exchange, one of
///                 the application, the next task (Guermouche and L'Excellent 2005, algorithm 1)
///     thread      every 50 microseconds all messages of the exchange that have come, also while main computes
///                 (ibid., section 4.5); without it (Thread::none) main alone treats them, between computations
///
/// One lock protects all state and all calls of the links, so that these serve one thread at a time. Main leaves it to
/// compute and to wait. With Thread::lock, who is frozen begins to send nothing of the application, also of what waits
/// for a place, and who has computed meanwhile does not account for it before it thaws.
///
/// The end: who has nothing to do cannot know whether a master will still select it. So all agree (Agreement) that the
/// flops of all fronts are done and no message is under way: then all views are as they would stay.

#include "cluster/driver/agreement.hpp"
#include "cluster/driver/channel.hpp"
#include "cluster/exchange/load.hpp"
#include "cluster/numerics/numeric_process.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"
#include "cluster/solver/thread.hpp"

#include <vector>

namespace tangram::driver {

/// What all processes have: the same on each.
struct System {
    const solver::Problem& problem;
    const fronts::Elimination& elimination;
    const numerics::OrderedMatrix& matrix;
};

/// To the other processes.
struct Links {
    Channel& exchange;
    Channel& application;
    Rounds& rounds;
};

/// Of one process.
struct Factorised {
    numerics::Factors factors;
    solver::Course course; ///< until all processes agreed on the end
    /// By process, at rest: its own load, which is none, and what others are believed.
    std::vector<exchange::Load> view;
};

/// Collective: all processes call it at the same time, from where seconds count. The options must be valid. A singular
/// matrix is told in the factors of the processes that found it, when all have come to the end. Throws
/// std::logic_error for packets that are no messages, and what the links throw; then the other processes wait, and
/// whoever catches it ends them. The links are then as Channel says.
/// on_computation, if given, is told of this process's own computations, while nothing is locked.
[[nodiscard]] Factorised factorise(int me, const System& system, const solver::Options& options, solver::Thread thread,
                                   const Links& links, const solver::OnComputation& on_computation = {});

} // namespace tangram::driver
