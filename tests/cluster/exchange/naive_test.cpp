#include "broken_contract.hpp"
#include "cluster/exchange/naive.hpp"
#include "three_processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace tangram::exchange {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

} // namespace

TEST(Naive, StartsWithAllLoads) {
    const Naive process(0, initial, threshold);
    EXPECT_THAT(process.view(), ElementsAre(Load{10, 1}, Load{20, 2}, Load{30, 3}));
    EXPECT_FALSE(process.ready());
    EXPECT_FALSE(Naive::frozen());
}

TEST(Naive, SendsItsLoadBeyondTheThreshold) {
    Naive process(0, initial, threshold);
    EXPECT_THAT(process.vary({5, 0}, false), IsEmpty());
    EXPECT_THAT(process.vary({1, 0}, false), ElementsAre(update_to(1, {16, 1}), update_to(2, {16, 1})));
    EXPECT_THAT(process.vary({-5, 50}, false), IsEmpty());
    EXPECT_THAT(process.vary({0, 1}, false), ElementsAre(update_to(1, {11, 52}), update_to(2, {11, 52})));
    EXPECT_EQ(process.view()[0], (Load{11, 52}));
}

TEST(Naive, SlavesTellOfTheirTasksThemselves) {
    Naive process(1, initial, threshold);
    EXPECT_THAT(process.vary(task_on_1.load, true), ElementsAre(update_to(0, {27, 72}), update_to(2, {27, 72})));
}

TEST(Naive, BelievesTheLastUpdate) {
    Naive process(0, initial, threshold);
    EXPECT_THAT(process.receive(2, Update{{-4, 8}}), IsEmpty());
    EXPECT_EQ(process.view()[2], (Load{-4, 8}));
}

TEST(Naive, SelectionsReserveNothing) {
    Naive process(0, initial, threshold);
    EXPECT_THAT(process.request(), IsEmpty());
    EXPECT_TRUE(process.ready());
    EXPECT_THAT(process.select(std::vector{task_on_1}), IsEmpty());
    EXPECT_FALSE(process.ready());
    EXPECT_EQ(process.view()[1], initial[1]);
}

TEST(Naive, TellsNobodyWhoDecidesNothingAnyMore) {
    Naive process(0, initial, threshold, {false, false, true});
    EXPECT_THAT(process.vary({6, 0}, false), ElementsAre(update_to(1, {16, 1})));
    EXPECT_THAT(process.receive(1, NoMoreMaster{}), IsEmpty());
    EXPECT_THAT(process.vary({6, 0}, false), IsEmpty());
    EXPECT_THAT(process.no_more_master(), ElementsAre(Envelope{1, NoMoreMaster{}}, Envelope{2, NoMoreMaster{}}));
    EXPECT_THAT(process.no_more_master(), IsEmpty());
}

TEST(Naive, NoticesBrokenContracts) {
    Naive process(0, initial, threshold);
    expect_broken_contract(process, "no messages end", [](Naive& copy) { (void)copy.receive(1, End{}); });
    expect_broken_contract(process, "no messages reserve", [](Naive& copy) { (void)copy.receive(1, Reserve{}); });
    EXPECT_THROW(Naive(0, initial, {0, -1}), std::logic_error);
    EXPECT_THROW(Naive(0, initial, threshold, {true}), std::logic_error);
}

} // namespace tangram::exchange
