#include "broken_contract.hpp"
#include "cluster/exchange/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangram::exchange {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<Load> initial{{10, 1}, {20, 2}, {30, 3}};
const Reservation task_on_1{1, {7, 70}};
const Reservation task_on_2{2, {8, 80}};

Envelope start_to(int process, std::int64_t request, std::int64_t epoch) {
    return {process, Start{request, epoch}};
}
Envelope state_to(int process, std::int64_t request, const Load& load) {
    return {process, State{request, load}};
}

/// Process 0 has its first snapshot, with all answers.
Snapshot ready_process() {
    Snapshot process(0, initial);
    (void)process.request();
    (void)process.receive(1, State{1, {21, 2}});
    (void)process.receive(2, State{1, {31, 3}});
    return process;
}

void expect_not_received(Snapshot& process, const std::string& line, int from, const Message& message) {
    expect_broken_contract(process, line, [&](Snapshot& copy) { (void)copy.receive(from, message); });
}

} // namespace

TEST(Snapshot, VariesInSilence) {
    Snapshot process(0, initial);
    EXPECT_THAT(process.vary({1000, 1000}, false), IsEmpty());
    EXPECT_THAT(process.vary({7, 70}, true), IsEmpty());
    EXPECT_THAT(process.vary({-7, -70}, true), IsEmpty());
    EXPECT_EQ(process.view()[0], (Load{1003, 931}));
    EXPECT_THAT(process.no_more_master(), IsEmpty());
}

TEST(Snapshot, AsksAllAndDecides) {
    Snapshot process(0, initial);
    EXPECT_THAT(process.request(), ElementsAre(start_to(1, 1, 0), start_to(2, 1, 0)));
    EXPECT_TRUE(process.frozen());
    EXPECT_THAT(process.receive(1, State{1, {21, 2}}), IsEmpty());
    EXPECT_FALSE(process.ready());
    EXPECT_THAT(process.receive(2, State{1, {31, 3}}), IsEmpty());
    EXPECT_TRUE(process.ready());
    EXPECT_THAT(process.view(), ElementsAre(Load{10, 1}, Load{21, 2}, Load{31, 3}));
    EXPECT_THAT(process.select(std::vector{task_on_2}),
                ElementsAre(Envelope{2, Reserve{{task_on_2}}}, Envelope{1, End{}}, Envelope{2, End{}}));
    EXPECT_FALSE(process.ready());
    EXPECT_FALSE(process.frozen());
    EXPECT_EQ(process.epoch(), 1);
    EXPECT_EQ(process.view()[2], (Load{39, 83}));
    EXPECT_THAT(process.request(), ElementsAre(start_to(1, 2, 1), start_to(2, 2, 1)));
}

TEST(Snapshot, AnswersAndIsFrozenUntilTheEnd) {
    Snapshot process(2, initial);
    EXPECT_THAT(process.receive(1, Start{1, 0}), ElementsAre(state_to(1, 1, {30, 3})));
    EXPECT_TRUE(process.frozen());
    EXPECT_THAT(process.receive(1, Reserve{{task_on_2}}), IsEmpty());
    EXPECT_EQ(process.view()[2], (Load{38, 83}));
    EXPECT_THAT(process.receive(1, End{}), IsEmpty());
    EXPECT_FALSE(process.frozen());
    EXPECT_EQ(process.epoch(), 1);
}

TEST(Snapshot, AloneItDecidesAtOnce) {
    Snapshot process(0, {{1, 1}});
    EXPECT_THAT(process.request(), IsEmpty());
    EXPECT_TRUE(process.ready());
    EXPECT_THAT(process.select({}), IsEmpty());
    EXPECT_FALSE(process.frozen());
}

TEST(Snapshot, TheFirstInitiatorLetsOthersWait) {
    Snapshot process(0, initial);
    (void)process.request();
    EXPECT_THAT(process.receive(1, Start{1, 0}), IsEmpty());
    EXPECT_THAT(process.receive(1, State{1, {20, 2}}), IsEmpty());
    EXPECT_THAT(process.receive(2, State{1, {30, 3}}), IsEmpty());
    EXPECT_THAT(process.select(std::vector{task_on_1}),
                ElementsAre(Envelope{1, Reserve{{task_on_1}}}, Envelope{1, End{}}, Envelope{2, End{}}));
    EXPECT_TRUE(process.frozen()) << "until process 1 is done, too";
    EXPECT_THAT(process.receive(1, Start{2, 1}), ElementsAre(state_to(1, 2, {10, 1})));
    EXPECT_THAT(process.receive(1, End{}), IsEmpty());
    EXPECT_FALSE(process.frozen());
}

TEST(Snapshot, ALaterInitiatorAnswersAndAsksAnew) {
    Snapshot process(1, initial);
    EXPECT_THAT(process.request(), ElementsAre(start_to(0, 1, 0), start_to(2, 1, 0)));
    EXPECT_THAT(process.receive(2, State{1, {30, 3}}), IsEmpty());
    EXPECT_THAT(process.receive(0, Start{1, 0}), ElementsAre(state_to(0, 1, {20, 2})));
    EXPECT_THAT(process.receive(0, Reserve{{task_on_1}}), IsEmpty());
    EXPECT_THAT(process.receive(0, End{}), ElementsAre(start_to(0, 2, 1), start_to(2, 2, 1)));
    EXPECT_THAT(process.receive(0, State{1, {10, 1}}), IsEmpty()) << "of the request before";
    EXPECT_THAT(process.receive(0, State{2, {10, 1}}), IsEmpty());
    EXPECT_FALSE(process.ready());
    EXPECT_THAT(process.receive(2, State{2, {30, 3}}), IsEmpty());
    EXPECT_TRUE(process.ready());
    EXPECT_EQ(process.view()[1], (Load{27, 72}));
}

