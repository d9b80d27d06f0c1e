/// Products: which tasks are products, what they make together, and where tiles lie.

#include "sched/graph/products.hpp"

#include "tests/sched/graph/tiles.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr std::uint32_t side = 6;
const Tiles tiles(side);

void submit(Products& products, const std::vector<Use>& uses) {
    products.submitted(uses);
}

Products product_of(std::uint32_t depth) {
    Products products;
    for (std::uint32_t k = 0; k < depth; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < side; ++j) {
                submit(products, tiles.product(i, j, k));
            }
        }
    }
    return products;
}

/// Updates of the rest of one matrix, and what makes their factors; of its lower half if it is symmetric.
Products factorisation(bool symmetric) {
    Products products;
    const auto c = [](std::uint32_t i, std::uint32_t j) { return tiles.c(i, j); };
    for (std::uint32_t k = 0; k < side; ++k) {
        submit(products, {updates(c(k, k))});
        for (std::uint32_t i = k + 1; i < side; ++i) {
            submit(products, {reads(c(k, k)), updates(c(i, k))});
            if (!symmetric) {
                submit(products, {reads(c(k, k)), updates(c(k, i))});
            }
        }
        for (std::uint32_t i = k + 1; i < side; ++i) {
            for (std::uint32_t j = k + 1; j < (symmetric ? i : side); ++j) {
                submit(products, {reads(c(i, k)), reads(symmetric ? c(j, k) : c(k, j)), updates(c(i, j))});
            }
        }
    }
    return products;
}

TEST(Products, ThereAreNoneAtFirst) {
    Products products;
    EXPECT_FALSE(products.are_plain());
    EXPECT_FALSE(products.are_outer());
    EXPECT_EQ(products.tasks(), 0);
    EXPECT_FALSE(products.is_tile(0));
    EXPECT_EQ(products.position(0, std::vector{updates(0)}), std::nullopt);
    EXPECT_FALSE(products.fill_grid());
    EXPECT_FALSE(products.fill_triangle());
}

TEST(Products, AProductIsKnownByWhatItsTasksRead) {
    const Products products = product_of(4);
    EXPECT_EQ(products.kind(), "product");
    EXPECT_TRUE(products.are_plain());
    EXPECT_FALSE(products.are_outer());
    EXPECT_TRUE(products.fill_grid());
    EXPECT_EQ(products.tasks(), side * side * 4);
    EXPECT_EQ(products.size().rows, side);
    EXPECT_EQ(products.size().columns, side);
    EXPECT_EQ(products.size().depth, 4);
    EXPECT_TRUE(products.is_tile(tiles.c(1, 2)));
    EXPECT_FALSE(products.is_tile(tiles.a(1, 2)));
    EXPECT_EQ(product_of(1).kind(), "outer product");
}

TEST(Products, FactorisationsWriteAllFactors) {
    EXPECT_EQ(factorisation(false).kind(), "LU");
    EXPECT_EQ(factorisation(true).kind(), "Cholesky");
    EXPECT_FALSE(factorisation(false).are_plain());
    EXPECT_TRUE(factorisation(true).are_factorisation());
    EXPECT_FALSE(product_of(4).are_factorisation());
    Products scaled; // its factors, before they are read: tasks write all of them, products none
    submit(scaled, {updates(tiles.a(0, 0))});
    submit(scaled, {updates(tiles.b(0, 0))});
    submit(scaled, tiles.product(0, 0, 0));
    EXPECT_FALSE(scaled.are_factorisation());
}

/// C += A A^T, without the diagonal: a triangle leaves half of its rows and columns empty.
TEST(Products, ARankKUpdateIsATriangle) {
    Products products;
    for (std::uint32_t k = 0; k < 3; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < i; ++j) {
                submit(products, {reads(tiles.a(i, k)), reads(tiles.a(j, k)), updates(tiles.c(i, j))});
            }
        }
    }
    EXPECT_EQ(products.kind(), "rank-k update");
    EXPECT_TRUE(products.are_plain());
    EXPECT_FALSE(products.fill_grid());
    EXPECT_TRUE(products.fill_triangle());
    const std::optional<Position> position =
        products.position(tiles.c(2, 2), std::vector{reads(tiles.a(2, 1)), updates(tiles.c(2, 2))});
    ASSERT_TRUE(position);
    EXPECT_EQ(position->row, position->column) << "on the diagonal";
    EXPECT_EQ(products.position(1000, std::vector{reads(tiles.a(1, 1)), reads(tiles.b(2, 2)), updates(1000)}),
              std::nullopt)
        << "two factors";
}

/// What is written by one product and read by the next one is no solve: that updates tiles by one datum, too.
TEST(Products, ProductsOneAfterTheOtherAreNoSolve) {
    for (const bool solves : {false, true}) {
        Products products = product_of(side);
        const DataId d = 3 * side * side;
        if (solves) {
            submit(products, {reads(d), updates(tiles.c(0, 0))});
        }
        for (std::uint32_t i = 0; i < side; ++i) {
            submit(products, {reads(tiles.c(i, 0)), reads(d + 1), updates(d + 2 + i)});
        }
        EXPECT_EQ(products.kind(), solves ? "triangular solve" : "products");
        EXPECT_FALSE(products.are_plain());
    }
}

