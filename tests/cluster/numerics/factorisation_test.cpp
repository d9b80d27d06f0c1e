#include "cluster.hpp"
#include "dense_lu.hpp"
#include "linear_system.hpp"

#include "cluster/exchange/mechanism.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/fronts/grid.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace tangram::numerics {

using fronts::SparseMatrix;
using ::tangram::test::message_of;
using test::Cluster;
using test::DenseMatrix;
using test::LinearSystem;

namespace {

/// Adds a block's factors where they stand in L and U.
void add_factors(const fronts::Front& front, std::span<const Index> rows, const solver::Block& place,
                 const BlockFactors& factors, DenseMatrix& sum) {
    EXPECT_EQ(factors.pivots.rows, solver::pivots_in(front, place));
    EXPECT_EQ(factors.rest.rows, solver::contributed_in(front, place));
    for (Index row = 0; row < factors.pivots.rows; ++row) {
        for (Index column = 0; column < front.order; ++column) {
            sum[rows[place.begin + row]][rows[column]] += factors.pivots.view().row(row)[column];
        }
    }
    for (Index row = 0; row < factors.rest.rows; ++row) {
        for (Index column = 0; column < front.pivots; ++column) {
            sum[rows[place.end - factors.rest.rows + row]][rows[column]] += factors.rest.view().row(row)[column];
        }
    }
}

DenseMatrix factors_of(const LinearSystem& system, const Cluster& cluster) {
    DenseMatrix sum = test::dense_zeros(system.matrix.size);
    for (std::size_t process = 0; process < cluster.processes(); ++process) {
        for (const auto& [front, blocks] : cluster.factors(process).blocks) {
            for (const auto& [block, factors] : blocks) {
                add_factors(system.problem.tree.fronts[front], system.elimination.rows_of(front),
                            cluster.factors(process).deals.at(front).at(block), factors, sum);
            }
        }
    }
    return sum;
}

std::int64_t stored_entries(const Cluster& cluster) {
    std::size_t entries = 0;
    for (std::size_t process = 0; process < cluster.processes(); ++process) {
        for (const auto& [front, blocks] : cluster.factors(process).blocks) {
            for (const auto& [block, factors] : blocks) {
                entries += factors.pivots.values.size() + factors.rest.values.size();
            }
        }
    }
    return static_cast<std::int64_t>(entries);
}

void expect_dense_lu(const LinearSystem& system, const Cluster& cluster) {
    const DenseMatrix factors = factors_of(system, cluster);
    const DenseMatrix expected = test::eliminated(test::permuted(system.matrix, system.elimination.permutation));
    for (std::size_t row = 0; row < factors.size(); ++row) {
        for (std::size_t column = 0; column < factors.size(); ++column) {
            ASSERT_NEAR(factors[row][column], expected[row][column], 1e-12) << "row " << row << ", column " << column;
        }
    }
}

/// Fronts with blocks of several processes.
std::size_t shared_fronts(const Cluster& cluster) {
    std::set<fronts::FrontId> shared;
    for (std::size_t process = 0; process < cluster.processes(); ++process) {
        for (const auto& [front, blocks] : cluster.factors(process).deals) {
            const int first = blocks.front().process;
            if (std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) { return block.process != first; })) {
                shared.insert(front);
            }
        }
    }
    return shared.size();
}

/// Mechanism, strategy, and whether messages of the exchange are treated during computations.
class Factorisation : public testing::TestWithParam<std::tuple<std::string, std::string, bool>> {
  protected:
    static solver::Options options(Dice& dice) {
        solver::Options options = test::random_options(dice);
        options.mechanism = std::get<0>(GetParam());
        options.strategy = solver::strategy_named(std::get<1>(GetParam()));
        return options;
    }

    void expect_dense_lu_of(const LinearSystem& system, Dice& dice) {
        Cluster cluster(system, options(dice), std::get<2>(GetParam()));
        cluster.factorise(dice);
        expect_dense_lu(system, cluster);
        EXPECT_EQ(stored_entries(cluster), fronts::total_factor_entries(system.problem.tree));
        shared_fronts_ += shared_fronts(cluster);
    }

    std::size_t shared_fronts_ = 0; ///< of all matrices
};

} // namespace