/// Process 2 has not seen the end that process 1 has seen: the reservation before it may be on process 2.
TEST(Snapshot, AnswersNobodyWhoHasSeenMoreEnds) {
    Snapshot process(2, initial);
    EXPECT_THAT(process.receive(1, Start{1, 1}), IsEmpty());
    EXPECT_THAT(process.receive(0, Start{1, 0}), ElementsAre(state_to(0, 1, {30, 3})));
    EXPECT_THAT(process.receive(0, Reserve{{task_on_2}}), IsEmpty());
    EXPECT_THAT(process.receive(0, End{}), ElementsAre(state_to(1, 1, {38, 83})));
}

TEST(Snapshot, AnswersNobodyWhoHasSeenFewerEnds) {
    Snapshot process(2, initial);
    EXPECT_THAT(process.receive(0, Start{1, 0}), ElementsAre(state_to(0, 1, {30, 3})));
    EXPECT_THAT(process.receive(0, End{}), IsEmpty());
    EXPECT_THAT(process.receive(1, Start{1, 0}), IsEmpty());
    EXPECT_TRUE(process.frozen());
    EXPECT_THAT(process.receive(1, Start{2, 1}), ElementsAre(state_to(1, 2, {30, 3})));
}

TEST(Snapshot, AnswersTheFirstOfSeveralInitiatorsAlone) {
    Snapshot process(2, initial);
    EXPECT_THAT(process.receive(0, Start{1, 0}), ElementsAre(state_to(0, 1, {30, 3})));
    EXPECT_THAT(process.receive(1, Start{1, 0}), IsEmpty());
    EXPECT_THAT(process.receive(0, End{}), IsEmpty());
    EXPECT_TRUE(process.frozen());
    EXPECT_THAT(process.receive(1, Start{2, 1}), ElementsAre(state_to(1, 2, {30, 3})));
    EXPECT_THAT(process.receive(1, End{}), IsEmpty());
    EXPECT_FALSE(process.frozen());
}

TEST(Snapshot, NoticesBrokenContracts) {
    Snapshot process(0, initial);
    expect_not_received(process, "no messages update", 1, Update{});
    (void)process.receive(1, Start{1, 0});
    expect_broken_contract(process, "initiates a snapshot while it is frozen",
                           [](Snapshot& copy) { (void)copy.request(); });
}

TEST(Snapshot, NoticesStartsOutOfOrder) {
    Snapshot process(0, initial);
    expect_not_received(process, "older than the one before", 1, Start{0, 0});
    (void)process.receive(1, Start{2, 1});
    for (const Start& start : {Start{1, 1}, Start{2, 1}, Start{3, 0}}) {
        expect_not_received(process, "older than the one before", 1, start);
    }
}

TEST(Snapshot, NoticesAnswersThatItHasNotAskedFor) {
    Snapshot process(0, initial);
    expect_not_received(process, "a request it has not made", 1, State{1, {}});
    (void)process.request();
    expect_not_received(process, "a request it has not made", 1, State{2, {}});
    expect_not_received(process, "a request it has not made", 1, State{0, {}});
    (void)process.receive(1, State{1, {}});
    expect_not_received(process, "a second answer", 1, State{1, {}});
    (void)process.receive(2, State{1, {}});
    (void)process.select({});
    expect_not_received(process, "a second answer", 1, State{1, {}});
}

/// Process 1 waits for process 0, the first one.
TEST(Snapshot, NoticesDecisionsOfWhoHasNotItsAnswer) {
    Snapshot process(2, initial);
    const Reserve reserve{{task_on_2}};
    for (int initiators = 0; initiators < 2; ++initiators) {
        expect_not_received(process, "without having answered", 1, reserve);
        expect_not_received(process, "without having answered", 1, End{});
        (void)process.receive(initiators, Start{1, 0});
    }
    expect_not_received(process, "without having answered", 1, End{});
}

TEST(Snapshot, NoticesBrokenReservations) {
    Snapshot process(2, initial);
    (void)process.receive(1, Start{1, 0});
    expect_not_received(process, "not one on itself", 1, Reserve{});
    expect_not_received(process, "not one on itself", 1, Reserve{{{0, {7, 70}}}});
    expect_not_received(process, "not one on itself", 1, Reserve{{task_on_2, {0, {7, 70}}}});
    expect_not_received(process, "1 selects process 2", 1, Reserve{{task_on_2, task_on_2}});
    expect_not_received(process, "1 selects process 3", 1, Reserve{{{3, {7, 70}}}});
    expect_not_received(process, "a negative load is reserved", 1, Reserve{{{2, {7, -70}}}});
}

TEST(Snapshot, IsAValue) {
    Snapshot process = ready_process();
    const Snapshot copy = process;
    EXPECT_EQ(copy, process);
    (void)process.select({});
    EXPECT_NE(copy, process);
}

} // namespace tangram::exchange
