/// Owners: which structure decides, and who keeps the tiles of a product.

#include "sched/graph/owners.hpp"

#include "tests/sched/graph/tiles.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tangram::sched::graph {
namespace {

const Seconds update{20, 1}; ///< on a core and on an accelerator
const Seconds panel{30, 10};
const Seconds cpu_only{1, never};

MachineView machine_of(std::size_t cpu_workers, std::size_t accelerators) {
    MachineView machine;
    machine.links = {{}};
    machine.workers.assign(cpu_workers, {home, 0});
    for (Node node = 1; node <= accelerators; ++node) {
        machine.workers.push_back({node, 1});
        machine.links.push_back({.bandwidth = 1});
    }
    return machine;
}

/// Of the only structure.
std::string description(const Owners& owners) {
    const std::vector<Structure> found = owners.structures();
    return found.size() == 1 ? found.front().description() : "not one";
}

void submit(Owners& owners, const std::vector<Use>& uses, const Seconds& seconds = update) {
    owners.submitted(uses, seconds);
}

void submit_product(Owners& owners, std::uint32_t side, std::uint32_t depth) {
    const Tiles tiles(side);
    for (std::uint32_t k = 0; k < depth; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < side; ++j) {
                submit(owners, tiles.product(i, j, k));
                (void)owners.of(tiles.product(i, j, k), update); // its place gets its number
            }
        }
    }
}

TEST(Owners, NothingIsKnownOfTasksWithoutStructure) {
    Owners owners(machine_of(2, 2));
    submit(owners, {updates(0)});
    EXPECT_EQ(owners.of(std::vector{updates(0)}, update).node, std::nullopt);
    EXPECT_EQ(owners.of(std::vector{reads(0)}, update).node, std::nullopt);
    EXPECT_FALSE(owners.refresh(0));
    EXPECT_FALSE(owners.products().are_plain());
}

TEST(Owners, ZonesOfAProductAreBalanced) {
    Owners owners(machine_of(0, 3));
    submit_product(owners, 6, 4);
    EXPECT_TRUE(owners.products().are_plain());
    EXPECT_TRUE(owners.refresh(0));
    EXPECT_FALSE(owners.refresh(0)) << "nothing has changed";
    const Tiles tiles(6);
    std::map<Node, int> count;
    for (std::uint32_t i = 0; i < 6; ++i) {
        for (std::uint32_t j = 0; j < 6; ++j) {
            ++count[owners.of(tiles.product(i, j, 0), update).node.value()];
        }
    }
    const std::map<Node, int> expected{{1, 12}, {2, 12}, {3, 12}};
    EXPECT_EQ(count, expected);
}

TEST(Owners, SayWhatTheyFound) {
    Owners product(machine_of(0, 3));
    submit_product(product, 6, 4);
    product.refresh(0);
    EXPECT_EQ(description(product), "product, products update 6 x 6 tiles: zones of 3 nodes by nrrp-refined");
    Owners shallow(machine_of(0, 4));
    submit_product(shallow, 8, 1);
    EXPECT_EQ(description(shallow), "outer product, products update 8 x 8 tiles: owners by a 2 x 2 brick");
    EXPECT_TRUE(Owners(machine_of(1, 1)).structures().empty());
}

/// A tile that CPU workers begin stays at home, until an accelerator takes it.
TEST(Owners, HomeKeepsWhatItBegins) {
    Owners owners(machine_of(4, 2));
    submit_product(owners, 8, 4);
    ASSERT_TRUE(owners.refresh(0));
    const std::vector<Use> task = Tiles(8).product(0, 0, 0);
    EXPECT_TRUE(owners.may_go_home(task));
    owners.executed(task, home);
    EXPECT_EQ(owners.of(task, update).node, home);
    owners.executed(task, home);
    EXPECT_EQ(owners.of(task, update).node, home);
    owners.executed(task, 2);
    EXPECT_EQ(owners.of(task, update).node, 2);
    owners.executed(task, home);
    EXPECT_EQ(owners.of(task, update).node, 2) << "a theft of a tile that was begun is for one task";
}

