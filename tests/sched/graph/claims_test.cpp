/// Claims: who takes tasks that have no owner, in scenes by hand. A datum takes 8 seconds to an accelerator.

#include "sched/graph/claims.hpp"

#include "tests/sched/graph/program_state_scene.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched::graph {
namespace {

class ClaimsScene : public ProgramStateScene {
  protected:
    ClaimsScene() : ProgramStateScene({.leaves_unclaimed = true}) {
        program_.finished(make_ready({updates(0)})); // of what comes now it is known that none has an owner
    }

    /// The accelerator that is called for it.
    Node make_unclaimed(const std::vector<Use>& uses) {
        const TaskId id = make_ready(uses);
        EXPECT_EQ(program_.task(id).node, program_.unclaimed());
        return claims_.ready(id);
    }

    std::size_t owned_by(Node node) const { return program_.queues().of_owner(node).size(); }

    /// An unclaimed task is executed by this accelerator, and takes so long with its data.
    void execute(const std::vector<Use>& uses, Node node, double seconds) {
        const TaskId id = make_ready(uses);
        program_.claim(id, node);
        claims_.started(id, node);
        program_.started(id, node);
        now_ += seconds;
        program_.finished(id);
        claims_.finished();
    }

    Claims claims_{program_, places_};
};

TEST_F(ClaimsScene, TheAcceleratorThatLacksLeastIsCalled) {
    EXPECT_EQ(make_unclaimed({updates(1)}), first);
    EXPECT_EQ(make_unclaimed({updates(11)}), second);
    EXPECT_EQ(make_unclaimed({reads(1), reads(12), reads(13), updates(14)}), second);
}

TEST_F(ClaimsScene, AcceleratorsClaimWhatTheyLackLeastForAFewAtATime) {
    make_unclaimed({reads(12), updates(1)});
    for (DataId data = 2; data < 6; ++data) {
        make_unclaimed({updates(data)});
    }
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 3) << "one to execute, two to fetch for";
    EXPECT_EQ(owned_by(program_.unclaimed()), 2);
    EXPECT_EQ(program_.unclaimed_of(first).rbegin()->bytes, 8) << "what lacks a datum is left";
}

/// As long as that one is called, or at work, and has the data sooner.
TEST_F(ClaimsScene, TasksAreLeftToTheAcceleratorThatHasTheirData) {
    make_unclaimed({updates(11)});
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 0) << "the second accelerator is called";
    claims_.claim_for(second);
    EXPECT_EQ(owned_by(second), 1);
    for (DataId data = 12; data < 16; ++data) {
        make_unclaimed({updates(data)});
    }
    claims_.claim_for(second);
    EXPECT_EQ(owned_by(second), 3);
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 0) << "3 seconds of work there, and 8 to move a datum";
    for (DataId data = 16; data < 30; ++data) { // that it owns otherwise
        program_.claim(make_ready({updates(data)}), second);
    }
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 2) << "9 seconds of work and more there";
}

TEST_F(ClaimsScene, TasksAreLeftToNobodyWhoSleeps) {
    make_ready({updates(11)});
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 1);
}

/// Each of these tasks takes a second, and its datum 8 seconds from the other accelerator.
TEST_F(ClaimsScene, OneAcceleratorClaimsAllWhereDataMoveForLongerThanTasksTake) {
    for (int task = 0; task < 80; ++task) { // no data are new any more, and 8 seconds count as gained
        execute({updates(11)}, second, 1);
    }
    execute({updates(11)}, first, 9); // loses 7
    EXPECT_FALSE(claims_.wakes_all(true));
    execute({updates(11)}, second, 9);
    EXPECT_TRUE(claims_.wakes_all(true)) << "who claims tasks has changed";
    EXPECT_EQ(make_unclaimed({updates(2)}), second) << "also what the other one has";
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 0);
    claims_.claim_for(second);
    EXPECT_EQ(owned_by(second), 1);
    EXPECT_TRUE(claims_.is_for_another(program_.queues().of_owner(second).begin()->task, first)) << "nobody steals it";
}

/// It may be that nobody else can execute what is left.
TEST_F(ClaimsScene, WhoLeftATaskToOthersLooksAgainWhenATaskHasEnded) {
    const TaskId running = make_ready({updates(11)});
    program_.claim(running, second);
    program_.started(running, second);
    make_ready({updates(12)});
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 0);
    EXPECT_FALSE(claims_.wakes_all(false)) << "no task has ended";
    program_.finished(running);
    claims_.finished();
    EXPECT_FALSE(claims_.wakes_all(true)) << "who found work looks again";
    claims_.finished();
    EXPECT_TRUE(claims_.wakes_all(false));
    EXPECT_FALSE(claims_.wakes_all(false));
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 1);
}

/// Whoever was called for a task that a CPU worker took never looked for it.
TEST_F(ClaimsScene, NobodyIsTakenForCalledWhenAllWasTaken) {
    const TaskId taken = make_ready({updates(11)});
    EXPECT_EQ(claims_.ready(taken), second);
    program_.started(taken, home);
    program_.finished(taken);
    EXPECT_EQ(make_unclaimed({updates(1)}), first);
    make_ready({updates(12)});
    claims_.claim_for(first);
    EXPECT_EQ(owned_by(first), 2) << "the second accelerator sleeps";
}

/// A core takes 18 seconds with the datum, an accelerator 1, and each has half of what is ready.
TEST_F(ClaimsScene, CpuWorkersTakeWhatLeavesAcceleratorsWork) {
    for (int later = 0; later < 100; ++later) {
        submit({updates(99)});
    }
    for (DataId data = 1; data < 12; ++data) {
        make_unclaimed({updates(data)});
        EXPECT_EQ(claims_.next_for_cpu(), std::nullopt) << data << " tasks";
    }
    make_unclaimed({updates(12)});
    EXPECT_NE(claims_.next_for_cpu(), std::nullopt) << "6 seconds for each, more than a third of the delay of 17";
}

/// There are 35 seconds of work, half for each accelerator.
TEST_F(ClaimsScene, CpuWorkersTakeWhatEndsBeforeAllOtherWork) {
    for (DataId data = 1; data < 36; ++data) {
        make_unclaimed({updates(data)});
        EXPECT_EQ(claims_.next_for_cpu(), std::nullopt) << data << " tasks";
    }
    make_unclaimed({updates(36)});
    EXPECT_NE(claims_.next_for_cpu(), std::nullopt) << "a delay of 17 seconds, and the task itself";
}

} // namespace
} // namespace tangram::sched::graph
