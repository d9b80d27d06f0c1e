#include "cluster/exchange/message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::exchange {

using testing::ElementsAre;

TEST(Message, KindsAndNames) {
    EXPECT_EQ(kind_of(Update{}), MessageKind::update);
    EXPECT_EQ(kind_of(Reserve{}), MessageKind::reserve);
    EXPECT_EQ(kind_of(NoMoreMaster{}), MessageKind::no_more_master);
    EXPECT_EQ(kind_of(Start{}), MessageKind::start);
    EXPECT_EQ(kind_of(State{}), MessageKind::state);
    EXPECT_EQ(kind_of(End{}), MessageKind::end);
    EXPECT_EQ(name_of(MessageKind::no_more_master), "no_more_master");
    EXPECT_EQ(name_of(MessageKind::end), "end");
}

TEST(Message, Bytes) {
    EXPECT_EQ(payload_bytes(Update{}), 16);
    EXPECT_EQ(payload_bytes(Reserve{{{1, {}}, {2, {}}}}), 48);
    EXPECT_EQ(payload_bytes(NoMoreMaster{}), 0);
    EXPECT_EQ(payload_bytes(Start{}), 16);
    EXPECT_EQ(payload_bytes(State{}), 24);
    EXPECT_EQ(payload_bytes(End{}), 0);
}

TEST(Message, ToAllButOne) {
    EXPECT_THAT(to_all_but(1, 3, End{}), ElementsAre(Envelope{0, End{}}, Envelope{2, End{}}));
    EXPECT_TRUE(to_all_but(0, 1, End{}).empty());
}

} // namespace tangram::exchange
