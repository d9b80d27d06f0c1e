/// Rows and columns found from products: those of the programs that a grid is for, in any order of their tasks.

#include "sched/graph/grid.hpp"

#include "base/dice.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

struct Product {
    DataId c = 0;
    DataId a = 0;
    DataId b = 0;
};

using Products = std::vector<Product>;

/// A datum, and names of its row and its column.
struct Expected {
    DataId data = 0;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};

/// A tiled matrix whose data are numbered from the first one on.
struct Matrix {
    DataId first = 0;
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    bool is_transposed = false; ///< for what uses it

    [[nodiscard]] DataId tile(std::uint32_t i, std::uint32_t j) const {
        return is_transposed ? stored(j, i) : stored(i, j);
    }
    [[nodiscard]] DataId stored(std::uint32_t i, std::uint32_t j) const { return first + i * columns + j; }
    [[nodiscard]] DataId end() const { return first + rows * columns; }
};

/// C += A B, which may be transposed.
Products multiply(const Matrix& c, const Matrix& a, const Matrix& b) {
    const std::uint32_t depth = a.is_transposed ? a.rows : a.columns;
    Products products;
    for (std::uint32_t i = 0; i < c.rows; ++i) {
        for (std::uint32_t j = 0; j < c.columns; ++j) {
            for (std::uint32_t k = 0; k < depth; ++k) {
                products.push_back({c.tile(i, j), a.tile(i, k), b.tile(k, j)});
            }
        }
    }
    return products;
}

/// C(i,j) -= A(i,k) A(k,j), right-looking.
Products lu(const Matrix& a) {
    Products products;
    for (std::uint32_t k = 0; k < a.rows; ++k) {
        for (std::uint32_t i = k + 1; i < a.rows; ++i) {
            for (std::uint32_t j = k + 1; j < a.rows; ++j) {
                products.push_back({a.tile(i, j), a.tile(i, k), a.tile(k, j)});
            }
        }
    }
    return products;
}

/// C(i,j) -= A(i,k) A(j,k)^T below the diagonal, right-looking. Those on the diagonal read one tile, and are not
/// products.
Products cholesky(const Matrix& a) {
    Products products;
    for (std::uint32_t k = 0; k < a.rows; ++k) {
        for (std::uint32_t j = k + 1; j < a.rows; ++j) {
            for (std::uint32_t i = j + 1; i < a.rows; ++i) {
                products.push_back({a.tile(i, j), a.tile(i, k), a.tile(j, k)});
            }
        }
    }
    return products;
}

/// Tiles of a matrix from its row and column of this number on, whose lines are called by their numbers.
std::vector<Expected> tiles_from(const Matrix& matrix, std::uint32_t first = 0) {
    std::vector<Expected> tiles;
    for (std::uint32_t i = first; i < matrix.rows; ++i) {
        for (std::uint32_t j = first; j < matrix.columns; ++j) {
            tiles.push_back({matrix.stored(i, j), i, j});
        }
    }
    return tiles;
}

void add(Grid& grid, const Products& products) {
    for (const auto& [c, a, b] : products) {
        grid.add_product(c, a, b);
    }
}

void shuffle(Products& products, Dice& dice) {
    for (std::size_t left = products.size(); left > 1; --left) {
        std::swap(products[left - 1], products[dice.below(left)]);
    }
}

/// Two data have the same row, or column, if and only if they are expected to.
void check(Grid& grid, const std::vector<Expected>& tiles) {
    std::vector<Position> positions;
    for (const Expected& tile : tiles) {
        const std::optional<Position> position = grid.position(tile.data);
        ASSERT_TRUE(position) << tile.row << "," << tile.column;
        positions.push_back(*position);
    }
    for (std::size_t x = 0; x < tiles.size(); ++x) {
        for (std::size_t y = 0; y < x; ++y) {
            const std::string names = std::to_string(tiles[x].row) + "," + std::to_string(tiles[x].column) + " and " +
                                      std::to_string(tiles[y].row) + "," + std::to_string(tiles[y].column);
            ASSERT_EQ(positions[x].row == positions[y].row, tiles[x].row == tiles[y].row) << names;
            ASSERT_EQ(positions[x].column == positions[y].column, tiles[x].column == tiles[y].column) << names;
        }
    }
}

