/// The algorithms as printed, each fault by itself: all others are mended. With all mends there is none.

#include "checked_scenes.hpp"
#include "literal_increments.hpp"
#include "literal_snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::exchange {

namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr SnapshotMends all_of_snapshot{
    .notices_loss = true, .ends_waiting = true, .knows_epochs = true, .leads_each_round = true};
constexpr IncrementsMends all_of_increments{
    .sends_decreases = true, .adds_own_selection = true, .reserves_everywhere = true};

Scene<LiteralSnapshot> snapshots(SnapshotMends mends) {
    Scene<LiteralSnapshot> scene = scene_of<LiteralSnapshot>({1, 1, 1}, mends);
    scene.promise = Promise::fresh_answers;
    return scene;
}

Scene<LiteralIncrements> increments(IncrementsMends mends) {
    const Load threshold{1, 1};
    Scene<LiteralIncrements> scene = scene_of<LiteralIncrements>({1, 1, 0}, threshold, mends);
    scene.threshold = threshold;
    scene.reserved = {2, 2};
    scene.changes = {{}, {{-2, 0}}, {}};
    scene.ends_mastership = true;
    return scene;
}

} // namespace

TEST(LiteralSnapshot, AsPrintedAnswersAreStale) {
    EXPECT_THAT(printed("algorithm 4", snapshots({})).fault, HasSubstr("stale answer"));
}

/// Whether or not answers are fresh, nobody can go on after these steps.
TEST(LiteralSnapshot, AsPrintedItDeadlocks) {
    Scene<LiteralSnapshot> scene = snapshots({});
    scene.promise = Promise::nothing_more;
    const Verdict verdict = printed("algorithm 4, stale answers allowed", scene);
    EXPECT_THAT(verdict.fault, HasSubstr("deadlock"));
    EXPECT_THAT(verdict.trace, SizeIs(16));
}

/// Process 1 goes on to collect answers after it has given its own to process 0, as two others have initiated.
/// All initiate before anything is received: epochs are not needed there.
TEST(LiteralSnapshot, WhoLosesToASecondInitiatorDoesNotNotice) {
    SnapshotMends mends = all_of_snapshot;
    mends.knows_epochs = mends.notices_loss = false;
    Scene<LiteralSnapshot> scene = snapshots(mends);
    scene.starts_together = true;
    const Verdict verdict = printed("algorithm 4, nb_snp == 1", scene);
    EXPECT_THAT(verdict.fault, HasSubstr("stale answer"));
    EXPECT_THAT(verdict.trace, SizeIs(14));

    mends.notices_loss = true;
    scene = snapshots(mends);
    scene.starts_together = true;
    EXPECT_EQ(printed("algorithm 4, mended", scene).fault, "");
}

/// Where epochs withhold stale answers, there is a deadlock.
TEST(LiteralSnapshot, WhoDoesNotNoticeWaitsForEver) {
    SnapshotMends mends = all_of_snapshot;
    mends.notices_loss = false;
    EXPECT_THAT(printed("algorithm 4, nb_snp == 1, with epochs", snapshots(mends)).fault, HasSubstr("deadlock"));
}

/// It leads now, but is in the loop that waits for another leader's end.
TEST(LiteralSnapshot, TheNextLeaderWaitsForItself) {
    SnapshotMends mends = all_of_snapshot;
    mends.ends_waiting = false;
    const Verdict verdict = printed("algorithm 4, end_snp returns in snapshot mode", snapshots(mends));
    EXPECT_THAT(verdict.fault, HasSubstr("deadlock"));
    EXPECT_THAT(verdict.trace, SizeIs(14));
}

/// Process 2 answers process 0, which knows of a decision, before its reservation on process 2 has come.
TEST(LiteralSnapshot, AnswersLackReservationsWithoutEpochs) {
    SnapshotMends mends = all_of_snapshot;
    mends.knows_epochs = false;
    const Verdict verdict = printed("algorithm 4, without epochs", snapshots(mends));
    EXPECT_THAT(verdict.fault, HasSubstr("stale answer"));
    EXPECT_THAT(verdict.trace, SizeIs(11));
}

/// Process 1 asks anew without a leader, and loses to process 2, which loses to it: both wait for the other one's end.
TEST(LiteralSnapshot, WhoAsksAnewForgetsToLead) {
    SnapshotMends mends = all_of_snapshot;
    mends.leads_each_round = false;
    const Verdict verdict = printed("algorithm 4, leader set once", snapshots(mends));
    EXPECT_THAT(verdict.fault, HasSubstr("deadlock"));
    EXPECT_THAT(verdict.trace, SizeIs(18));
}

TEST(LiteralSnapshot, MendedItHasNoFault) {
    EXPECT_EQ(printed("algorithm 4, mended", snapshots(all_of_snapshot)).fault, "");
}

/// The first fault of it. The tests below have each by itself.
TEST(LiteralIncrements, AsPrintedItDrifts) {
    const Verdict verdict = printed("algorithm 3", increments({}));
    EXPECT_THAT(verdict.fault, HasSubstr("at rest, process 0 believes the load of 1 to be (0, 0), which is (-2, 0)"));
    EXPECT_THAT(verdict.trace, SizeIs(1));
}

TEST(LiteralIncrements, DecreasesAreNotSent) {
    IncrementsMends mends = all_of_increments;
    mends.sends_decreases = false;
    const Verdict verdict = printed("algorithm 3, line 8", increments(mends));
    EXPECT_THAT(verdict.fault, HasSubstr("at rest, process 0 believes the load of 1 to be (0, 0), which is (-2, 0)"));
    EXPECT_THAT(verdict.trace, SizeIs(1));
}

TEST(LiteralIncrements, AMasterForgetsItsOwnSelection) {
    IncrementsMends mends = all_of_increments;
    mends.adds_own_selection = false;
    const Verdict verdict = printed("algorithm 3, lines 13 to 16", increments(mends));
    EXPECT_THAT(verdict.fault, HasSubstr("at rest, process 0 believes the load of 1 to be (0, 0), which is (2, 2)"));
    EXPECT_THAT(verdict.trace, SizeIs(3));
}

TEST(LiteralIncrements, ASlaveThatIsNoMasterAnyMoreMissesItsTask) {
    IncrementsMends mends = all_of_increments;
    mends.reserves_everywhere = false;
    const Verdict verdict = printed("algorithm 3, section 2.3", increments(mends));
    EXPECT_THAT(verdict.fault, HasSubstr("process 2 will believe its load to be (0, 0), which is (2, 2)"));
    EXPECT_THAT(verdict.trace, SizeIs(3));
}

TEST(LiteralIncrements, MendedItHasNoFault) {
    EXPECT_EQ(printed("algorithm 3, mended", increments(all_of_increments)).fault, "");
}

} // namespace tangram::exchange
