#include "model/steady_state/linear_programme.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "model/steady_state/rational_system.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

namespace tangram::model::steady_state {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Row = LinearProgramme::Row;

const Rational tiny("1/1000000000000");

Row row(const std::vector<Rational>& entries, bool is_equality, const Rational& right) {
    Row row{{}, is_equality, right};
    for (std::size_t column = 0; column < entries.size(); ++column) {
        if (entries[column] != 0) {
            row.entries.push_back({column, entries[column]});
        }
    }
    return row;
}

Row at_most(const std::vector<Rational>& entries, const Rational& right) {
    return row(entries, false, right);
}

Row equal(const std::vector<Rational>& entries, const Rational& right) {
    return row(entries, true, right);
}

LinearProgramme programme(const std::vector<Rational>& objective, const std::vector<Row>& rows) {
    return {objective, rows, std::vector<Rational>(objective.size(), Rational(1'000'000))};
}

Rational product(const std::vector<LinearProgramme::Entry>& entries, const std::vector<Rational>& values) {
    Rational sum;
    for (const auto& [column, value] : entries) {
        sum += value * values[column];
    }
    return sum;
}

bool is_solution(const LinearProgramme& programme, const std::vector<Rational>& values) {
    return std::all_of(values.begin(), values.end(), [](const Rational& value) { return value >= 0; }) &&
           std::all_of(programme.rows.begin(), programme.rows.end(), [&](const Row& row) {
               const Rational left = product(row.entries, values);
               return row.is_equality ? left == row.right : left <= row.right;
           });
}

Rational value_of(const LinearProgramme& programme, const std::vector<Rational>& values) {
    Rational sum;
    for (std::size_t column = 0; column < values.size(); ++column) {
        sum += programme.objective[column] * values[column];
    }
    return sum;
}

/// By weak duality no solution is better than the prices say: that the values reach this proves both.
void expect_proved(const LinearProgramme& programme, const Optimum& optimum) {
    EXPECT_TRUE(optimum.proved);
    ASSERT_EQ(optimum.values.size(), programme.objective.size());
    ASSERT_EQ(optimum.prices.size(), programme.rows.size());
    EXPECT_TRUE(is_solution(programme, optimum.values));
    EXPECT_EQ(value_of(programme, optimum.values), optimum.bound);
    std::vector<Rational> cost(programme.objective.size());
    Rational worth;
    for (std::size_t r = 0; r < programme.rows.size(); ++r) {
        EXPECT_TRUE(programme.rows[r].is_equality || optimum.prices[r] >= 0) << "row " << r;
        worth += programme.rows[r].right * optimum.prices[r];
        for (const auto& [column, value] : programme.rows[r].entries) {
            cost[column] += value * optimum.prices[r];
        }
    }
    for (std::size_t column = 0; column < cost.size(); ++column) {
        EXPECT_GE(cost[column], programme.objective[column]) << "column " << column;
    }
    EXPECT_EQ(worth, optimum.bound);
}

Optimum proved_maximum(const LinearProgramme& programme) {
    Optimum optimum = maximum(programme);
    expect_proved(programme, optimum);
    return optimum;
}

/// The columns' values where so many of the rows and bounds hold as equalities as there are columns; nothing if these
/// do not decide the values. Bit n of `tight` is row n, those behind the rows are the bounds.
std::optional<std::vector<Rational>> vertex(const LinearProgramme& programme, unsigned tight) {
    SquareMatrix matrix;
    std::vector<Rational> right;
    for (std::size_t n = 0; n < programme.rows.size() + programme.objective.size(); ++n) {
        if ((tight >> n & 1U) == 0) {
            continue;
        }
        if (n < programme.rows.size()) {
            for (const auto& [column, value] : programme.rows[n].entries) {
                matrix.entries.push_back({right.size(), column, value});
            }
            right.push_back(programme.rows[n].right);
        } else {
            matrix.entries.push_back({right.size(), n - programme.rows.size(), 1});
            right.emplace_back(0);
        }
    }
    matrix.size = right.size();
    return matrix.size == programme.objective.size() ? solution(matrix, right) : std::nullopt;
}

/// The best of all vertices; nothing if there is none. The programme must be bounded.
std::optional<Rational> best_vertex(const LinearProgramme& programme) {
    std::optional<Rational> best;
    for (unsigned tight = 0; tight < 1U << (programme.rows.size() + programme.objective.size()); ++tight) {
        const auto values = vertex(programme, tight);
        if (values && is_solution(programme, *values)) {
            const Rational value = value_of(programme, *values);
            best = best ? std::max(*best, value) : value;
        }
    }
    return best;
}

/// Up to four columns and five rows, the first of which bounds all columns. Zeros, repeated rows and ties are frequent.
LinearProgramme random_programme(Dice& dice) {
    const std::size_t columns = 1 + dice.below(4);
    const auto number = [&]() -> Rational { return (Rational(dice.below(7)) - 2) / Rational(1 + dice.below(3)); };
    const auto numbers = [&] {
        std::vector<Rational> all(columns);
        std::generate(all.begin(), all.end(), number);
        return all;
    };
    LinearProgramme programme{
        numbers(), {at_most(std::vector<Rational>(columns, Rational(1)), 10)}, std::vector<Rational>(columns, 10)};
    for (std::uint64_t rows = dice.below(5); rows > 0; --rows) {
        if (dice.below(4) == 0) {
            programme.rows.push_back(programme.rows[dice.below(programme.rows.size())]);
        } else {
            programme.rows.push_back(row(numbers(), dice.below(4) == 0, number()));
        }
    }
    return programme;
}

} // namespace

