#pragma once

/// A factorisation and a solution under MPI, and what must hold on all processes afterwards.

#include "cluster/mpi/factorisation.hpp"
#include "cluster/numerics/residual.hpp"
#include "tests/cluster/end_all.hpp"
#include "tests/cluster/numerics/linear_system.hpp"
#include "tests/cluster/solver/at_rest.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tangram::mpi::test {

using tangram::test::or_end_all;
using tangram::test::require;

inline void require_no_fault(const std::string& fault) {
    require(fault.empty(), fault);
}

/// Collective: figures, on process 0. Throws std::logic_error on a process that finds a fault.
inline solver::Figures run_checked(const numerics::test::LinearSystem& system, Variant variant,
                                   std::span<const double> b) {
    const driver::System shared{system.problem, system.elimination, system.ordered};
    std::int64_t flops = 0;
    variant.on_computation = [&flops](std::int64_t more) { flops += more; };
    const driver::Factorised mine = factorise(shared, variant, MPI_COMM_WORLD);
    require(flops == mine.course.tally.flops, "some computations were not told");
    int me = 0;
    check(MPI_Comm_rank(MPI_COMM_WORLD, &me));
    require_no_fault(
        solver::test::fault_of_view(static_cast<std::size_t>(me), system.problem, variant.options, mine.view));
    const solver::Figures figures = figures_of_all(shared, variant, mine, MPI_COMM_WORLD);
    if (me == 0) {
        require_no_fault(solver::test::fault_of_messages(system.problem, variant.options, figures));
    }
    const std::vector<double> x = solve(shared, mine.factors, b, variant.places, MPI_COMM_WORLD);
    require(numerics::scaled_residual(system.matrix, x, b) <= 1e-12, "the residual is too large");
    return figures;
}

} // namespace tangram::mpi::test
