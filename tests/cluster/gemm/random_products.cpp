/// Random products, computed and verified by all processes under MPI: random_products SEED COUNT. STARPU_SCHED names
/// the strategy. One process says what has been run; any that finds a fault says so, and ends all.

#include "apps/gemm/matrix/verify.hpp"
#include "base/dice.hpp"
#include "cluster/gemm/distributed_verification.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/operands.hpp"
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
template <class T> void require_faults_are_found(const DistributedProduct<T>& product, const OwnedTiles<T>& c0,
                                                 OwnedTiles<T>& c, const nodes::NodePlan& plan, Dice& dice) {
    const auto i = static_cast<std::int64_t>(dice.below(plan.zones().rows));
    const auto j = static_cast<std::int64_t>(dice.below(plan.zones().columns));
    if (const auto tile = c.tile(i, j)) {
        (*tile)(tile->rows - 1, tile->columns / 2) += T{1};
    }
    require(residual_freivalds<T>(product, c0, dice.below(1000)) >= apps::tolerance<T>(), "a fault is not found");
}

template <class T> void run(apps::Runtime& runtime, const team::Team& team, Dice& dice, Scene scene) {
    const auto me = static_cast<std::size_t>(team.me());
    scene.problem.element_bytes = sizeof(T);
    const nodes::NodePlan plan(scene.problem, drawn_zones(dice, scene));
    OwnedTiles<T> a = tiles_of_a<T>(scene.problem, plan, scene.transa, me);
    OwnedTiles<T> b = tiles_of_b<T>(scene.problem, plan, scene.transb, me);
    OwnedTiles<T> c = tiles_of_c<T>(scene.problem, plan, me);
    OwnedTiles<T> c0 = tiles_of_c<T>(scene.problem, plan, me);
    a.fill_random(1);
    b.fill_random(2);
    if (scene.beta != 0) {
        c0.fill_random(3);
    } else {
        c0.fill(std::numeric_limits<T>::quiet_NaN());
    }
    c.copy_from(c0);
    const DistributedProduct<T> product{static_cast<T>(scene.alpha), a, b, static_cast<T>(scene.beta), c};
    const NodeGemmReport report =
        multiply<T>(runtime, team, scene.problem, plan, product, {.window = scene.window, .end_all = end_all});
    const double residual = residual_freivalds<T>(product, c0, dice.below(1000));
    require(residual < apps::tolerance<T>(), fmt::format("residual {}", residual));
    require(report.transfers == plan.transfers()[me], "other bytes than planned");
    require_faults_are_found(product, c0, c, plan, dice);
}

void run_scene(apps::Runtime& runtime, const team::Team& team, std::uint64_t seed) {
    try {
        Dice dice(seed);
        const Scene scene = drawn_scene(dice, static_cast<std::size_t>(team.processes()));
        if (dice.below(2) == 0) {
            run<float>(runtime, team, dice, scene);
        } else {
            run<double>(runtime, team, dice, scene);
        }
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
    apps::Runtime runtime;
    const cluster::StarpuMpi starpu_mpi;
    for (std::uint64_t k = 0; k < count; ++k) {
        cluster::run_scene(runtime, session.team(), seed + k);
    }
    if (session.me() == 0) {
        fmt::print("{} products from seed {} on {} processes under {}\n", count, seed, session.processes(),
                   runtime.policy_name());
    }
    return EXIT_SUCCESS;
}