TEST(LinearProgramme, TwoActivitiesAndTwoCapacities) {
    // 3 x + 2 y, x + y <= 4, x + 3 y <= 7, x <= 3: the vertex of the first and the last.
    const Optimum optimum =
        proved_maximum(programme({3, 2}, {at_most({1, 1}, 4), at_most({1, 3}, 7), at_most({1, 0}, 3)}));
    EXPECT_THAT(optimum.values, ElementsAre(3, 1));
    EXPECT_THAT(optimum.prices, ElementsAre(2, 0, 1));
    EXPECT_EQ(optimum.bound, 11);
}

TEST(LinearProgramme, FractionsAreExact) {
    // No double is a third or a seventh.
    const Optimum optimum =
        proved_maximum(programme({1, 1}, {at_most({3, Rational(1, 7)}, 1), at_most({Rational(1, 3), 7}, 1)}));
    EXPECT_THAT(optimum.values, ElementsAre(Rational(18, 55), Rational(7, 55)));
    EXPECT_EQ(optimum.bound, Rational(5, 11));
}

TEST(LinearProgramme, NothingMayBeBest) {
    EXPECT_THAT(proved_maximum(programme({-1, 0}, {at_most({1, 1}, 1)})).values, ElementsAre(0, testing::_));
    EXPECT_EQ(proved_maximum(programme({-1}, {at_most({1}, 1)})).bound, 0);
    EXPECT_EQ(proved_maximum(programme({0}, {at_most({1}, 1)})).bound, 0);
    EXPECT_EQ(proved_maximum(programme({1, 1}, {equal({1, 1}, 0)})).bound, 0);
}

TEST(LinearProgramme, NegativeRightSidesAskForMore) {
    const Optimum optimum = proved_maximum(programme({-1, -2}, {at_most({-1, -1}, -3), at_most({1, 0}, 2)}));
    EXPECT_THAT(optimum.values, ElementsAre(2, 1));
    EXPECT_EQ(optimum.bound, -4);
}

TEST(LinearProgramme, EqualitiesMayHaveNegativePrices) {
    // More of the second row costs: y is made from x.
    const Optimum optimum = proved_maximum(programme({0, 1}, {at_most({1, 0}, 5), equal({-1, 2}, 0)}));
    EXPECT_THAT(optimum.values, ElementsAre(5, Rational(5, 2)));
    EXPECT_THAT(optimum.prices, ElementsAre(Rational(1, 2), Rational(1, 2)));
    EXPECT_THAT(proved_maximum(programme({0, 1}, {at_most({1, 0}, 5), equal({1, -2}, 0)})).prices,
                ElementsAre(Rational(1, 2), Rational(-1, 2)));
}

TEST(LinearProgramme, RowsWithoutEntriesAndColumnsWithoutRows) {
    const Optimum optimum = proved_maximum(programme({1, -1}, {at_most({}, 1), at_most({1, 0}, 2), equal({}, 0)}));
    EXPECT_THAT(optimum.values, ElementsAre(2, 0));
    EXPECT_EQ(optimum.prices[0], 0);
}

TEST(LinearProgramme, DegenerateVertices) {
    // Four rows meet in (1, 1), where two would do.
    const Optimum optimum = proved_maximum(
        programme({1, 1}, {at_most({1, 0}, 1), at_most({0, 1}, 1), at_most({1, 1}, 2), at_most({2, 1}, 3)}));
    EXPECT_THAT(optimum.values, ElementsAre(1, 1));
    // Beale's programme, on which the simplex method may go in circles.
    EXPECT_EQ(proved_maximum(programme({Rational(3, 4), -150, Rational(1, 50), -6},
                                       {at_most({Rational(1, 4), -60, Rational(-1, 25), 9}, 0),
                                        at_most({Rational(1, 2), -90, Rational(-1, 50), 3}, 0), at_most({0, 0, 1}, 1)}))
                  .bound,
              Rational(1, 20));
}

