/// Random linear systems, factorised and solved by all processes under MPI: random_systems SEED COUNT. One process
/// says what has been run; any that finds a fault says so, and ends all.

#include "cluster/exchange/mechanism.hpp"
#include "cluster/mpi/session.hpp"
#include "tests/cluster/mpi/checked_run.hpp"
#include "tests/cluster/numerics/linear_system.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace tangram::mpi {

namespace {

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

/// The number of decisions, on process 0.
std::size_t run(std::uint64_t seed, int processes) {
    Dice dice(seed);
    const numerics::test::LinearSystem system = drawn_system(dice, static_cast<std::size_t>(processes));
    const Variant variant = drawn_variant(dice);
    const std::vector<double> b = numerics::test::random_vector(dice, system.matrix.size);
    return test::run_checked(system, variant, b).decisions;
}

} // namespace

} // namespace tangram::mpi

int main(int argc, char** argv) {
    using namespace tangram::mpi;
    const Session session(argc, argv);
    test::or_end_all("random_systems SEED COUNT",
                     [&] { test::require(argc == 3 && session.allows_threads(), "cannot run"); });
    const std::uint64_t seed = std::stoull(argv[1]);
    const std::uint64_t count = std::stoull(argv[2]);
    std::size_t decisions = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
        test::or_end_all(fmt::format("seed {}", seed + k), [&] { decisions += run(seed + k, session.processes()); });
    }
    if (session.me() == 0) {
        test::or_end_all("all",
                         [&] { test::require(session.processes() == 1 || decisions >= count, "few decisions"); });
        fmt::print("{} systems from seed {} on {} processes, {} decisions\n", count, seed, session.processes(),
                   decisions);
    }
    return EXIT_SUCCESS;
}
