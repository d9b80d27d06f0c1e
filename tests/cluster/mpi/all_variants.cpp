/// One linear system, factorised and solved by all processes under MPI, with all mechanisms, threads and strategies:
/// all_variants TREE, as fronts::tree_from() names it. Views are compared at rest; so no process tells that it selects
/// nobody any more, but in a run more of each mechanism and strategy.

#include "base/dice.hpp"
#include "cluster/exchange/mechanism.hpp"
#include "cluster/fronts/tree_source.hpp"
#include "cluster/mpi/session.hpp"
#include "tests/cluster/mpi/checked_run.hpp"
#include "tests/cluster/numerics/linear_system.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace tangram::mpi {

namespace {

numerics::test::LinearSystem system_of(const std::string& tree, int processes) {
    fronts::SourcedTree source = fronts::tree_from(tree, 1);
    fronts::Mapping mapping = fronts::mapped(source.tree, static_cast<std::size_t>(processes));
    return numerics::test::linear_system(std::move(source.origin->matrix),
                                         {std::move(source.tree), std::move(source.origin->elimination)},
                                         std::move(mapping));
}

std::vector<Variant> variants() {
    using enum solver::Thread;
    std::vector<Variant> all;
    for (const std::string& mechanism : exchange::mechanism_names()) {
        for (const solver::Thread thread : {none, flag, lock}) {
            for (const solver::Strategy strategy : {solver::Strategy::memory, solver::Strategy::workload}) {
                Variant variant{.options = {.mechanism = mechanism, .strategy = strategy}, .thread = thread};
                variant.options.no_more_master = false;
                all.push_back(variant);
                if (thread == flag && mechanism != "snapshot") {
                    variant.options.no_more_master = true;
                    all.push_back(variant);
                }
            }
        }
    }
    return all;
}

void run_all(const std::string& tree, const Session& session) {
    const numerics::test::LinearSystem system = system_of(tree, session.processes());
    Dice dice(1);
    const std::vector<double> b = numerics::test::random_vector(dice, system.matrix.size);
    for (const Variant& variant : variants()) {
        const solver::Figures figures = test::run_checked(system, variant, b);
        test::require(session.me() != 0 || session.processes() == 1 || figures.decisions > 0, "nobody selects slaves");
    }
}

} // namespace

} // namespace tangram::mpi

int main(int argc, char** argv) {
    using namespace tangram::mpi;
    const Session session(argc, argv);
    test::or_end_all("all_variants TREE", [&] { test::require(argc == 2 && session.allows_threads(), "cannot run"); });
    test::or_end_all(argv[1], [&] { run_all(argv[1], session); });
    if (session.me() == 0) {
        fmt::print("{} on {} processes: {} variants\n", argv[1], session.processes(), variants().size());
    }
    return EXIT_SUCCESS;
}
