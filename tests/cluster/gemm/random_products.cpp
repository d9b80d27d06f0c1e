/// Random products, computed and verified by all processes under MPI: random_products SEED COUNT. STARPU_SCHED names
/// the strategy. One process says what has been run; any that finds a fault says so, and ends all.

#include "apps/gemm/matrix/verify.hpp"
#include "base/dice.hpp"
#include "cluster/gemm/distributed_verification.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/placed_operands.hpp"
#include "cluster/gemm/starpu_mpi.hpp"
#include "cluster/mpi/session.hpp"
#include "cluster/nodes/node_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace tangram::cluster {

namespace {

/// What is drawn alike on all processes.
struct Scene {
    nodes::NodeProblem problem{};
    std::string zones{};
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    double alpha = 1;
    double beta = 0;
    std::size_t window = 1;
    bool has_holes = false; ///< zones in pieces, at random
    bool changes = false;   ///< zones change in its middle
};

Scene drawn_scene(Dice& dice, std::size_t processes) {
    const auto size = [&] { return static_cast<std::int64_t>(1 + dice.below(150)); };
    const auto factor = [&] { return std::array{0.0, 1.0, -0.7}.at(dice.below(3)); };
    const auto transpose = [&] { return dice.below(2) == 0 ? Transpose::no : Transpose::yes; };
    Scene scene;
    scene.problem = {.m = size(), .n = size(), .k = size(), .tile = static_cast<std::int64_t>(8 + dice.below(40))};
    for (std::size_t process = 0; process < processes; ++process) {
        scene.problem.speeds.push_back(static_cast<double>(1 + dice.below(9)));
    }
    scene.zones =
        std::array<std::string, 4>{"nrrp", "columns", "snrrp", fmt::format("block-cyclic:{}x1", processes)}.at(
            dice.below(4));
    scene.transa = transpose();
    scene.transb = transpose();
    scene.alpha = factor();
    scene.beta = factor();
    scene.window = 1 + dice.below(6); // often more than there are slices
    scene.has_holes = dice.below(4) == 0;
    scene.changes = dice.below(3) == 0;
    if (scene.changes) { // as large as it must be for a review, and some slices more
        const auto large = [&] { return static_cast<std::int64_t>(120 + dice.below(40)); };
        scene.problem.m = large();
        scene.problem.n = large();
        scene.problem.k = large();
        scene.problem.tile = 8;
    }
    return scene;
}

partition::Allocation drawn_zones(Dice& dice, const Scene& scene) {
    partition::Allocation zones = nodes::node_zones(scene.zones, scene.problem);
    if (scene.has_holes) {
        std::generate(zones.owners.begin(), zones.owners.end(), [&] { return dice.below(zones.processors); });
    }
    return zones;
}

[[noreturn]] void end_all(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
    }
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    std::abort();
}

void require(bool holds, const std::string& what) {
    if (!holds) {
        throw std::runtime_error(what);
    }
}

/// One element of C is wrong: all processes must find it.
template <class T> void require_faults_are_found(const team::Team& team, const DistributedProduct<T>& product,
                                                 const OwnedTiles<T>& c0, OwnedTiles<T>& c, const nodes::NodePlan& plan,
                                                 Dice& dice) {
    const auto i = static_cast<std::int64_t>(dice.below(plan.zones().rows));
    const auto j = static_cast<std::int64_t>(dice.below(plan.zones().columns));
    if (const auto tile = c.tile(i, j)) {
        (*tile)(tile->rows - 1, tile->columns / 2) += T{1};
    }
    require(residual_freivalds<T>(product, c0, dice.below(1000)) >= apps::tolerance<T>(), "a fault is not found");
    require(residual_full<T>(product, c0, team) >= apps::tolerance<T>(), "a fault is not found in full");
}

