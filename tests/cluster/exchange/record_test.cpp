#include "record.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::exchange {
namespace {

const Message end = End{};

TEST(Record, WhoHasAnsweredMustBeFrozenUntilTheEnd) {
    Record record(3);
    record.sends(1, {0, State{1, {}}}, {});
    EXPECT_TRUE(record.must_be_frozen(1));
    EXPECT_FALSE(record.must_be_frozen(0));
    EXPECT_FALSE(record.must_be_frozen(2));
    record.receives(1, 2, end);
    EXPECT_TRUE(record.must_be_frozen(1)) << "that was another snapshot";
    record.receives(1, 0, end);
    EXPECT_FALSE(record.must_be_frozen(1));
}

TEST(Record, WhoHasInitiatedMustBeFrozenUntilTheEnd) {
    Record record(3);
    record.sends(0, {2, Start{1, 0}}, {});
    EXPECT_TRUE(record.must_be_frozen(0));
    EXPECT_FALSE(record.must_be_frozen(2));
    record.sends(0, {2, end}, {});
    EXPECT_FALSE(record.must_be_frozen(0));
}

TEST(Record, RequestsAreAnsweredOnceInOrder) {
    Record record(3);
    record.sends(1, {0, State{2, {}}}, {});
    EXPECT_THROW(record.sends(1, {0, State{2, {}}}, {}), Violation);
    EXPECT_THROW(record.sends(1, {0, State{1, {}}}, {}), Violation);
    EXPECT_NO_THROW(record.sends(2, {0, State{2, {}}}, {}));
    EXPECT_NO_THROW(record.sends(1, {0, State{3, {}}}, {}));
}

TEST(Record, ViewsAreWhatWasAnswered) {
    Record record(2);
    record.sends(1, {0, State{1, {5, 6}}}, {5, 6});
    EXPECT_NO_THROW(record.check_view(0, std::vector<Load>{{9, 9}, {5, 6}}));
    EXPECT_THROW(record.check_view(0, std::vector<Load>{{9, 9}, {4, 6}}), Violation);
    EXPECT_THROW(record.check_view(0, std::vector<Load>{{9, 9}, {5, 7}}), Violation);
}

} // namespace
} // namespace tangram::exchange
