/// Random linear systems, factorised and solved by all processes under MPI: random_systems SEED COUNT. One process
/// says what has been run; any that finds a fault says so, and ends all.

#include "cluster/mpi/factorisation.hpp"

#include "cluster/exchange/mechanism.hpp"
#include "cluster/mpi/channel.hpp"
#include "cluster/numerics/residual.hpp"
#include "tests/cluster/numerics/linear_system.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

namespace tangram::mpi {

namespace {

void require(bool condition, const std::string& what) {
    if (!condition) {
        throw std::logic_error(what);
    }
}

/// Small ones, where fronts of all types have few rows, and grids, where processes overlap.
numerics::test::LinearSystem drawn_system(Dice& dice, std::size_t processes) {
    fronts::SparseMatrix pattern = dice.below(3) == 0
                                       ? fronts::test::dense_matrix(static_cast<fronts::Index>(10 + dice.below(60)))
                                       : fronts::test::random_matrix(dice, 300);
    fronts::SparseMatrix matrix = numerics::test::random_values(std::move(pattern), dice.below(1000));
    const fronts::Analysis analysis = numerics::test::random_analysis(dice, matrix);
    fronts::Mapping mapping = fronts::mapped(analysis.tree, processes, numerics::test::random_mapping_options(dice));
    return numerics::test::linear_system(std::move(matrix), analysis, std::move(mapping));
}

Variant drawn_variant(Dice& dice) {
    Variant variant{.options = numerics::test::random_options(dice)};
    variant.options.mechanism = exchange::mechanism_names().at(dice.below(3));
    variant.options.strategy = static_cast<solver::Strategy>(dice.below(2));
    variant.thread = static_cast<solver::Thread>(dice.below(3));
    variant.places = static_cast<std::size_t>(1 + dice.below(4));
    return variant;
}

/// Loads are none then. Who selects nobody is told nothing.
void require_views_at_rest(const numerics::test::LinearSystem& system, const Variant& variant, const Factorised& mine) {
    if (variant.options.mechanism == "snapshot" || variant.options.no_more_master || mine.decisions == 0) {
        return;
    }
    const exchange::Load threshold =
        variant.options.threshold.value_or(solver::default_threshold(system.problem, variant.options.limits));
    for (const exchange::Load& believed : mine.view) {
        require(!exchange::exceeds(believed, threshold), "a view at rest is off by more than the threshold");
    }
}

void run(std::uint64_t seed, int processes) {
    Dice dice(seed);
    const numerics::test::LinearSystem system = drawn_system(dice, static_cast<std::size_t>(processes));
    const Variant variant = drawn_variant(dice);
    const std::vector<double> b = numerics::test::random_vector(dice, system.matrix.size);
    const System shared{system.problem, system.elimination, system.ordered};
    const Factorised mine = factorise(shared, variant, MPI_COMM_WORLD);
    require_views_at_rest(system, variant, mine);
    const std::vector<double> x = solve(shared, mine.factors, b, variant.places, MPI_COMM_WORLD);
    require(numerics::scaled_residual(system.matrix, x, b) <= 1e-12, "the residual is too large");
}

int run_all(std::uint64_t seed, std::uint64_t count) {
    int me = 0;
    int processes = 0;
    check(MPI_Comm_rank(MPI_COMM_WORLD, &me));
    check(MPI_Comm_size(MPI_COMM_WORLD, &processes));
    errors_return(MPI_COMM_WORLD);
    for (std::uint64_t k = 0; k < count; ++k) {
        try {
            run(seed + k, processes);
        } catch (const std::exception& error) {
            fmt::print(stderr, "process {} of {}, seed {}: {}\n", me, processes, seed + k, error.what());
            return EXIT_FAILURE;
        }
    }
    if (me == 0) {
        fmt::print("{} systems from seed {} on {} processes\n", count, seed, processes);
    }
    return EXIT_SUCCESS;
}

} // namespace

} // namespace tangram::mpi

int main(int argc, char** argv) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    const bool can_run = argc == 3 && provided >= MPI_THREAD_SERIALIZED;
    const int status = can_run ? tangram::mpi::run_all(std::stoull(argv[1]), std::stoull(argv[2])) : EXIT_FAILURE;
    if (status != EXIT_SUCCESS) {
        MPI_Abort(MPI_COMM_WORLD, status);
    }
    MPI_Finalize();
    return status;
}
