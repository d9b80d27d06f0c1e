/// ProductZones: shares by speed, home's in whole tasks, corners of zones.

#include "sched/graph/product_zones.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace tangram::sched::graph {
namespace {

Position position(std::size_t row, std::size_t column) {
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)};
}

std::map<Node, std::size_t> tiles_of(const ProductZones& zones, const ProductSize& size) {
    std::map<Node, std::size_t> tiles;
    for (std::size_t row = 0; row < size.rows; ++row) {
        for (std::size_t column = 0; column < size.columns; ++column) {
            ++tiles[zones.owner(position(row, column))];
        }
    }
    return tiles;
}

ProductZones zones_of(const std::vector<ProductNode>& nodes, const ProductSize& size, std::size_t begun = 0) {
    return {allocation_kind("nrrp-precise"), nodes, size, begun};
}

/// Rows and columns of C that each node needs, in all.
std::size_t lines_of(const ProductZones& zones, const ProductSize& size) {
    std::set<std::tuple<Node, bool, std::size_t>> lines;
    for (std::size_t tile = 0; tile < size.tiles(); ++tile) {
        const std::size_t row = tile / size.columns;
        const std::size_t column = tile % size.columns;
        lines.insert({zones.owner(position(row, column)), false, row});
        lines.insert({zones.owner(position(row, column)), true, column});
    }
    return lines.size();
}

/// Three unequal nodes. Tasks of 2 ms pay for a search, tasks of 20 ns do not, nor do any once searches have taken what
/// they may.
TEST(ProductZones, AreSearchedForWhereThatPays) {
    const ProductSize size{.rows = 17, .columns = 17, .depth = 17};
    const auto lines = [&](const char* kind, double scale, double searched) {
        const std::vector<ProductNode> nodes{
            {.node = 1, .seconds = scale}, {.node = 2, .seconds = 1.7 * scale}, {.node = 3, .seconds = 5.9 * scale}};
        return lines_of(ProductZones(allocation_kind(kind), nodes, size, 0, searched), size);
    };
    const std::size_t precise = lines("nrrp-precise", 2e-3, 0);
    EXPECT_LT(lines("nrrp-refined", 2e-3, 0), precise);
    EXPECT_EQ(lines("nrrp-refined", 20e-9, 0), precise);
    EXPECT_EQ(lines("nrrp-refined", 2e-3, 1e12), precise);
}

/// However often zones are made anew while a product grows.
TEST(ProductZones, SearchesTogetherTakeAPartOfTheProduct) {
    const std::vector<ProductNode> nodes{{.node = 1, .seconds = 1e-3}, {.node = 2, .seconds = 1.7e-3}};
    double searched = 0;
    double nanoseconds = 0; // that the product takes
    for (std::size_t rows = 1; rows <= 20; ++rows) {
        const ProductSize size{.rows = rows, .columns = 20, .depth = 20};
        nanoseconds = 1e9 * static_cast<double>(size.tasks()) / (1 / 1e-3 + 1 / 1.7e-3);
        searched = ProductZones(allocation_kind("nrrp-refined"), nodes, size, 0, searched).searched();
    }
    EXPECT_GT(searched, 0);
    EXPECT_LE(searched, 0.011 * nanoseconds);
}

TEST(ProductZones, SharesFollowSpeeds) {
    const ProductSize size{.rows = 12, .columns = 10, .depth = 4};
    const std::vector<ProductNode> nodes{
        {.node = 1, .seconds = 1}, {.node = 2, .seconds = 1}, {.node = 5, .seconds = 0.5}};
    const std::map<Node, std::size_t> expected{{1, 30}, {2, 30}, {5, 60}};
    EXPECT_EQ(tiles_of(zones_of(nodes, size), size), expected);
}