TEST(LinearProgramme, RedundantEqualities) {
    const Rational third(1, 3);
    const Rational seventh(1, 7);
    const Optimum optimum = proved_maximum(programme(
        {1, 2}, {equal({third, seventh}, 1), equal({2 * third, 2 * seventh}, 2), equal({1, 3 * seventh}, 3)}));
    EXPECT_THAT(optimum.values, ElementsAre(0, 7));
    // Flow is conserved at three places; each of these follows from the others.
    EXPECT_EQ(proved_maximum(programme({1, 0, 0}, {equal({1, -1, 0}, 0), equal({0, 1, -1}, 0), equal({-1, 0, 1}, 0),
                                                   at_most({1, 1, 1}, 1)}))
                  .bound,
              third);
}

TEST(LinearProgramme, NumbersOfVeryDifferentSizes) {
    const Rational large = 10'000'000;
    const Rational small = 1 / large;
    // Jobs of 1e-7 s on one processor and of 1e7 s on another, one link of 1e-7 s for each.
    EXPECT_EQ(
        proved_maximum(programme({1, 1}, {at_most({small, 0}, 1), at_most({0, large}, 1), at_most({small, small}, 1)}))
            .bound,
        large);
    // x = 1e7 y = 1e14 z, so that a unit of x, 1e-7 of y and 1e-14 of z use up the row.
    const Optimum optimum = proved_maximum(
        programme({0, 0, 1}, {equal({1, -large, 0}, 0), equal({small, 0, -large}, 0), at_most({1, 0, 0}, 1)}));
    EXPECT_THAT(optimum.values, ElementsAre(1, small, small * small));
}

TEST(LinearProgramme, WhatFloatingPointTakesForATie) {
    // By objective, by right side, by entry; the better one first and last; beside a column with a price that no double
    // is, whose rounding must not count for more than the tie.
    for (const Rational& other : {Rational(1), Rational(1, 3), Rational(2, 3), Rational(1, 10)}) {
        const std::vector<Row> one_of_two{at_most({1, 1, 0}, 1), at_most({0, 0, 1}, other)};
        EXPECT_EQ(proved_maximum(programme({other, other + tiny, other}, one_of_two)).bound,
                  other + tiny + other * other);
        EXPECT_EQ(proved_maximum(programme({other + tiny, other, other}, one_of_two)).bound,
                  other + tiny + other * other);
        const Row loose = at_most({1, 0}, 1);
        const Row tight = at_most({1, 0}, 1 - tiny);
        const Row last = at_most({0, 1}, other);
        EXPECT_EQ(proved_maximum(programme({1, other}, {loose, tight, last})).bound, 1 - tiny + other * other);
        EXPECT_EQ(proved_maximum(programme({1, other}, {tight, loose, last})).bound, 1 - tiny + other * other);
        EXPECT_EQ(proved_maximum(programme({1, 1}, {at_most({other, other - other * tiny}, 1)})).bound,
                  1 / (other - other * tiny));
    }
}

TEST(LinearProgramme, WhatFloatingPointCannotTellApart) {
    // It takes several rounds, in which all but the tie is magnified, too.
    for (const unsigned digits : {20U, 30U, 60U}) {
        Integer large;
        mpz_ui_pow_ui(large.get_mpz_t(), 10, digits);
        const Rational less = 1 - Rational(1) / large;
        for (const Rational& other : {Rational(1, 10), Rational(1, 3)}) {
            const Row port = at_most({0, 0, 1, 1}, other);
            EXPECT_EQ(
                proved_maximum(programme({other * less, other, other, 0}, {at_most({1, 1, 0, 1}, 1), port})).bound,
                other + other * other);
            EXPECT_EQ(
                proved_maximum(programme({1, other, other, 0}, {at_most({1, 0, 0, 0}, 1), at_most({1, 0, 0, 1}, less),
                                                                at_most({0, 1, 1, 1}, other), port}))
                    .bound,
                less + other * other);
        }
    }
}

TEST(LinearProgramme, LargeNumbersDoNotStopTheProgram) {
    Integer large;
    mpz_ui_pow_ui(large.get_mpz_t(), 10, 400);
    EXPECT_EQ(proved_maximum(programme({large, 1}, {at_most({1, 1}, 1)})).bound, large);
    EXPECT_EQ(proved_maximum(programme({1}, {at_most({large}, 1)})).bound, 1 / Rational(large));
    EXPECT_EQ(proved_maximum(programme({1, large}, {at_most({large, 1}, 1)})).bound, large);
}

