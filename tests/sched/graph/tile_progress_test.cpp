/// TileProgress: how far a tile is, and who keeps it. Scenes by hand.

#include "sched/graph/tile_progress.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace tangram::sched::graph {
namespace {

constexpr DataId tile = 3;

TEST(TileProgress, CountsSinceThereWasNothingToExecute) {
    TileProgress progress;
    EXPECT_EQ(progress.tasks_done(tile), 0) << "never heard of";
    progress.submitted(tile);
    progress.submitted(tile);
    progress.executed(tile, 1);
    EXPECT_EQ(progress.tasks_done(tile), 1);
    progress.submitted(tile);
    EXPECT_EQ(progress.tasks_done(tile), 1);
    progress.executed(tile, 1);
    progress.executed(tile, std::nullopt);
    EXPECT_EQ(progress.tasks_done(tile), 3);
    progress.submitted(tile); // again
    EXPECT_EQ(progress.tasks_done(tile), 0);
}

TEST(TileProgress, ATileWasAwayIfAnAcceleratorHadIt) {
    TileProgress progress;
    progress.executed(tile, home);
    progress.executed(tile, std::nullopt);
    EXPECT_FALSE(progress.was_away(tile));
    progress.executed(tile, 2);
    progress.executed(tile, home);
    EXPECT_TRUE(progress.was_away(tile));
}

TEST(TileProgress, HomeKeepsWhatItBeginsUntilAnAcceleratorTakesIt) {
    TileProgress progress;
    progress.executed_in_zones(tile, home, 1, true);
    EXPECT_EQ(progress.kept_by(tile), home);
    EXPECT_EQ(progress.begun_at_home(), 1);
    progress.executed_in_zones(tile, home, home, true);
    EXPECT_EQ(progress.begun_at_home(), 1) << "it has begun";
    progress.executed_in_zones(tile, 2, home, true);
    EXPECT_EQ(progress.kept_by(tile), 2);
    progress.executed_in_zones(tile, home, 2, true);
    EXPECT_EQ(progress.kept_by(tile), 2) << "a theft";
}

TEST(TileProgress, HomeGivesBackWhatItCannotEnd) {
    TileProgress progress;
    progress.executed_in_zones(tile, home, 1, false);
    EXPECT_EQ(progress.kept_by(tile), 1);
    EXPECT_EQ(progress.begun_at_home(), 1);
}

TEST(TileProgress, ATileThatItsOwnerBeginsIsAsZonesSay) {
    TileProgress progress;
    progress.executed_in_zones(tile, 1, 1, true);
    progress.executed_in_zones(tile, home, 1, true);
    EXPECT_EQ(progress.kept_by(tile), std::nullopt);
    EXPECT_EQ(progress.begun_at_home(), 0);
}

} // namespace
} // namespace tangram::sched::graph