/// Two equal nodes and 8 x 8 tiles: two halves, so 8 + 4 lines each; 16 tasks of each tile are no more traffic.
TEST(ProductZones, ZonesAreCompact) {
    const ProductSize size{.rows = 8, .columns = 8, .depth = 16};
    const ProductZones zones = zones_of({{.node = 1, .seconds = 1}, {.node = 2, .seconds = 1}}, size);
    std::map<Node, std::set<std::size_t>> rows;
    std::map<Node, std::set<std::size_t>> columns;
    for (std::size_t tile = 0; tile < size.tiles(); ++tile) {
        const Node owner = zones.owner(position(tile / 8, tile % 8));
        rows[owner].insert(tile / 8);
        columns[owner].insert(tile % 8);
    }
    EXPECT_EQ(rows[1].size() + columns[1].size(), 12);
    EXPECT_EQ(rows[2].size() + columns[2].size(), 12);
}

/// An accelerator that takes 1 s for a task and ten cores that take 20 s share 400 tiles of one task: 267 s. A core
/// ends 13 whole tasks in that time.
TEST(ProductZones, HomeHasWhatItsWorkersEndInWholeTasks) {
    const ProductSize size{.rows = 20, .columns = 20, .depth = 1};
    const std::vector<ProductNode> nodes{{.node = home, .seconds = 20, .workers = 10}, {.node = 1, .seconds = 1}};
    const ProductZones zones = zones_of(nodes, size);
    EXPECT_TRUE(zones.home_ends_tiles());
    const double share = 130 / (130 + 400 / 1.5);
    EXPECT_NEAR(static_cast<double>(tiles_of(zones, size)[home]), 400 * share, 1);
}

TEST(ProductZones, HomeHasNoZoneIfACoreCannotEndATile) {
    const ProductSize size{.rows = 4, .columns = 4, .depth = 10};
    const std::vector<ProductNode> nodes{{.node = home, .seconds = 20, .workers = 10}, {.node = 1, .seconds = 1}};
    const ProductZones zones = zones_of(nodes, size); // a tile takes 200 s there, all together 107 s
    EXPECT_FALSE(zones.home_ends_tiles());
    EXPECT_EQ(tiles_of(zones, size).count(home), 0);
}

TEST(ProductZones, WhatHomeHasBegunIsNoPartOfItsZone) {
    const ProductSize size{.rows = 20, .columns = 20, .depth = 1};
    const std::vector<ProductNode> nodes{{.node = home, .seconds = 20, .workers = 10}, {.node = 1, .seconds = 1}};
    EXPECT_LT(tiles_of(zones_of(nodes, size, 100), size)[home], tiles_of(zones_of(nodes, size), size)[home] - 80);
    EXPECT_EQ(tiles_of(zones_of(nodes, size, 130), size).count(home), 0);
}

/// Each zone grows from a corner of its own.
TEST(ProductZones, CornersAreThoseOfZones) {
    const ProductSize size{.rows = 6, .columns = 6, .depth = 3};
    const ProductZones zones = zones_of({{.node = 1, .seconds = 1}, {.node = 2, .seconds = 1}}, size);
    std::map<Node, std::uint32_t> least{{1, 9}, {2, 9}};
    for (std::size_t tile = 0; tile < size.tiles(); ++tile) {
        const Position at = position(tile / 6, tile % 6);
        std::uint32_t& of_owner = least[zones.owner(at)];
        of_owner = std::min(of_owner, zones.corner(at));
        EXPECT_LT(zones.corner(at), 6);
    }
    EXPECT_EQ(least[1], 0);
    EXPECT_EQ(least[2], 0);
}

/// A product may have grown since.
TEST(ProductZones, PlacesBeyondTheSizeHaveOwners) {
    const ProductSize size{.rows = 3, .columns = 2, .depth = 1};
    const ProductZones zones = zones_of({{.node = 1, .seconds = 1}, {.node = 2, .seconds = 2}}, size);
    EXPECT_EQ(zones.owner(position(4, 5)), zones.owner(position(1, 1)));
    EXPECT_EQ(zones.corner(position(4, 5)), zones.corner(position(1, 1)));
}

} // namespace
} // namespace tangram::sched::graph