/// Its first tasks may be done at home, before an accelerator loads the tile.
TEST(Owners, TilesStayAwayFromHomeIfItCannotEndThem) {
    Owners owners(machine_of(4, 2));
    submit_product(owners, 4, 4); // 64 s of an accelerator; a tile takes a core 80 s
    ASSERT_TRUE(owners.refresh(0));
    const std::vector<Use> task = Tiles(4).product(0, 0, 0);
    const std::optional<Node> owner = owners.of(task, update).node;
    ASSERT_NE(owner, home);
    EXPECT_TRUE(owners.may_go_home(task));
    owners.executed(task, home);
    EXPECT_EQ(owners.of(task, update).node, owner);
    EXPECT_TRUE(owners.may_go_home(task)) << "it is still there";
    owners.executed(task, *owner);
    EXPECT_FALSE(owners.may_go_home(task));
    EXPECT_TRUE(owners.may_go_home(Tiles(4).product(0, 1, 0))) << "another tile";
}

TEST(Owners, ATaskForEachTileHasNoZones) {
    Owners owners(machine_of(4, 2));
    submit_product(owners, 8, 1);
    EXPECT_TRUE(owners.products().are_plain());
    EXPECT_FALSE(owners.refresh(0));
    EXPECT_NE(owners.of(Tiles(8).product(3, 3, 0), update).node, std::nullopt) << "but a brick";
}

/// As in a loop around it: its tiles have many tasks, but always with the same factors.
TEST(Owners, ARepeatedOuterProductKeepsItsOwners) {
    Owners owners(machine_of(4, 2));
    const std::vector<Use> task = Tiles(8).product(5, 3, 0);
    submit_product(owners, 8, 1);
    const std::optional<Node> owner = owners.of(task, update).node;
    submit_product(owners, 8, 1);
    submit_product(owners, 8, 1);
    EXPECT_TRUE(owners.products().are_outer());
    EXPECT_FALSE(owners.refresh(0));
    EXPECT_EQ(owners.of(task, update).node, owner);
    EXPECT_EQ(owners.structures().front().kind, "outer product");
    EXPECT_EQ(owners.structures().front().depth, 1);

    submit_product(owners, 8, 2);
    EXPECT_FALSE(owners.products().are_outer()) << "a second factor of each row";
}

/// Each adds to a part of the sum on its own node: nothing moves if they are apart.
TEST(Owners, ProductsThatAreSummedUpLaterAreNoProducts) {
    const Tiles tiles(4);
    Owners owners(machine_of(4, 2));
    for (std::uint32_t i = 0; i < 4; ++i) {
        for (std::uint32_t k = 0; k < 4; ++k) {
            submit(owners, {reads(tiles.a(i, k)), reads(tiles.b(k, 0)), adds_to(tiles.c(i, 0))});
        }
    }
    EXPECT_TRUE(owners.structures().empty());
    EXPECT_EQ(owners.of(std::vector{reads(tiles.a(0, 0)), reads(tiles.b(0, 0)), adds_to(tiles.c(0, 0))}, update).node,
              std::nullopt);
}

/// A triangle leaves half of its rows and columns empty, two products that share nothing as well.
TEST(Owners, ProductsThatDoNotFillTheirLinesHaveNoZones) {
    const Tiles tiles(6);
    Owners triangle(machine_of(0, 2));
    Owners apart(machine_of(0, 2));
    for (std::uint32_t k = 0; k < 3; ++k) {
        for (std::uint32_t i = 0; i < 6; ++i) {
            for (std::uint32_t j = 0; j < i; ++j) {
                submit(triangle, {reads(tiles.a(i, k)), reads(tiles.a(j, k)), updates(tiles.c(i, j))});
            }
            for (std::uint32_t j = 0; j < 3; ++j) {
                submit(apart, tiles.product(i, i < 3 ? j : 3 + j, i < 3 ? k : 3 + k));
            }
        }
    }
    EXPECT_FALSE(triangle.refresh(0));
    EXPECT_FALSE(apart.refresh(0));
}