/// Of tiles (i,j) with i > j > 0, in which row i and column i are one line.
void check_cholesky(Grid& grid, const Matrix& a) {
    EXPECT_TRUE(grid.is_symmetric());
    std::vector<std::optional<std::uint32_t>> numbers(a.rows);
    const auto is_line = [&](std::uint32_t line, std::uint32_t number) {
        numbers[line] = numbers[line].value_or(number);
        ASSERT_EQ(*numbers[line], number) << "line " << line;
    };
    for (std::uint32_t i = 2; i < a.rows; ++i) {
        for (std::uint32_t j = 1; j < i; ++j) {
            const std::optional<Position> position = grid.position(a.tile(i, j));
            ASSERT_TRUE(position);
            is_line(i, position->row);
            is_line(j, position->column);
        }
    }
    for (std::uint32_t x = 1; x < a.rows; ++x) {
        for (std::uint32_t y = 1; y < x; ++y) {
            ASSERT_NE(numbers[x], numbers[y]) << "lines " << x << " and " << y;
        }
    }
}

constexpr std::array<std::pair<bool, bool>, 4> transpositions{
    {{false, false}, {false, true}, {true, false}, {true, true}}};

/// With A and B stored either way.
TEST(Grid, ProductHasRowsAndColumnsOfC) {
    for (const auto& [a_is_transposed, b_is_transposed] : transpositions) {
        SCOPED_TRACE(std::to_string(a_is_transposed) + std::to_string(b_is_transposed));
        constexpr std::uint32_t m = 4;
        constexpr std::uint32_t n = 5;
        constexpr std::uint32_t depth = 3;
        const Matrix c{0, m, n};
        const Matrix a{c.end(), a_is_transposed ? depth : m, a_is_transposed ? m : depth, a_is_transposed};
        const Matrix b{a.end(), b_is_transposed ? n : depth, b_is_transposed ? depth : n, b_is_transposed};
        Grid grid;
        add(grid, multiply(c, a, b));
        EXPECT_FALSE(grid.is_symmetric());
        check(grid, tiles_from(c));
    }
}

/// D += C E where C is a product itself, so that it matters which lines of C those of D are. The lines that D and C
/// share have the same number.
TEST(Grid, ProductOfProductsSharesItsLines) {
    for (const auto& [c_is_transposed, e_is_transposed] : transpositions) {
        SCOPED_TRACE(std::to_string(c_is_transposed) + std::to_string(e_is_transposed));
        constexpr std::uint32_t m = 4;
        constexpr std::uint32_t n = 5;
        constexpr std::uint32_t depth = 3;
        Matrix c{0, c_is_transposed ? depth : m, c_is_transposed ? m : depth};
        Matrix e{c.end(), e_is_transposed ? n : depth, e_is_transposed ? depth : n};
        const Matrix a{e.end(), c.rows, 2};
        const Matrix b{a.end(), 2, c.columns};
        const Matrix f{b.end(), e.rows, 2};
        const Matrix g{f.end(), 2, e.columns};
        const Matrix d{g.end(), m, n};
        Grid grid;
        add(grid, multiply(c, a, b));
        add(grid, multiply(e, f, g));
        c.is_transposed = c_is_transposed;
        e.is_transposed = e_is_transposed;
        add(grid, multiply(d, c, e));
        check(grid, tiles_from(d));
        check(grid, tiles_from(c));
        check(grid, tiles_from(e));
        for (std::uint32_t i = 0; i < m; ++i) {
            const Position of_c = *grid.position(c.tile(i, 0));
            EXPECT_EQ(grid.position(d.tile(i, 0))->row, c_is_transposed ? of_c.column : of_c.row) << "row " << i;
        }
        for (std::uint32_t j = 0; j < n; ++j) {
            const Position of_e = *grid.position(e.tile(0, j));
            EXPECT_EQ(grid.position(d.tile(0, j))->column, e_is_transposed ? of_e.row : of_e.column) << "column " << j;
        }
    }
}

