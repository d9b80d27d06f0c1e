/// Naive, increments and snapshot in all orders of events. Numbers of states are those of the protocol, not of its
/// code: a change of them is a change of what may happen.

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

TEST(ModelChecker, SnapshotsAnswerEachRequestOnce) {
    for (const std::vector<int>& decisions : {std::vector{1, 1, 1}, std::vector{2, 1, 1}}) {
        Scene<Snapshot> scene = snapshots(decisions);
        scene.keeps_record = true;
        EXPECT_EQ(printed("snapshot, with a record", scene).fault, "");
    }
}

TEST(ModelChecker, MessagesOfThreeSnapshotsAtOnce) {
    for (const std::vector<int>& decisions : {std::vector{1, 1, 1}, std::vector{1, 1, 1, 0}}) {
        Scene<Snapshot> scene = snapshots(decisions);
        scene.starts_together = true;
        scene.keeps_record = true;
        const Verdict verdict = printed("snapshot, all at once", scene);
        EXPECT_EQ(verdict.fault, "");
        const auto others = static_cast<std::int64_t>(decisions.size() - 1);
        constexpr std::int64_t initiators = 3; // and as many slaves
        EXPECT_LE(verdict.most_messages, (initiators * initiators + 2 * initiators) * others + initiators);
    }
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
    Scene<Increments> scene = updates<Increments>({1, 1, 0});
    scene.executes_tasks = true;
    expect_states(3603, "increments with tasks", scene);
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