/// Six products of 2 x 2 x 2 tiles, or of C += A A^T with a diagonal that reads one tile: three for each of two owners.
TEST(Owners, SmallProductsThatShareNothingHaveOneOwnerEach) {
    constexpr DataId data = 100; // of a product
    const Tiles tiles(2);
    for (const bool symmetric : {false, true}) {
        Owners owners(machine_of(0, 2));
        std::vector<std::vector<Use>> tasks;
        for (DataId product = 0; product < 6; ++product) {
            for (std::uint32_t task = 0; task < 8; ++task) {
                const std::uint32_t i = task / 4, j = task / 2 % 2, k = task % 2;
                std::vector<Use> uses = tiles.product(i, j, k);
                if (symmetric) {
                    uses = {reads(tiles.a(i, k)), reads(tiles.a(j, k)), updates(tiles.c(i, j))};
                    uses.erase(uses.begin(), uses.begin() + (i == j ? 1 : 0));
                }
                for (Use& use : uses) {
                    use.data += product * data;
                }
                submit(owners, uses);
                (void)owners.of(uses, update);
                tasks.push_back(uses);
            }
        }
        EXPECT_TRUE(owners.refresh(0)) << "the first ones have other owners now";
        EXPECT_FALSE(owners.refresh(0));
        std::map<DataId, std::set<Node>> nodes;
        std::map<Node, int> count;
        for (const std::vector<Use>& uses : tasks) {
            const Node node = owners.of(uses, update).node.value();
            nodes[uses.front().data / data].insert(node);
            ++count[node];
        }
        for (const auto& [product, of_product] : nodes) {
            EXPECT_EQ(of_product.size(), 1) << "product " << product;
        }
        EXPECT_EQ(count, (std::map<Node, int>{{1, 24}, {2, 24}}));
        EXPECT_NE(description(owners).find("6 products with one owner each"), std::string::npos) << description(owners);
        for (const std::vector<Use>& uses : tasks) {
            owners.executed(uses, 1);
        }
        EXPECT_FALSE(owners.have_separate_products()) << "all are done";
    }
}

/// All of C += A A^T, also above the diagonal: it fills its lines. What is on the diagonal reads one tile, or twice the
/// same, and belongs to the owner of its place.
TEST(Owners, ASymmetricProductHasZonesAndADiagonal) {
    constexpr std::uint32_t side = 12;
    const Tiles tiles(side);
    Owners owners(machine_of(0, 4));
    const auto task = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
        return std::vector{reads(tiles.a(i, k)), reads(tiles.a(j, k)), updates(tiles.c(i, j))};
    };
    for (std::uint32_t k = 0; k < 3; ++k) {
        for (std::uint32_t i = 0; i < side; ++i) {
            for (std::uint32_t j = 0; j < side; ++j) {
                submit(owners, task(i, j, k));
                (void)owners.of(task(i, j, k), update);
            }
        }
    }
    EXPECT_TRUE(owners.refresh(0));
    for (std::uint32_t i = 0; i < side; ++i) {
        const std::optional<Node> owner = owners.of(task(i, i, 0), update).node;
        ASSERT_TRUE(owner);
        EXPECT_EQ(owners.of(task(i, i, 2), update).node, owner);
        EXPECT_EQ(owners.of(std::vector{reads(tiles.a(i, 1)), updates(tiles.c(i, i))}, update).node, owner);
    }
    EXPECT_EQ(owners.of(std::vector{reads(tiles.a(1, 1)), reads(tiles.b(2, 2)), updates(1000)}, update).node,
              std::nullopt)
        << "two factors";
}

