#pragma once

/// The factorisation, and the solution by it, under MPI: the processes of cluster/driver, with channels of MPI.

#include "cluster/driver/factorisation.hpp"
#include "cluster/numerics/factors.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/thread.hpp"

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::mpi {

struct Variant {
    solver::Options options{};
    solver::Thread thread = solver::Thread::none;
    std::size_t places = 64;                ///< messages under way from a process at a time, of each kind of channel
    solver::OnComputation on_computation{}; ///< of this process; may be empty
};

/// Collective. MPI must have been initialised with MPI_THREAD_SERIALIZED if there is a thread. Throws InvalidInput as
/// solver::require_valid(), RunFailure if MPI fails, and if the matrix is singular: on the process that found the first
/// pivot, in the order of elimination, that cannot be used. Then the other processes wait, and whoever catches it ends
/// them (MPI_Abort).
[[nodiscard]] driver::Factorised factorise(const driver::System& system, const Variant& variant, MPI_Comm communicator);

/// Collective: the figures of all processes on process 0; on the others, none. Throws RunFailure if MPI fails.
[[nodiscard]] solver::Figures figures_of_all(const driver::System& system, const Variant& variant,
                                             const driver::Factorised& mine, MPI_Comm communicator);

/// Collective: x of A x = b by these factors, all of it on each process. b: all of it, by row of the matrix. Throws
/// RunFailure if MPI fails.
[[nodiscard]] std::vector<double> solve(const driver::System& system, const numerics::Factors& factors,
                                        std::span<const double> b, std::size_t places, MPI_Comm communicator);

} // namespace tangram::mpi
