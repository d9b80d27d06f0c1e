#include "cluster/numerics/substitution.hpp"

#include "cluster.hpp"
#include "linear_system.hpp"

#include "cluster/fronts/grid.hpp"
#include "cluster/fronts/matrix_market.hpp"
#include "cluster/numerics/residual.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tangram::numerics {

using fronts::FrontType;
using fronts::SparseMatrix;
using test::Cluster;
using test::LinearSystem;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pointwise;

namespace {

double residual_of(const LinearSystem& system, Dice& dice) {
    solver::Options options = test::random_options(dice);
    options.mechanism = exchange::mechanism_names()[dice.below(3)];
    options.strategy = dice.below(2) == 0 ? solver::Strategy::memory : solver::Strategy::workload;
    Cluster cluster(system, options);
    cluster.factorise(dice);
    const std::vector<double> b = test::random_vector(dice, system.matrix.size);
    return scaled_residual(system.matrix, cluster.solution(dice, b), b);
}

} // namespace

TEST(Substitution, SolvesOnGrids) {
    for (const auto* grid : {"20x30", "15x25:9", "8x9x10", "6x7x8:27", "400x1", "1x1"}) {
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            SCOPED_TRACE(fmt::format("grid {}, seed {}", grid, seed));
            Dice dice(seed);
            const LinearSystem system = test::random_system(dice, fronts::grid_matrix(fronts::parse_grid(grid), seed));
            EXPECT_LE(residual_of(system, dice), 1e-14);
        }
    }
}

TEST(Substitution, SolvesOnRandomPatterns) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const LinearSystem system =
            test::random_system(dice, test::random_values(fronts::test::random_matrix(dice, 80), seed));
        EXPECT_LE(residual_of(system, dice), 1e-14);
    }
}

/// Fronts on all processes have parents here, and masters that have none of their pivots.
TEST(Substitution, SolvesWithFrontsOfAnyType) {
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const LinearSystem system =
            test::system_of_any_types(dice, fronts::grid_matrix(fronts::parse_grid("9x10"), seed));
        EXPECT_LE(residual_of(system, dice), 1e-14);
    }
}

TEST(Substitution, SolvesWhatAFileSays) {
    const ::tangram::test::TemporaryFolder folder;
    ::tangram::test::put(folder / "a.mtx", "%%MatrixMarket matrix coordinate real general\n"
                                           "4 4 8\n1 1 4\n2 2 -5\n3 3 6e3\n4 4 7\n1 3 1\n3 1 -2e3\n2 4 3\n4 1 0.5\n");
    Dice dice(1);
    const LinearSystem system = test::random_system(dice, fronts::read_matrix_market(folder / "a.mtx", 1));
    Cluster cluster(system, test::random_options(dice));
    cluster.factorise(dice);
    // A times (1, 2, 3, 4)
    EXPECT_THAT(cluster.solution(dice, {7, 2, 16'000, 28.5}), Pointwise(DoubleNear(1e-13), {1.0, 2.0, 3.0, 4.0}));
}

/// An arrow: rows 0 and 1 are leaves, on two processes, under the root with rows 2 and 3 that both share.
TEST(Substitution, AnArrowOnTwoProcesses) {
    SparseMatrix matrix = fronts::compressed(4, {{0, 0, 2},
                                                 {1, 1, 4},
                                                 {2, 2, 5},
                                                 {3, 3, 6},
                                                 {2, 0, 2}, // L has 1 there
                                                 {0, 2, 4},
                                                 {3, 1, 8}, // L has 2 there
                                                 {1, 3, 1},
                                                 {3, 2, 3}, // L has 3 there
                                                 {2, 3, 0}});
    fronts::AssemblyTree tree;
    fronts::add_front(tree, 1, 2, {});
    fronts::add_front(tree, 1, 2, {});
    fronts::add_front(tree, 2, 2, {0, 1});
    const fronts::Analysis analysis{tree, {{0, 1, 2, 3}, {0, 2, 4, 6}, {0, 2, 1, 3, 2, 3}}};
    fronts::Mapping mapping{2,
                            {{FrontType::sequential, 0, fronts::FrontId{0}},
                             {FrontType::sequential, 1, fronts::FrontId{1}},
                             {FrontType::on_all, 0, {}}}};
    const LinearSystem system = test::linear_system(std::move(matrix), analysis, std::move(mapping));
    solver::Options options;
    options.limits.least_rows = 1;
    Cluster cluster(system, options);
    Dice dice(1);
    cluster.factorise(dice);
    // L y = b has y = (2, 4, 1, 8): 2, 4, 2 + 1, 8 + 3 + 8. U has rows (2, ., 4, .), (., 4, ., 1), (., ., 1, 0) and 4.
    const std::vector<double> b{2, 4, 3, 19};
    using enum Segment::Kind;
    Substitution first(0, system.problem, system.elimination, cluster.factors(0), b);
    Substitution second(1, system.problem, system.elimination, cluster.factors(1), b);
    const SegmentEnvelope y{1, {eliminated, 2, {0, 1}, {1}}};
    const SegmentEnvelope last_x{0, {solved, 2, {1, 2}, {2}}};
    EXPECT_THAT(first.start(), ElementsAre(y)); // its leaf contributes to its own row
    EXPECT_THAT(second.start(), IsEmpty());
    EXPECT_THAT(second.receive(y.segment), ElementsAre(last_x));
    const SegmentEnvelope x_of_leaf{1, {solved, 1, {1, 2}, {2}}};
    EXPECT_THAT(first.receive(last_x.segment), ElementsAre(x_of_leaf));
    EXPECT_TRUE(first.is_done());
    EXPECT_FALSE(second.is_done());
    EXPECT_THAT(second.receive(x_of_leaf.segment), IsEmpty());
    EXPECT_TRUE(second.is_done());
    EXPECT_THAT(first.solution(), ElementsAre(-1, 0, 1, 0));
    EXPECT_THAT(second.solution(), ElementsAre(0, 0.5, 0, 2));
}

} // namespace tangram::numerics
