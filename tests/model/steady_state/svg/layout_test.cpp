#include "model/steady_state/svg/layout.hpp"

#include "base/dice.hpp"
#include "model/steady_state/svg/columns.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace tangram::model::steady_state::svg {

TEST(Arrangement, OfAPathIsALineFromLeftToRight) {
    const std::vector<Spot> spots = arranged(4, {{0, 1, {}}, {1, 2, {}}, {2, 3, {}}}, 0);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(spots[i].x, static_cast<double>(i) - 1.5, 0.1); // it straightens slowly
        EXPECT_NEAR(spots[i].y, 0, 0.1);
    }
    EXPECT_GT(arranged(4, {{0, 1, {}}, {1, 2, {}}, {2, 3, {}}}, 3)[0].x, 0);
}

TEST(Arrangement, OfADiamondHasNoCrossing) {
    // 0 and 3 are the only ones without an edge, and so the farthest apart.
    const std::vector<Spot> spots = arranged(4, {{0, 1, {}}, {0, 2, {}}, {1, 2, {}}, {1, 3, {}}, {2, 3, {}}}, 0);
    EXPECT_LT(spots[0].x, std::min(spots[1].x, spots[2].x));
    EXPECT_GT(spots[3].x, std::max(spots[1].x, spots[2].x));
    EXPECT_LT(spots[1].y * spots[2].y, 0);
}

TEST(Arrangement, ToleratesPartsWithoutEdgesAndOneNode) {
    for (const std::size_t nodes : {1, 2, 5}) {
        for (const Spot& spot : arranged(nodes, {}, 0)) {
            EXPECT_TRUE(std::isfinite(spot.x) && std::isfinite(spot.y));
        }
    }
}

TEST(Columns, HaveTheNearestBoxesFirst) {
    // 4 - 0 - 2 - 1, and 3 without an edge: two columns of two boxes, and one.
    const std::vector<Extent> boxes(5, {100, 196});
    const std::vector<Spot> centres = in_columns(boxes, {{4, 0, {}}, {0, 2, {}}, {2, 1, {}}}, 4);
    std::vector<std::size_t> order{0, 1, 2, 3, 4};
    std::sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return std::pair(centres[one].x, centres[one].y) < std::pair(centres[other].x, centres[other].y);
    });
    EXPECT_EQ(order, (std::vector<std::size_t>{4, 0, 2, 1, 3}));
    EXPECT_LT(centres[4].x, centres[3].x);
}

TEST(Columns, SeparateAnyBoxesInAboutASquare) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Dice dice(seed);
        std::vector<Extent> boxes;
        std::vector<Edge> edges;
        const std::size_t count = 1 + dice.below(200);
        for (std::size_t i = 0; i < count; ++i) {
            boxes.push_back({20 + 400 * dice.unit(), 20 + 100 * dice.unit()});
            if (i > 0 && dice.below(5) > 0) {
                edges.push_back({dice.below(i), i, {}});
            }
        }
        const std::vector<Spot> centres = in_columns(boxes, edges, dice.below(count));
        Rectangle bounds = centred(centres[0], boxes[0]);
        for (std::size_t i = 0; i < count; ++i) {
            bounds = united(bounds, centred(centres[i], boxes[i]));
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_EQ(overlap(grown(centred(centres[i], boxes[i]), 5), centred(centres[j], boxes[j])), 0)
                    << "seed " << seed;
            }
        }
        if (count > 50) {
            EXPECT_LT(std::abs(std::log2(bounds.extent.width / bounds.extent.height)), 1) << "seed " << seed;
        }
    }
}

TEST(Layout, MakesRoomForLabels) {
    const std::vector<Extent> boxes{{100, 50}, {100, 50}};
    const std::vector<Spot> centres = spread({{-0.5, 0}, {0.5, 0}}, boxes, {{0, 1, {70, 20}}}, 120);
    EXPECT_NEAR(centres[1].x - centres[0].x, 170, 1e-3);
    EXPECT_DOUBLE_EQ(centres[0].y, centres[1].y);
}

TEST(Layout, MovesBoxesFromUnderEdges) {
    const std::vector<Extent> boxes(3, {60, 40});
    const std::vector<Edge> edges{{0, 2, {}}};
    const std::vector<Spot> centres = spread({{-1, 0}, {0, 0.01}, {1, 0}}, boxes, edges, 200);
    EXPECT_FALSE(inside({centres[0], centres[2]}, centred(centres[1], boxes[1])));
}

TEST(Layout, SeparatesAnyBoxes) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Dice dice(seed);
        std::vector<Extent> boxes;
        std::vector<Spot> arrangement;
        std::vector<Edge> edges;
        const std::size_t count = 2 + dice.below(30);
        for (std::size_t i = 0; i < count; ++i) {
            boxes.push_back({20 + 200 * dice.unit(), 20 + 100 * dice.unit()});
            arrangement.push_back({dice.unit(), static_cast<double>(dice.below(3))}); // some in one place
            if (i > 0) {
                edges.push_back({dice.below(i), i, {100 * dice.unit(), 40 * dice.unit()}});
            }
        }
        const std::vector<Spot> centres = spread(arrangement, boxes, edges, 300 * dice.unit());
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_EQ(overlap(centred(centres[i], boxes[i]), centred(centres[j], boxes[j])), 0) << "seed " << seed;
            }
        }
    }
}

} // namespace tangram::model::steady_state::svg
