#include "cluster/solver/view_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::solver {

using exchange::Load;
using ::testing::ElementsAre;

TEST(ViewError, IsOfTheOthersLoadsInTheStrategysMetric) {
    for (const Strategy strategy : {Strategy::memory, Strategy::workload}) {
        ViewError error(strategy, {{7, 700}, {30, 0}, {10, 50}});
        error.decides(0, {0, {{0, 0}, {20, 20}, {12, 50}}, {}});
        EXPECT_DOUBLE_EQ(error.over_decisions().value().mean,
                         strategy == Strategy::memory ? (10.0 + 2) / 40 : 20.0 / 50);
    }
}

TEST(ViewError, SelectionsCountAtOnce) {
    ViewError error(Strategy::memory, {{0, 0}, {10, 0}, {10, 0}});
    error.decides(0, {0, {{0, 0}, {10, 0}, {10, 0}}, {{1, {20, 5}}}});
    EXPECT_THAT(error.truth(), ElementsAre(Load{0, 0}, Load{30, 5}, Load{10, 0}));
    error.changes(1, {{20, 5}, true}); // the task has come
    error.changes(1, {{-8, -5}, true});
    error.changes(2, {{5, 1}, false});
    EXPECT_THAT(error.truth(), ElementsAre(Load{0, 0}, Load{22, 0}, Load{15, 1}));
    error.decides(2, {1, {{0, 0}, {11, 0}, {10, 0}}, {}}); // has half of it, of an own load that does not matter
    EXPECT_DOUBLE_EQ(error.over_decisions().value().mean, 0.25);
    EXPECT_DOUBLE_EQ(error.over_decisions().value().max, 0.5);
}

TEST(ViewError, DecisionsWithoutAnyLoadDoNotCount) {
    ViewError error(Strategy::memory, {{5, 5}, {0, 5}});
    error.decides(0, {0, {{0, 0}, {3, 0}}, {}});
    EXPECT_FALSE(error.over_decisions().has_value());
}

} // namespace tangram::solver
