/// The model checker finds mechanisms that break a promise.

#include "checked_scenes.hpp"
#include "cluster/exchange/increments.hpp"
#include "cluster/exchange/snapshot.hpp"
#include "random_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace tangram::exchange {

namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::SizeIs;

struct NeverDecides : Increments {
    using Increments::Increments;
    [[nodiscard]] static bool ready() { return false; }
};

struct ThrowsAtReservations : Increments {
    using Increments::Increments;
    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message) {
        if (std::holds_alternative<Reserve>(message)) {
            throw std::logic_error(fmt::format("process {} has reserved something", from));
        }
        return Increments::receive(from, message);
    }
};

/// Only who has initiated a snapshot itself is frozen.
struct IsFreeOnceItHasAnswered : Snapshot {
    using Snapshot::Snapshot;
    bool initiates = false;
    [[nodiscard]] std::vector<Envelope> request() {
        initiates = true;
        return Snapshot::request();
    }
    [[nodiscard]] bool frozen() const { return initiates && Snapshot::frozen(); }
};

struct LosesMemory : Snapshot {
    using Snapshot::Snapshot;
    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message) {
        const auto* state = std::get_if<State>(&message);
        return Snapshot::receive(from, state == nullptr ? message : State{state->request, {0, state->load.flops}});
    }
};

/// It shows what it believed before its selection.
struct ForgetsItsSelection : Snapshot {
    using Snapshot::Snapshot;
    std::vector<Load> before;
    [[nodiscard]] std::vector<Envelope> select(std::span<const Reservation> slaves) {
        before.assign(Snapshot::view().begin(), Snapshot::view().end());
        return Snapshot::select(slaves);
    }
    [[nodiscard]] std::span<const Load> view() const { return before.empty() ? Snapshot::view() : before; }
};

struct CountsNoEnds : Snapshot {
    using Snapshot::Snapshot;
    [[nodiscard]] static std::int64_t epoch() { return 0; }
};

template <class Process> Verdict verdict_of(const std::vector<int>& decisions) {
    Scene<Process> scene = scene_of<Process>(decisions);
    scene.promise = Promise::fresh_answers;
    scene.reserved = {2, 1};
    return printed("faulty", scene);
}

/// In random runs.
struct IgnoresReservations : Mechanism {
    using Mechanism::Mechanism;
    [[nodiscard]] std::vector<Envelope> receive(int from, const Message& message) {
        return std::holds_alternative<Reserve>(message) ? std::vector<Envelope>{} : Mechanism::receive(from, message);
    }
};

struct TellsOneLess : Mechanism {
    using Mechanism::Mechanism;
    [[nodiscard]] std::vector<Envelope> vary(const Load& change, bool as_slave) {
        std::vector<Envelope> sent = Mechanism::vary(change, as_slave);
        sent.resize(sent.size() - (sent.empty() ? 0 : 1));
        return sent;
    }
};

template <class Process> std::string fault_of_random_run(const std::string& mechanism) {
    try {
        RandomRun<Process> run(mechanism, 1);
        run.act(1000);
        run.rest();
        return "";
    } catch (const Violation& violation) {
        return violation.what();
    }
}

} // namespace

TEST(FaultyMechanisms, AreFoundByRandomRuns) {
    EXPECT_THAT(fault_of_random_run<IgnoresReservations>("increments"), HasSubstr("has a wrong load"));
    EXPECT_THAT(fault_of_random_run<IgnoresReservations>("snapshot"), HasSubstr("has answered"));
    EXPECT_THAT(fault_of_random_run<TellsOneLess>("naive"),
                AnyOf(HasSubstr("number of updates"), HasSubstr("off for")));
}

TEST(FaultyMechanisms, NeverDecides) {
    EXPECT_THAT(printed("faulty", scene_of<NeverDecides>({1, 0}, Load{})).fault,
                HasSubstr("deadlock: process 0 has taken 0 of 1 decisions"));
}

TEST(FaultyMechanisms, Throws) {
    const Verdict verdict = printed("faulty", scene_of<ThrowsAtReservations>({1, 0}, Load{}));
    EXPECT_THAT(verdict.fault, HasSubstr("process 0 has reserved something"));
    EXPECT_THAT(verdict.trace, SizeIs(2));
}

TEST(FaultyMechanisms, IsFreeWithinASnapshot) {
    const Verdict verdict = verdict_of<IsFreeOnceItHasAnswered>({1, 0, 0});
    EXPECT_THAT(verdict.fault, HasSubstr("process 1 is free within a snapshot"));
    EXPECT_THAT(verdict.trace, SizeIs(2));
}

TEST(FaultyMechanisms, LosesMemory) {
    EXPECT_THAT(verdict_of<LosesMemory>({2, 0}).fault, HasSubstr("which has answered (2, 1)"));
}

TEST(FaultyMechanisms, CountsNoEnds) {
    EXPECT_THAT(verdict_of<CountsNoEnds>({1, 1}).fault, HasSubstr("decides in epoch 0, after 1 decisions"));
    EXPECT_THAT(verdict_of<CountsNoEnds>({1, 0}).fault, HasSubstr("has seen 0 of 1 ends"));
}

TEST(FaultyMechanisms, ForgetsItsSelection) {
    EXPECT_THAT(verdict_of<ForgetsItsSelection>({1, 0}).fault, HasSubstr("another view than before its selection"));
}

} // namespace tangram::exchange
