/// Products of matrices that are dealt out block-cyclically or at random, computed where C lies or by speeds, each
/// element compared: random_cluster_products SEED COUNT, under MPI. One process says what has been run.

#include "cluster/interface/cluster.hpp"

#include "tests/cluster/interface/distributed_scene.hpp"
#include "tests/cluster/interface/mpi_program.hpp"

#include <array>
#include <memory>
#include <optional>

namespace tangram::cluster {

namespace {

ProcessGrid drawn_grid(Dice& dice, std::size_t processes) {
    ProcessGrid grid;
    grid.rows = 1 + dice.below(processes);
    grid.columns = 1 + dice.below(processes / grid.rows); // some processes may be outside
    grid.by_rows = dice.below(2) == 0;
    return grid;
}

/// grid: of block-cyclic matrices; nothing for other ones.
template <class T> std::unique_ptr<Part<T>> drawn_part(Dice& dice, const Elements<T>& elements, std::int64_t tile,
                                                       const std::optional<ProcessGrid>& grid, bool is_shifted,
                                                       const Cluster& cluster) {
    std::unique_ptr<Part<T>> part;
    if (grid) {
        const BlockCyclic matrix{.rows = elements.rows,
                                 .columns = elements.columns,
                                 .block = tile,
                                 .grid = *grid,
                                 .first_row = is_shifted ? dice.below(grid->rows) : 0,
                                 .first_column = is_shifted ? dice.below(grid->columns) : 0};
        part = std::make_unique<BlockCyclicPart<T>>(matrix, cluster.me());
    } else {
        part = std::make_unique<ScatteredPart<T>>(dice, elements.rows, elements.columns, tile, cluster.processes());
    }
    part->set(cluster.me(), elements);
    return part;
}

template <class T> ProductScene<T> drawn_product(Dice& dice) {
    const auto size = [&] { return static_cast<std::int64_t>(dice.below(12) == 0 ? 0 : 1 + dice.below(120)); };
    const auto factor = [&] { return static_cast<T>(std::array{0.0, 1.0, -0.7}.at(dice.below(3))); };
    const auto transpose = [&] { return dice.below(2) == 0 ? Transpose::no : Transpose::yes; };
    const std::int64_t m = size();
    const std::int64_t n = size();
    const std::int64_t k = size();
    ProductScene<T> scene;
    scene.transa = transpose();
    scene.transb = transpose();
    scene.alpha = factor();
    scene.beta = factor();
    scene.a = scene.transa == Transpose::no ? drawn_elements<T>(dice, m, k) : drawn_elements<T>(dice, k, m);
    scene.b = scene.transb == Transpose::no ? drawn_elements<T>(dice, k, n) : drawn_elements<T>(dice, n, k);
    scene.c = drawn_elements<T>(dice, m, n);
    if (scene.beta == T{0}) {
        scene.c.values.assign(scene.c.values.size(), std::numeric_limits<T>::quiet_NaN());
    }
    return scene;
}

ClusterGemmOptions drawn_options(Dice& dice, std::size_t processes) {
    ClusterGemmOptions options;
    options.place = std::array{Place::faster, Place::c_stays, Place::by_speeds}.at(dice.below(3));
    options.zones = std::array{"nrrp", "columns"}.at(dice.below(2));
    for (std::size_t process = 0; process < processes; ++process) {
        options.speeds.push_back(static_cast<double>(1 + dice.below(9)));
    }
    if (dice.below(2) == 0) {
        options.window = 1 + dice.below(4);
    }
    return options;
}

/// Of the tiles of an input that lie at a process without a tile of C in their row, or column.
template <class T> std::uint64_t misplaced_bytes(const DistributedMatrix<T>& input, Transpose transpose, bool by_rows,
                                                 const DistributedMatrix<T>& c) {
    const auto count = [](std::int64_t size, std::int64_t tile) {
        return static_cast<std::size_t>((size + tile - 1) / tile);
    };
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < count(input.rows, input.tile); ++i) {
        for (std::size_t j = 0; j < count(input.columns, input.tile); ++j) {
            const std::size_t line = by_rows == (transpose == Transpose::no) ? i : j;
            bool is_needed = false;
            for (std::size_t n = 0; n < count(by_rows ? c.columns : c.rows, c.tile); ++n) {
                is_needed = is_needed || (by_rows ? c.owner(line, n) : c.owner(n, line)) == input.owner(i, j);
            }
            const std::int64_t rows = std::min(input.tile, input.rows - static_cast<std::int64_t>(i) * input.tile);
            const std::int64_t columns =
                std::min(input.tile, input.columns - static_cast<std::int64_t>(j) * input.tile);
            bytes += is_needed ? 0 : static_cast<std::uint64_t>(rows * columns) * sizeof(T);
        }
    }
    return bytes;
}

template <class T> std::uint64_t misplaced_bytes(const ProductScene<T>& scene, const DistributedMatrix<T>& a,
                                                 const DistributedMatrix<T>& b, const DistributedMatrix<T>& c) {
    return misplaced_bytes(a, scene.transa, true, c) + misplaced_bytes(b, scene.transb, false, c);
}

/// Whether it was computed by speeds.
template <class T> bool run(Dice& dice, Cluster& cluster) {
    const ProductScene<T> scene = drawn_product<T>(dice);
    const auto tile = static_cast<std::int64_t>(4 + dice.below(30));
    const std::optional<ProcessGrid> grid =
        dice.below(4) != 0 ? std::optional(drawn_grid(dice, cluster.processes())) : std::nullopt;
    const bool is_shifted = dice.below(2) == 0;
    const auto a = drawn_part(dice, scene.a, tile, grid, is_shifted, cluster);
    const auto b = drawn_part(dice, scene.b, tile, grid, is_shifted, cluster);
    const auto c = drawn_part(dice, scene.c, tile, grid, is_shifted, cluster);
    const ClusterGemmOptions options = drawn_options(dice, cluster.processes());
    const ClusterReport report = cluster.gemm(scene.transa, scene.transb, scene.alpha, a->matrix(), b->matrix(),
                                              scene.beta, c->matrix(), options);
    const double error = scene.error(*c, cluster.me());
    require(error <= 1, fmt::format("an element of C is off by {} of what rounding may do", error));
    require(a->is_guarded() && b->is_guarded() && c->is_guarded(), "memory between the tiles has changed");
    const bool is_computed = scene.depth() > 0 && scene.alpha != T{0} && !scene.c.values.empty();
    require(!is_computed || options.place == Place::faster || report.place == options.place, "not where it shall be");
    require(options.place != Place::faster || report.place == Place::c_stays ||
                *report.seconds_by_speeds < 0.95 * report.seconds_c_stays,
            "moved though it does not pay");
    require(!is_computed || report.place == Place::by_speeds ||
                report.bytes_moved == misplaced_bytes(scene, a->matrix(), b->matrix(), c->matrix()),
            "other tiles move than those that lie where they are not needed");
    return report.place == Place::by_speeds;
}

void run_seeds(std::uint64_t first, std::uint64_t count) {
    Cluster cluster;
    std::uint64_t by_speeds = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        or_end_all(fmt::format("seed {}", seed), [&] {
            Dice dice(seed);
            const bool is_by_speeds = dice.below(2) == 0 ? run<float>(dice, cluster) : run<double>(dice, cluster);
            by_speeds += is_by_speeds ? 1 : 0;
        });
    }
    or_end_all("random_cluster_products", [&] { require(count < 10 || by_speeds > 0, "none of them by speeds"); });
    if (cluster.me() == 0) {
        fmt::print("{} products from seed {} on {} processes, {} of them by speeds\n", count, first,
                   cluster.processes(), by_speeds);
    }
}

} // namespace

} // namespace tangram::cluster

int main(int argc, char** argv) {
    const tangram::cluster::Mpi mpi(argc, argv);
    tangram::cluster::or_end_all("random_cluster_products", [&] {
        tangram::cluster::require(argc == 3, "expects SEED COUNT");
        tangram::cluster::run_seeds(std::stoull(argv[1]), std::stoull(argv[2]));
    });
    return EXIT_SUCCESS;
}
