#include "broken_contract.hpp"
#include "cluster/exchange/increments.hpp"
#include "three_processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tangram::exchange {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

} // namespace

TEST(Increments, SendsChangesBeyondTheThresholdUpAndDown) {
    Increments process(0, initial, threshold);
    EXPECT_THAT(process.vary({5, 0}, false), IsEmpty());
    EXPECT_THAT(process.vary({1, 9}, false), ElementsAre(update_to(1, {6, 9}), update_to(2, {6, 9})));
    EXPECT_THAT(process.vary({-5, 0}, false), IsEmpty());
    EXPECT_THAT(process.vary({-1, 0}, false), ElementsAre(update_to(1, {-6, 0}), update_to(2, {-6, 0})));
    EXPECT_EQ(process.view()[0], (Load{10, 10}));
}

TEST(Increments, AddsUpdates) {
    Increments process(0, initial, threshold);
    EXPECT_THAT(process.receive(2, Update{{-4, 8}}), IsEmpty());
    EXPECT_THAT(process.receive(2, Update{{1, 1}}), IsEmpty());
    EXPECT_EQ(process.view()[2], (Load{27, 12}));
}

TEST(Increments, AMasterTellsAllOfItsSelection) {
    Increments process(0, initial, threshold, {false, true, true});
    EXPECT_THAT(process.request(), IsEmpty());
    EXPECT_TRUE(process.ready());
    const Reserve reserve{{task_on_1}};
    EXPECT_THAT(process.select(reserve.reservations), ElementsAre(Envelope{1, reserve}, Envelope{2, reserve}));
    EXPECT_EQ(process.view()[1], (Load{27, 72}));
    EXPECT_FALSE(process.ready());
}

TEST(Increments, ASlaveCountsItsTaskFromTheReservationOn) {
    Increments slave(1, initial, threshold);
    EXPECT_THAT(slave.receive(0, Reserve{{task_on_1}}), IsEmpty());
    EXPECT_EQ(slave.view()[1], (Load{27, 72}));
    EXPECT_THAT(slave.vary(task_on_1.load, true), IsEmpty());
    EXPECT_EQ(slave.view()[1], (Load{27, 72}));
    EXPECT_THAT(slave.vary({-7, -70}, true), ElementsAre(update_to(0, {-7, -70}), update_to(2, {-7, -70})));
    EXPECT_EQ(slave.view()[1], initial[1]);
}

TEST(Increments, OthersAddReservations) {
    Increments other(2, initial, threshold);
    EXPECT_THAT(other.receive(0, Reserve{{task_on_1, {2, {3, 30}}}}), IsEmpty());
    EXPECT_THAT(other.view(), ElementsAre(Load{10, 1}, Load{27, 72}, Load{33, 33}));
}

/// The load is too low for a while, at the slave as elsewhere.
TEST(Increments, ATaskMayOvertakeItsReservation) {
    Increments slave(1, {{}, {}}, {});
    EXPECT_THAT(slave.vary(task_on_1.load, true), IsEmpty());
    EXPECT_THAT(slave.vary({-7, -70}, true), ElementsAre(update_to(0, {-7, -70})));
    EXPECT_EQ(slave.view()[1], (Load{-7, -70}));
    EXPECT_THAT(slave.receive(0, Reserve{{task_on_1}}), IsEmpty());
    EXPECT_EQ(slave.view()[1], Load{});
}

TEST(Increments, SendsNoUpdatesToWhoDecidesNothingAnyMore) {
    Increments process(0, initial, threshold, {false, false, true});
    EXPECT_THAT(process.vary({6, 0}, false), ElementsAre(update_to(1, {6, 0})));
    EXPECT_THAT(process.receive(1, NoMoreMaster{}), IsEmpty());
    EXPECT_THAT(process.vary({6, 0}, false), IsEmpty());
    EXPECT_THAT(process.no_more_master(), ElementsAre(Envelope{1, NoMoreMaster{}}, Envelope{2, NoMoreMaster{}}));
    EXPECT_THAT(process.no_more_master(), IsEmpty());
}

TEST(Increments, NoticesBrokenContracts) {
    Increments process(0, initial, threshold);
    expect_broken_contract(process, "no messages start", [](Increments& copy) { (void)copy.receive(1, Start{}); });
    EXPECT_THROW(Increments(0, initial, {-1, 0}), std::logic_error);
    EXPECT_THROW(Increments(0, initial, threshold, {true}), std::logic_error);
}

/// Not half of it, either.
TEST(Increments, NoticesBrokenReservations) {
    Increments process(0, initial, threshold);
    const auto expect_broken = [&](const std::string& line, const Reservation& second) {
        expect_broken_contract(process, line, [&](Increments& copy) {
            (void)copy.receive(1, Reserve{{{2, {1, 1}}, second}});
        });
    };
    expect_broken("1 selects process 3", {3, {1, 1}});
    expect_broken("1 selects process 1", {1, {1, 1}});
    expect_broken("1 selects process 2", {2, {1, 1}});
    expect_broken("a negative load is reserved", {0, {-1, 1}});
}

} // namespace tangram::exchange