TEST(LinearProgramme, NoSolution) {
    EXPECT_THROW((void)maximum(programme({1}, {at_most({1}, -1)})), RunFailure);
    EXPECT_THROW((void)maximum(programme({1, 1}, {equal({1, 1}, 1), equal({1, 1}, 2)})), RunFailure);
    EXPECT_FALSE(maximum(programme({1, 1}, {equal({1, 1}, 1), equal({1, 1}, 1 + tiny)})).proved)
        << "floating point does not see it";
}

TEST(LinearProgramme, NoBound) {
    EXPECT_THROW((void)maximum(programme({1}, {at_most({-1}, 1)})), RunFailure);
    EXPECT_THROW((void)maximum(programme({1, 0}, {equal({1, -1}, 0)})), RunFailure);
}

TEST(LinearProgramme, RandomOnesAgreeWithAllVertices) {
    std::size_t without_solution = 0;
    constexpr std::uint64_t seeds = 400;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const LinearProgramme programme = random_programme(dice);
        if (const std::optional<Rational> best = best_vertex(programme)) {
            EXPECT_EQ(proved_maximum(programme).bound, *best);
        } else {
            EXPECT_THROW((void)maximum(programme), RunFailure);
            ++without_solution;
        }
    }
    EXPECT_GT(without_solution, seeds / 20);
    EXPECT_LT(without_solution, seeds / 2);
}

TEST(RationalSystem, SolvesExactly) {
    const Rational third(1, 3);
    const auto values = solution({2, {{0, 0, third}, {0, 1, 2}, {1, 0, Rational(-1, 7)}}}, {1, 1});
    ASSERT_TRUE(values);
    EXPECT_THAT(*values, ElementsAre(-7, Rational(5, 3)));
}

TEST(RationalSystem, HasNoSolutionWhereSingular) {
    EXPECT_FALSE(solution({2, {{0, 0, 1}, {0, 1, 2}, {1, 0, Rational(1, 2)}, {1, 1, 1}}}, {1, 1}));
    EXPECT_FALSE(solution({2, {{0, 0, 1}}}, {1, 0})) << "not even where there would be some";
}

TEST(RationalSystem, SolvesSparseOnesOfEachShape) {
    // Some are triangular, up to the order of rows, some have a part that is not, some are singular.
    std::size_t solved = 0;
    constexpr std::uint64_t seeds = 500;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        SquareMatrix matrix{1 + dice.below(8), {}};
        std::vector<Rational> right(matrix.size);
        const std::uint64_t once_in = 1 + dice.below(6);
        for (std::size_t place = 0; place < matrix.size * matrix.size; ++place) {
            const bool is_diagonal = place / matrix.size == place % matrix.size;
            if (is_diagonal || dice.below(once_in) == 0) {
                matrix.entries.push_back(
                    {place / matrix.size, place % matrix.size, Rational(1 + dice.below(9)) / (1 + dice.below(3))});
            }
        }
        std::generate(right.begin(), right.end(), [&]() -> Rational { return Rational(dice.below(9)) / 7; });
        if (const auto values = solution(matrix, right)) {
            std::vector<Rational> found(matrix.size);
            for (const auto& [row, column, value] : matrix.entries) {
                found[row] += value * (*values)[column];
            }
            EXPECT_EQ(found, right);
            ++solved;
        }
    }
    EXPECT_GT(solved, seeds * 9 / 10);
}

TEST(RationalSystem, HasNoSolutionWhereSingularBesideSingletons) {
    // The first row gives x, the last unknown is in the last row alone; between them 1 2 and 2 4.
    const SquareMatrix matrix{4,
                              {{0, 0, 3}, {1, 0, 1}, {1, 1, 1}, {1, 2, 2}, {2, 1, 2}, {2, 2, 4}, {3, 1, 1}, {3, 3, 5}}};
    EXPECT_FALSE(solution(matrix, {1, 1, 1, 1}));
    // Two rows with the same one unknown; two unknowns in the same one row.
    EXPECT_FALSE(solution({2, {{0, 0, 1}, {1, 0, 1}}}, {1, 1}));
    EXPECT_FALSE(solution({2, {{0, 0, 1}, {0, 1, 1}}}, {1, 0}));
}

TEST(RationalSystem, MayBeEmpty) {
    const auto values = solution({}, {});
    ASSERT_TRUE(values);
    EXPECT_THAT(*values, IsEmpty());
}

} // namespace tangram::model::steady_state