TEST(Grid, LuHasRowsAndColumnsFromTheSecondOn) {
    for (std::uint32_t side = 3; side <= 8; ++side) {
        SCOPED_TRACE(side);
        const Matrix a{0, side, side};
        Grid grid;
        add(grid, lu(a));
        EXPECT_FALSE(grid.is_symmetric());
        check(grid, tiles_from(a, 1));
    }
}

TEST(Grid, CholeskyIsSymmetric) {
    for (std::uint32_t side = 4; side <= 10; ++side) {
        SCOPED_TRACE(side);
        const Matrix a{0, side, side};
        Grid grid;
        add(grid, cholesky(a));
        check_cholesky(grid, a);
    }
}

/// C(i,j) += A(i,k) A(j,k)^T below the diagonal. Another reading has as many positions, in which row i and column i
/// have nothing to do with each other.
TEST(Grid, ProductWithItsOwnTransposeIsSymmetric) {
    constexpr std::uint32_t side = 5;
    const Matrix c{0, side, side};
    const Matrix a{c.end(), side, 3};
    Grid grid;
    EXPECT_FALSE(grid.position_of_square(a.tile(1, 0)));
    for (std::uint32_t k = 0; k < a.columns; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < i; ++j) {
                grid.add_product(c.tile(i, j), a.tile(i, k), a.tile(j, k));
            }
        }
    }
    EXPECT_TRUE(grid.is_symmetric());
    for (std::uint32_t i = 1; i + 1 < side; ++i) {
        const std::uint32_t line = grid.position(c.tile(i, 0))->row;
        EXPECT_EQ(grid.position(c.tile(i + 1, i))->column, line) << "line " << i;
        for (std::uint32_t k = 0; k < a.columns; ++k) {
            const std::optional<Position> diagonal = grid.position_of_square(a.tile(i, k));
            ASSERT_TRUE(diagonal);
            EXPECT_EQ(diagonal->row, line) << i << "," << k;
            EXPECT_EQ(diagonal->column, line) << i << "," << k;
        }
    }
}

/// The tile on the diagonal that a Cholesky factorisation updates with A(i,k) is that of line i, whatever k is.
TEST(Grid, DiagonalIsPlacedByItsFactor) {
    const Matrix a{0, 6, 6};
    Grid grid;
    add(grid, cholesky(a));
    for (std::uint32_t i = 2; i < a.rows; ++i) {
        for (std::uint32_t k = 0; k < i; ++k) {
            const std::optional<Position> diagonal = grid.position_of_square(a.tile(i, k));
            ASSERT_TRUE(diagonal);
            EXPECT_EQ(diagonal->row, grid.position(a.tile(i, 1))->row) << i << "," << k;
            EXPECT_EQ(diagonal->column, diagonal->row);
        }
    }
    Grid unsymmetric;
    add(unsymmetric, lu(a));
    EXPECT_FALSE(unsymmetric.position_of_square(a.tile(2, 1)));
}

/// Lines that no task joins are different, though both matrices have a first row.
TEST(Grid, MatricesLieBesideEachOther) {
    const Matrix one{0, 5, 5};
    const Matrix other{one.end(), 5, 5};
    Grid grid;
    add(grid, lu(one));
    add(grid, lu(other));
    EXPECT_FALSE(grid.is_symmetric());
    std::vector<Expected> tiles = tiles_from(one, 1);
    for (Expected tile : tiles_from(other, 1)) {
        tile.row += one.rows;
        tile.column += one.columns;
        tiles.push_back(tile);
    }
    check(grid, tiles);
}

TEST(Grid, DatumOfNoProductHasNoPlace) {
    Grid grid;
    EXPECT_FALSE(grid.position(0));
    EXPECT_FALSE(grid.is_symmetric());
    grid.add_product(3, 5, 7);
    EXPECT_FALSE(grid.position(4)) << "between those of a product";
    EXPECT_FALSE(grid.position(8)) << "after all of them";
    EXPECT_TRUE(grid.position(3));
    EXPECT_TRUE(grid.position(5));
    EXPECT_TRUE(grid.position(7));
}