/// Tasks that only write, as those that fill matrices do, change nothing.
TEST(Owners, FactorsThatAreUpdatedAreNoPlainProduct) {
    const Tiles tiles(4);
    Owners owners(machine_of(0, 2));
    for (std::uint32_t i = 0; i < 4; ++i) {
        submit(owners, {writes(tiles.a(i, 0))});
    }
    submit_product(owners, 4, 4);
    EXPECT_TRUE(owners.refresh(0));
    submit(owners, {reads(tiles.b(0, 0)), updates(tiles.a(0, 0))});
    EXPECT_FALSE(owners.products().are_plain());
    EXPECT_TRUE(owners.refresh(0)) << "zones are gone";
    EXPECT_FALSE(owners.refresh(0));
    EXPECT_NE(owners.of(tiles.product(0, 0, 0), update).node, std::nullopt) << "a brick has taken over";
}

TEST(Owners, TasksThatTakeMuchLongerThanAnUpdateHaveNone) {
    const Tiles tiles(4);
    Owners owners(machine_of(2, 2));
    submit_product(owners, 4, 1);
    EXPECT_NE(owners.of(std::vector{updates(tiles.c(0, 0))}, update).node, std::nullopt);
    EXPECT_EQ(owners.of(std::vector{updates(tiles.c(0, 0))}, panel).node, std::nullopt);
}

/// Columns of a factorisation whose updates write two tiles: all of a column belong to one accelerator, and each
/// accelerator has its share of the columns.
TEST(Owners, BundlesAreDealtOut) {
    constexpr std::uint32_t columns = 8;
    Owners owners(machine_of(2, 4));
    const auto column = [](std::uint32_t j) { return std::vector{updates(3 * j), updates(3 * j + 1)}; };
    for (std::uint32_t j = 0; j < columns; ++j) {
        submit(owners, column(j));
        submit(owners, std::vector{updates(3 * j + 1), updates(3 * j + 2)});
    }
    std::map<Node, int> count;
    for (std::uint32_t j = 0; j < columns; ++j) {
        const std::optional<Node> owner = owners.of(column(j), update).node;
        ASSERT_TRUE(owner);
        EXPECT_EQ(owners.of(std::vector{reads(0), updates(3 * j + 1)}, update).node, owner);
        EXPECT_EQ(owners.of(column(j), panel).node, std::nullopt);
        ++count[*owner];
    }
    const std::map<Node, int> expected{{1, 2}, {2, 2}, {3, 2}, {4, 2}};
    EXPECT_EQ(count, expected);
    EXPECT_EQ(description(owners),
              "tasks that update several data: 8 bundles of what is updated together, dealt to 4 owners");
}

/// What is written by one product and read by the next one is no solve: that updates tiles by one datum, too.
TEST(Owners, ProductsOneAfterTheOtherAreNoSolve) {
    constexpr std::uint32_t side = 6;
    const Tiles tiles(side);
    for (const bool solves : {false, true}) {
        Owners owners(machine_of(2, 2));
        for (std::uint32_t k = 0; k < side; ++k) {
            for (std::uint32_t i = 0; i < side; ++i) {
                for (std::uint32_t j = 0; j < side; ++j) {
                    submit(owners, tiles.product(i, j, k));
                }
            }
        }
        const DataId d = 3 * side * side;
        if (solves) {
            submit(owners, {reads(d), updates(tiles.c(0, 0))});
        }
        for (std::uint32_t i = 0; i < side; ++i) {
            submit(owners, {reads(tiles.c(i, 0)), reads(d + 1), updates(d + 2 + i)});
        }
        owners.of(tiles.product(0, 0, 0), update);
        ASSERT_EQ(owners.structures().size(), 1);
        EXPECT_EQ(owners.structures().front().kind, solves ? "triangular solve" : "products");
    }
}

TEST(Owners, AMachineWithoutAcceleratorsHasNone) {
    Owners owners(machine_of(3, 0));
    owners.submitted(Tiles(2).product(0, 0, 0), cpu_only);
    owners.submitted(Tiles(2).product(0, 0, 1), cpu_only);
    owners.submitted(std::vector{updates(0), updates(1)}, cpu_only);
    EXPECT_FALSE(owners.refresh(0));
    EXPECT_EQ(owners.update().least_seconds(), 0);
    EXPECT_EQ(owners.of(Tiles(2).product(0, 0, 0), cpu_only).node, std::nullopt);
}

} // namespace
} // namespace tangram::sched::graph