/// The product, where the dice say so in three parts with zones of their own, the first two of which end at their first
/// review. Returns whether there were several.
template <class T> bool compute(apps::Runtime& runtime, const team::Team& team, Dice& dice, const Scene& scene,
                                nodes::NodePlan& plan, PlacedOperands<T>& operands) {
    const auto depth = static_cast<std::size_t>(scene.problem.depth().count());
    ReceiveMemory received;
    NodeGemmOptions options{.window = scene.window, .receive_memory = &received, .end_all = end_all};
    int changes_left = scene.changes ? 2 : 0;
    if (scene.changes) {
        options.goes_on = [&](const Review&) { return changes_left-- <= 0; };
    }
    const DistributedProduct<T>& all = operands.product();
    NodeGemmReport report = multiply<T>(runtime, team, scene.problem, plan, all, options);
    while (report.slices < depth) {
        const nodes::NodePlan next(scene.problem, drawn_zones(dice, scene), plan.owners());
        operands.migrate(plan, next, true, team);
        plan = next;
        options.first_slice = report.slices;
        const DistributedProduct<T> rest{all.alpha, all.a, all.b, T{1}, all.c};
        report = multiply<T>(runtime, team, scene.problem, plan, rest, options);
    }
    if (options.first_slice == 0) {
        require(report.transfers == plan.transfers()[static_cast<std::size_t>(team.me())], "other bytes than planned");
    }
    return options.first_slice > 0;
}

/// Returns whether zones have changed in its middle.
template <class T> bool run(apps::Runtime& runtime, const team::Team& team, Dice& dice, Scene scene) {
    const auto me = static_cast<std::size_t>(team.me());
    scene.problem.element_bytes = sizeof(T);
    nodes::NodePlan plan(scene.problem, drawn_zones(dice, scene));
    PlacedOperands<T> operands({scene.transa, scene.transb, scene.alpha, scene.beta}, scene.problem, plan, me);
    operands.a().fill_random(1);
    operands.b().fill_random(2);
    if (operands.reads_c()) {
        operands.c0().fill_random(3);
        operands.c().copy_from(operands.c0());
    } else {
        operands.c().fill(std::numeric_limits<T>::quiet_NaN());
    }
    const bool in_parts = compute(runtime, team, dice, scene, plan, operands);
    const double residual = residual_freivalds<T>(operands.product(), operands.c0(), dice.below(1000));
    require(residual < apps::tolerance<T>(), fmt::format("residual {}", residual));
    const double of_all = residual_full<T>(operands.product(), operands.c0(), team);
    require(of_all < apps::tolerance<T>(), fmt::format("residual {} (full)", of_all));
    require_faults_are_found(team, operands.product(), operands.c0(), operands.c(), plan, dice);
    return in_parts;
}

bool run_scene(apps::Runtime& runtime, const team::Team& team, std::uint64_t seed) {
    try {
        Dice dice(seed);
        const Scene scene = drawn_scene(dice, static_cast<std::size_t>(team.processes()));
        return dice.below(2) == 0 ? run<float>(runtime, team, dice, scene) : run<double>(runtime, team, dice, scene);
    } catch (const std::exception& error) {
        end_all(std::make_exception_ptr(std::runtime_error(fmt::format("seed {}: {}", seed, error.what()))));
    }
}

} // namespace

} // namespace tangram::cluster

int main(int argc, char** argv) {
    using namespace tangram;
    const mpi::Session session(argc, argv);
    if (argc != 3 || !session.allows_concurrent_calls()) {
        fmt::print(stderr, "random_products SEED COUNT\n");
        return EXIT_FAILURE;
    }
    const std::uint64_t seed = std::stoull(argv[1]);
    const std::uint64_t count = std::stoull(argv[2]);
    std::uint64_t in_parts = 0;
    apps::Runtime runtime;
    const cluster::StarpuMpi starpu_mpi;
    for (std::uint64_t k = 0; k < count; ++k) {
        in_parts += cluster::run_scene(runtime, session.team(), seed + k) ? 1 : 0;
    }
    constexpr std::uint64_t many = 5;
    if (count >= many && in_parts == 0) {
        cluster::end_all(std::make_exception_ptr(std::runtime_error("no product was computed in parts")));
    }
    if (session.me() == 0) {
        fmt::print("{} products from seed {} on {} processes under {}, {} of them in parts with other zones\n", count,
                   seed, session.processes(), runtime.policy_name(), in_parts);
    }
    return EXIT_SUCCESS;
}