/// Programs submit their tasks in any order that their dependencies allow; here in any at all.
TEST(Grid, OrderOfSubmissionDoesNotMatter) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const auto side = static_cast<std::uint32_t>(4 + dice.below(5));
        const Matrix a{0, side, side};

        Products products = lu(a);
        shuffle(products, dice);
        Grid of_lu;
        add(of_lu, products);
        EXPECT_FALSE(of_lu.is_symmetric());
        check(of_lu, tiles_from(a, 1));

        products = cholesky(a);
        shuffle(products, dice);
        Grid of_cholesky;
        add(of_cholesky, products);
        check_cholesky(of_cholesky, a);

        const Matrix b{a.end(), side, side + 1};
        const Matrix c{b.end(), side, side + 1};
        products = multiply(c, a, b);
        shuffle(products, dice);
        Grid of_product;
        add(of_product, products);
        EXPECT_FALSE(of_product.is_symmetric());
        check(of_product, tiles_from(c));
    }
}

/// Tasks become ready, and are asked for their positions, while others are submitted yet.
TEST(Grid, PlacesMayBeAskedForMeanwhile) {
    const Matrix a{0, 8, 8};
    Grid of_cholesky;
    for (const auto& [c, l, r] : cholesky(a)) {
        of_cholesky.add_product(c, l, r);
        EXPECT_TRUE(of_cholesky.position(c));
    }
    check_cholesky(of_cholesky, a);

    Grid of_lu;
    for (const auto& [c, l, r] : lu(a)) {
        of_lu.add_product(c, l, r);
        EXPECT_TRUE(of_lu.position(c));
    }
    EXPECT_FALSE(of_lu.is_symmetric());
    check(of_lu, tiles_from(a, 1));
}

/// A number that was given before two lines were found to be one must not become that of a third.
TEST(Grid, PlacesMayBeAskedForMeanwhileInAnyOrder) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const auto side = static_cast<std::uint32_t>(4 + dice.below(5));
        const Matrix a{0, side, side};
        for (const bool is_cholesky : {false, true}) {
            Products products = is_cholesky ? cholesky(a) : lu(a);
            shuffle(products, dice);
            Grid grid;
            for (const auto& [c, l, r] : products) {
                grid.add_product(c, l, r);
                EXPECT_TRUE(grid.position(c));
            }
            if (is_cholesky) {
                check_cholesky(grid, a);
            } else {
                check(grid, tiles_from(a, 1));
            }
        }
    }
}

/// C += A B^T + B A^T below the diagonal, whose tiles are asked for as soon as their first product is known: then the
/// rows and the columns of a line have numbers of their own, until the next product joins them.
TEST(Grid, NumbersThatLinesGiveUpAreGivenAgain) {
    constexpr std::uint32_t side = 7;
    const Matrix a{0, side, side};
    const Matrix b{a.end(), side, side};
    const Matrix c{b.end(), side, side};
    Grid grid;
    const auto add = [&](const Product& product) {
        grid.add_product(product.c, product.a, product.b);
        (void)grid.position(product.c);
    };
    for (std::uint32_t k = 0; k < side; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            add({c.tile(i, i), a.tile(i, k), b.tile(i, k)});
            for (std::uint32_t j = 0; j < i; ++j) {
                add({c.tile(i, j), a.tile(i, k), b.tile(j, k)});
                add({c.tile(i, j), b.tile(i, k), a.tile(j, k)});
            }
        }
    }
    std::set<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < side; ++i) {
        const std::optional<Position> position = grid.position(c.tile(i, i));
        ASSERT_TRUE(position);
        EXPECT_EQ(position->row, position->column);
        numbers.insert(position->row);
    }
    EXPECT_EQ(numbers.size(), side);
    EXPECT_EQ(*numbers.rbegin(), side - 1) << "a brick would be filled unevenly";
}

} // namespace
} // namespace tangram::sched::graph
