#include "cluster/exchange/snapshot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

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
    Snapshot process = ready_process();
    EXPECT_THROW((void)process.request(), std::logic_error);
    EXPECT_THROW((void)process.receive(1, Start{1, 0}), std::logic_error) << "it must decide first";
    EXPECT_THROW((void)process.select(std::vector<Reservation>{{3, {}}}), std::logic_error);
    EXPECT_THROW((void)process.select(std::vector{task_on_1, task_on_1}), std::logic_error);
    (void)process.select({});
    EXPECT_THROW((void)process.select({}), std::logic_error);
    EXPECT_THROW((void)process.receive(1, Update{}), std::logic_error);
    EXPECT_THROW((void)process.receive(1, Reserve{{task_on_1}}), std::logic_error);
    EXPECT_THROW((void)process.receive(3, Start{}), std::logic_error);
    EXPECT_THROW(Snapshot(0, {}), std::logic_error);
}

TEST(Snapshot, IsAValue) {
    Snapshot process = ready_process();
    const Snapshot copy = process;
    EXPECT_EQ(copy, process);
    (void)process.select({});
    EXPECT_NE(copy, process);
}

} // namespace tangram::exchange