TEST_P(Factorisation, OfGridsIsADenseLu) {
    for (const auto* grid : {"12x13", "10x11:9", "5x6x6", "4x4x5:27", "40x1", "1x1"}) {
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            SCOPED_TRACE(fmt::format("grid {}, seed {}", grid, seed));
            Dice dice(seed);
            const LinearSystem system = test::random_system(dice, fronts::grid_matrix(fronts::parse_grid(grid), seed));
            expect_dense_lu_of(system, dice);
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
    EXPECT_GT(shared_fronts_, 80U);
}

TEST_P(Factorisation, OfRandomPatternsIsADenseLu) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const LinearSystem system =
            test::random_system(dice, test::random_values(fronts::test::random_matrix(dice, 80), seed));
        expect_dense_lu_of(system, dice);
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(shared_fronts_, 80U);
}

TEST_P(Factorisation, OfFrontsOfAnyTypeIsADenseLu) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const LinearSystem system =
            test::system_of_any_types(dice, fronts::grid_matrix(fronts::parse_grid("7x8:9"), seed));
        expect_dense_lu_of(system, dice);
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GT(shared_fronts_, 80U);
}

INSTANTIATE_TEST_SUITE_P(Numerics, Factorisation,
                         testing::Combine(testing::ValuesIn(exchange::mechanism_names()),
                                          testing::ValuesIn(solver::strategy_names()), testing::Bool()),
                         [](const auto& test) {
                             return fmt::format("{}_{}_{}", std::get<0>(test.param), std::get<1>(test.param),
                                                std::get<2>(test.param) ? "thread" : "none");
                         });

namespace {

/// What the first pivot is that cannot be used, of all processes.
std::string fault(const SparseMatrix& matrix, std::uint64_t seed) {
    Dice dice(seed);
    const LinearSystem system = test::random_system(dice, matrix);
    Cluster cluster(system, test::random_options(dice));
    cluster.factorise(dice);
    std::map<fronts::Index, std::string> faults;
    for (std::size_t process = 0; process < cluster.processes(); ++process) {
        if (const auto& pivot = cluster.factors(process).unusable_pivot) {
            faults[pivot->at] = pivot->message;
        }
    }
    return faults.empty() ? "" : faults.begin()->second;
}

} // namespace

TEST(NumericProcess, TellsASingularMatrixInOneLine) {
    const SparseMatrix no_diagonal = fronts::compressed(3, {{0, 0, 1}, {1, 1, 0}, {2, 2, 1}, {0, 1, 0}, {1, 0, 0}});
    EXPECT_EQ(fault(no_diagonal, 1), "row 2 of 3, counted from 1, has the pivot 0: the matrix is singular, or needs "
                                     "pivoting, which is not done");
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const std::string message = fault(test::singular_laplacian("8x9"), seed); // its last pivot is as good as zero
        EXPECT_NE(message.find("has the pivot"), std::string::npos) << "seed " << seed;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
}

TEST(NumericProcess, PanelsOfOthersGoWhenTheLastBlockHereIsUpdated) {
    fronts::AssemblyTree tree;
    fronts::add_front(tree, 6, 6, {});
    const fronts::Analysis analysis{tree, {{0, 1, 2, 3, 4, 5}, {0, 6}, {0, 1, 2, 3, 4, 5}}};
    const LinearSystem system = test::linear_system(test::random_values(fronts::test::dense_matrix(6), 1), analysis,
                                                    {2, {{fronts::FrontType::on_all, 0, {}}}});
    NumericProcess process(1, system.problem, system.elimination, system.ordered);
    solver::Actions actions;
    actions.deals = {{0, solver::dealt_to_all(tree.fronts[0], 2, 1)}}; // a row each, in turn
    static_cast<void>(process.carry_out(actions));
    process.arrives(solver::Panel{0, 0, {0, 1}}, {9, 1, 1, 1, 1, 1});
    for (const std::size_t block : {1U, 3U, 5U}) {
        EXPECT_EQ(process.panel_entries(), 6);
        process.compute({0, block, 0});
    }
    EXPECT_EQ(process.panel_entries(), 0);
}

TEST(NumericProcess, MessagesComeWithTheirNumbers) {
    Dice dice(1);
    const LinearSystem system = test::random_system(dice, fronts::grid_matrix(fronts::parse_grid("5x5"), 1));
    NumericProcess process(0, system.problem, system.elimination, system.ordered);
    EXPECT_THROW(process.arrives(solver::Panel{0, 0, {0, 1}}, {}), std::logic_error);
    EXPECT_THROW(process.arrives(solver::Finished{0, {0, 1}}, {1.0}), std::logic_error);
    EXPECT_EQ(message_of<std::logic_error>([&] {
                  process.arrives(solver::Deal{}, {1, 2});
              }),
              "process 0: a message comes with 2 numbers, not with 0");
}

} // namespace tangram::numerics
