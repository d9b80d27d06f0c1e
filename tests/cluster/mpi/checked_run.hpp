#pragma once

/// A factorisation and a solution under MPI, and what must hold on all processes afterwards.

#include "cluster/mpi/factorisation.hpp"
#include "cluster/numerics/residual.hpp"
#include "tests/cluster/driver/checks.hpp"
#include "tests/cluster/numerics/linear_system.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdint>
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
    require_no_fault(driver::test::fault_of_view(system.problem, variant.options, mine.view));
    const solver::Figures figures = figures_of_all(shared, variant, mine, MPI_COMM_WORLD);
    int me = 0;
    check(MPI_Comm_rank(MPI_COMM_WORLD, &me));
    if (me == 0) {
        require_no_fault(driver::test::fault_of_messages(system.problem, variant.options, figures));
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