/// Each adds to a part of the sum on its own node: nothing moves if they are apart.
TEST(Products, TasksThatAreSummedUpLaterAreNone) {
    Products products;
    submit(products, {reads(tiles.a(0, 0)), reads(tiles.b(0, 0)), adds_to(tiles.c(0, 0))});
    EXPECT_EQ(products.tasks(), 0);
}

TEST(Products, NoTaskIsOneUnlessItReadsTwoDataAndWritesAThird) {
    Products products;
    submit(products, {reads(0), reads(0), updates(2)});
    submit(products, {reads(0), reads(2), updates(2)});
    submit(products, {reads(0), updates(1), updates(2)});
    submit(products, {reads(0), reads(1), reads(2)});
    submit(products, {reads(0), reads(1), reads(2), updates(3)});
    EXPECT_EQ(products.tasks(), 0);
    submit(products, {updates(2), reads(0), reads(1)});
    EXPECT_EQ(products.tasks(), 1) << "in any order";
}

/// An LDL^T: each step scales its column into workspace, which it overwrites, and multiplies by that.
TEST(Products, TasksThatOverwriteTheirTileAreNoneBesideOnesThatUpdateIt) {
    Products products;
    const auto workspace = [](std::uint32_t i) { return tiles.b(0, i); };
    for (std::uint32_t k = 0; k < side; ++k) {
        for (std::uint32_t i = k + 1; i < side; ++i) {
            submit(products, {reads(tiles.c(k, k)), reads(tiles.c(i, k)), writes(workspace(i))});
        }
        if (k == 0) {
            EXPECT_EQ(products.tasks(), side - 1) << "as an outer product";
        }
        for (std::uint32_t i = k + 1; i < side; ++i) {
            for (std::uint32_t j = k + 1; j <= i; ++j) {
                submit(products, {reads(tiles.c(i, k)), reads(workspace(j)), updates(tiles.c(i, j))});
            }
        }
    }
    EXPECT_EQ(products.rows(), side - 1);
    EXPECT_EQ(products.columns(), side - 1);
    EXPECT_EQ(products.tasks(), 35) << "15 + 10 + 6 + 3 + 1";
    EXPECT_EQ(products.tiles(), 15);
}

/// C = A B: the first product of each tile overwrites it. All count, in whichever order they come.
TEST(Products, TheFirstProductOfATileMayOverwriteIt) {
    constexpr std::uint32_t depth = 3;
    const auto submit_one = [](Products& products, std::uint32_t i, std::uint32_t j, std::uint32_t k) {
        const Use c = k == 0 ? writes(tiles.c(i, j)) : updates(tiles.c(i, j));
        submit(products, {reads(tiles.a(i, k)), reads(tiles.b(k, j)), c});
    };
    Products along_k;
    Products tile_by_tile;
    for (std::uint32_t step = 0; step < side * side * depth; ++step) {
        submit_one(along_k, step / side % side, step % side, step / (side * side));
        submit_one(tile_by_tile, step / (side * depth), step / depth % side, step % depth);
    }
    for (const Products& products : {along_k, tile_by_tile}) {
        EXPECT_EQ(products.kind(), "product");
        EXPECT_EQ(products.tasks(), side * side * depth);
        EXPECT_EQ(products.size().depth, depth);
    }
}

/// A wavefront: each block is updated by the ones above and on its left.
TEST(Products, LinesThatLeaveMostPlacesEmptyAreNotPlausible) {
    constexpr std::uint32_t blocks = 16;
    const Tiles grid(blocks);
    Products wavefront;
    for (std::uint32_t i = 1; i < blocks; ++i) {
        for (std::uint32_t j = 1; j < blocks; ++j) {
            submit(wavefront, {reads(grid.c(i - 1, j)), reads(grid.c(i, j - 1)), updates(grid.c(i, j))});
        }
    }
    EXPECT_FALSE(wavefront.are_plausible());
    EXPECT_TRUE(factorisation(true).are_plausible());
    EXPECT_TRUE(factorisation(false).are_plausible());
    EXPECT_TRUE(product_of(1).are_plausible());
    Products reduction; // of y, which A x is added to
    for (std::uint32_t i = 0; i < side; ++i) {
        submit(reduction, {reads(tiles.a(i, 0)), reads(tiles.b(0, 0)), updates(tiles.c(i, 0))});
    }
    EXPECT_TRUE(reduction.are_plausible());
    submit(reduction, {reads(tiles.c(1, 0)), reads(tiles.b(0, 0)), updates(tiles.c(0, 0))});
    EXPECT_FALSE(reduction.are_plausible());
}

TEST(Products, ATaskIsExecutedForWhatItUpdates) {
    EXPECT_EQ(result_of(std::vector{reads(0), writes(1), updates(2), updates(3)}), 2) << "1 may be workspace";
    EXPECT_EQ(result_of(std::vector{reads(0), writes(1), writes(2)}), 1);
    EXPECT_EQ(result_of(std::vector{reads(0)}), std::nullopt);
}

/// As tasks that fill a matrix do.
TEST(Products, FirstValuesOfAFactorAreNoUpdate) {
    Products products;
    submit(products, {writes(tiles.a(0, 0))});
    submit(products, tiles.product(0, 0, 0));
    EXPECT_TRUE(products.are_plain());
    submit(products, {reads(tiles.b(1, 1)), updates(tiles.a(0, 0))});
    EXPECT_FALSE(products.are_plain());
}

} // namespace
} // namespace tangram::sched::graph
