#include "sched/ready/tile_places.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tangram::sched {
namespace {

std::vector<Node> nodes_with(const TilePlaces& places, const std::vector<Tile>& tiles) {
    std::vector<Node> nodes;
    places.for_each_node(tiles, [&](Node node) { nodes.push_back(node); });
    return nodes;
}

TEST(TilePlaces, KnowsWhatWasInsertedAndErased) {
    TilePlaces places(2, 3);
    places.insert(1, 2);
    EXPECT_TRUE(places.is_at(1, 2));
    EXPECT_FALSE(places.is_at(1, 1));
    EXPECT_FALSE(places.is_at(0, 2));
    places.erase(1, 2);
    EXPECT_FALSE(places.is_at(1, 2));
}

TEST(TilePlaces, VisitsTheNodesOfSeveralTilesOnce) {
    TilePlaces places(3, 4);
    places.insert(0, 3);
    places.insert(1, 3);
    places.insert(1, 0);
    places.insert(2, 1);
    EXPECT_THAT(nodes_with(places, {0, 1}), testing::ElementsAre(0, 3));
    EXPECT_THAT(nodes_with(places, {2}), testing::ElementsAre(1));
    EXPECT_THAT(nodes_with(places, {}), testing::IsEmpty());
}

TEST(TilePlaces, KeepsMoreThan64NodesApart) {
    TilePlaces places(2, 130);
    for (const Node node : std::vector<Node>{0, 63, 64, 127, 128, 129}) {
        places.insert(0, node);
    }
    EXPECT_THAT(nodes_with(places, {0}), testing::ElementsAre(0, 63, 64, 127, 128, 129));
    EXPECT_THAT(nodes_with(places, {1}), testing::IsEmpty());
    places.erase(0, 64);
    EXPECT_FALSE(places.is_at(0, 64));
    EXPECT_TRUE(places.is_at(0, 0));
    EXPECT_TRUE(places.is_at(0, 128));
}

} // namespace
} // namespace tangram::sched
