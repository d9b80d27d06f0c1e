#include "model/steady_state/svg/label_places.hpp"

#include <gmock/gmock.h>

namespace tangram::model::steady_state::svg {

namespace {

const Segment east{{0, 0}, {100, 0}};
constexpr Extent extent{40, 10};

} // namespace

TEST(LabelPlaces, AreOnTheRightOfTheMiddle) {
    const LabelPlaces result = label_places({{east, 0, 4, extent, false}}, {}, {{east, 0, 1}});
    EXPECT_DOUBLE_EQ(middle(result.places[0]).x, 50);
    EXPECT_DOUBLE_EQ(result.places[0].corner.y, 4);
    EXPECT_EQ(result.faults, 0);
}

TEST(LabelPlaces, OfBothDirectionsAreOnTheirSides) {
    const Segment west{{100, -5}, {0, -5}};
    const LabelPlaces result =
        label_places({{east, 0, 4, extent, false}, {west, 0, 4, extent, false}}, {}, {{east, 0, 1}, {west, 0, 1}});
    EXPECT_GT(result.places[0].corner.y, 0);
    EXPECT_LT(result.places[1].bottom(), -5);
    EXPECT_EQ(result.faults, 0);
}

TEST(LabelPlaces, AvoidBoxesOtherLabelsAndLines) {
    const Rectangle box{{0, 2}, {70, 50}};
    EXPECT_LT(label_places({{east, 0, 4, extent, true}}, {box}, {}).places[0].bottom(), 0); // on the left
    EXPECT_GT(label_places({{east, 0, 4, extent, false}}, {box}, {}).faults, 0);            // it must not be there

    const LabelPlaces same = label_places({{east, 0, 4, extent, true}, {east, 0, 4, extent, true}}, {}, {});
    EXPECT_EQ(overlap(same.places[0], same.places[1]), 0);

    const Segment south{{50, 1}, {50, 60}};
    const LabelPlaces crossed = label_places({{east, 0, 4, extent, false}}, {}, {{east, 0, 1}, {south, 1, 1}});
    EXPECT_FALSE(inside(south, crossed.places[0]));
}

TEST(LabelPlaces, FitBetweenBoxesAboveAndBelowEachOther) {
    const Rectangle above{{-50, -60}, {100, 40}};
    const Rectangle below{{0, 20}, {100, 40}};
    const Segment down{{0, -20}, {50, 20}};
    const LabelPlaces result = label_places({{down, 0, 4, {60, 20}, true}}, {above, below}, {{down, 0, 1}});
    EXPECT_EQ(result.faults, 0);
    EXPECT_FALSE(inside(down, result.places[0]));
}

TEST(LabelPlaces, AreInTheOrderOfTheLabels) {
    const Segment shorter{{0, 200}, {60, 200}};
    const LabelPlaces result = label_places({{east, 0, 4, extent, true}, {shorter, 1, 4, extent, true}}, {}, {});
    EXPECT_LT(result.places[0].corner.y, 100);
    EXPECT_GT(result.places[1].corner.y, 100);
}

} // namespace tangram::model::steady_state::svg
