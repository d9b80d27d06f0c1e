/// Naive, increments and snapshot in all orders of events, in scenes of 1 to 4 processes. Numbers of states are those
/// of the protocol, not of its code: a change of them is a change of what may happen.

#include "checked_scenes.hpp"
#include "cluster/exchange/increments.hpp"
#include "cluster/exchange/naive.hpp"
#include "cluster/exchange/snapshot.hpp"

#include <gtest/gtest.h>

namespace tangram::exchange {

namespace {

const Load one_each{1, 1};

Scene<Snapshot> snapshots(const std::vector<int>& decisions) {
    Scene<Snapshot> scene = scene_of<Snapshot>(decisions);
    scene.promise = Promise::fresh_answers;
    scene.reserved = {2, 1};
    return scene;
}

Scene<Snapshot> recorded_snapshots(const std::vector<int>& decisions) {
    Scene<Snapshot> scene = snapshots(decisions);
    scene.keeps_record = true;
    return scene;
}

/// A reservation is beyond the threshold, and a change by one is not.
template <class Process> Scene<Process> updates(const std::vector<int>& decisions) {
    Scene<Process> scene = scene_of<Process>(decisions, one_each);
    scene.threshold = one_each;
    scene.reserved = {2, 2};
    return scene;
}

Scene<Naive> naive(const std::vector<int>& decisions) {
    Scene<Naive> scene = updates<Naive>(decisions);
    scene.reserves = false;
    scene.executes_tasks = true;
    return scene;
}

template <class Process> void expect_states(std::size_t states, std::string_view title, const Scene<Process>& scene) {
    const Verdict verdict = printed(title, scene);
    EXPECT_EQ(verdict.fault, "");
    EXPECT_EQ(verdict.states, states);
}

} // namespace

TEST(ModelChecker, Snapshots) {
    expect_states(5332, "snapshot", snapshots({1, 1, 1}));
    expect_states(24210, "snapshot", snapshots({2, 1, 1}));
    expect_states(154212, "snapshot", snapshots({2, 2, 1}));
}

TEST(ModelChecker, SnapshotsOfFourProcesses) {
    expect_states(169876, "snapshot", snapshots({1, 1, 1, 0}));
}

TEST(ModelChecker, SnapshotsWithOneOrTwoSlaves) {
    Scene<Snapshot> scene = snapshots({1, 1, 1});
    scene.most_slaves = 2;
    expect_states(12246, "snapshot, one or two slaves", scene);
}

/// Nobody begins a task while frozen, and all tasks are done in the end.
TEST(ModelChecker, SnapshotsWithTasksAndChanges) {
    Scene<Snapshot> scene = snapshots({1, 1, 1});
    scene.executes_tasks = true;
    expect_states(29594, "snapshot with tasks", scene);
    scene.executes_tasks = false;
    scene.changes = {{{1, 0}}, {}, {{-1, 0}}};
    expect_states(63653, "snapshot with changes", scene);
}

/// Each request is answered once at most, and nobody is free between its answer and the end: on all ways to a state.
TEST(ModelChecker, SnapshotsWithTheirPast) {
    expect_states(6388, "snapshot, with a record", recorded_snapshots({1, 1, 1}));
    expect_states(32368, "snapshot, with a record", recorded_snapshots({2, 1, 1}));
    expect_states(241424, "snapshot, with a record", recorded_snapshots({2, 2, 1}));
}

TEST(ModelChecker, SnapshotsOfFourProcessesWithTheirPast) {
    expect_states(254040, "snapshot, with a record", recorded_snapshots({1, 1, 1, 0}));
}

TEST(ModelChecker, MessagesOfThreeSnapshotsAtOnce) {
    const auto most_messages = [](const std::vector<int>& decisions) {
        Scene<Snapshot> scene = recorded_snapshots(decisions);
        scene.starts_together = true;
        const Verdict verdict = printed("snapshot, all at once", scene);
        EXPECT_EQ(verdict.fault, "");
        return verdict.most_messages;
    };
    EXPECT_EQ(most_messages({1, 1, 1}), 27);
    EXPECT_EQ(most_messages({1, 1, 1, 0}), 41);
}

/// A master may find that it needs no slave. A process alone has no choice.
TEST(ModelChecker, MastersThatSelectNobody) {
    Scene<Snapshot> snapshot = recorded_snapshots({1, 1, 1});
    snapshot.least_slaves = 0;
    EXPECT_EQ(printed("snapshot, one slave or none", snapshot).fault, "");
    Scene<Increments> increments = updates<Increments>({1, 1, 1});
    increments.least_slaves = 0;
    EXPECT_EQ(printed("increments, one slave or none", increments).fault, "");
    Scene<Naive> masters = naive({1, 1, 0});
    masters.least_slaves = 0;
    EXPECT_EQ(printed("naive, one slave or none", masters).fault, "");
}

TEST(ModelChecker, OneProcessAlone) {
    expect_states(3, "snapshot", snapshots({2}));
    expect_states(3, "increments", updates<Increments>({2}));
    expect_states(3, "naive", naive({2}));
}

TEST(ModelChecker, Increments) {
    expect_states(3481, "increments", updates<Increments>({1, 1, 1}));
    expect_states(32893, "increments", updates<Increments>({2, 1, 1}));
    expect_states(381121, "increments", updates<Increments>({2, 2, 1}));
}

TEST(ModelChecker, IncrementsOfFourProcesses) {
    expect_states(86473, "increments", updates<Increments>({1, 1, 1, 0}));
}

TEST(ModelChecker, IncrementsWithTasks) {
    Scene<Increments> scene = updates<Increments>({1, 1, 1});
    scene.executes_tasks = true;
    expect_states(320179, "increments with tasks", scene);
    scene = updates<Increments>({1, 0, 0});
    scene.executes_tasks = true;
    scene.ends_mastership = true;
    expect_states(5099, "increments with tasks, masterships end", scene);
}

TEST(ModelChecker, IncrementsWithTasksAndChanges) {
    Scene<Increments> scene = updates<Increments>({1, 1});
    scene.changes = {{{1, 0}, {1, 0}}, {{-1, 0}, {-1, 0}}};
    scene.executes_tasks = true;
    scene.ends_mastership = true;
    EXPECT_EQ(printed("increments with tasks and changes", scene).fault, "");
}

TEST(ModelChecker, Naive) {
    EXPECT_EQ(printed("naive", naive({1, 1, 0})).fault, "");
    Scene<Naive> scene = naive({1, 0, 0});
    scene.ends_mastership = true;
    EXPECT_EQ(printed("naive, masterships end", scene).fault, "");
    scene = naive({1, 1});
    scene.changes = {{{1, 0}, {1, 0}}, {{-1, 0}, {-1, 0}}};
    scene.ends_mastership = true;
    EXPECT_EQ(printed("naive with changes", scene).fault, "");
}

} // namespace tangram::exchange
