#include "cluster/simulation/network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tangram::simulation {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pair;

namespace {

/// 1 us and 1 byte a ns.
constexpr Machine unit_machine{1, 1, 1, Thread::none};

class Networks : public testing::Test {
  protected:
    void send(int from, int to, std::size_t bytes, const std::string& name) {
        network_.send(from, to, bytes, [this, name] { arrivals_.emplace_back(name, agenda_.now() * 1e9); });
    }

    static auto arrival(const std::string& name, double nanoseconds) {
        return Pair(name, DoubleNear(nanoseconds, 1e-3));
    }

    Agenda agenda_;
    Network network_{agenda_, unit_machine, 3};
    std::vector<std::pair<std::string, double>> arrivals_;
};

} // namespace

TEST_F(Networks, AMessageTakesLatencyAndItsBytes) {
    send(0, 1, 500, "a");
    send(1, 0, 0, "empty");
    agenda_.run();
    EXPECT_THAT(arrivals_, ElementsAre(arrival("empty", 1000), arrival("a", 1500)));
}

TEST_F(Networks, AProcessSendsOneAtATime) {
    send(0, 1, 500, "a");
    send(0, 2, 300, "b");
    agenda_.run();
    EXPECT_THAT(arrivals_, ElementsAre(arrival("a", 1500), arrival("b", 1800)));
}

TEST_F(Networks, AProcessReceivesOneAtATime) {
    send(0, 2, 500, "a");
    send(1, 2, 300, "b");
    agenda_.run();
    EXPECT_THAT(arrivals_, ElementsAre(arrival("a", 1500), arrival("b", 1800)));
}

TEST_F(Networks, WhatIsStillToBeSentDoesNotKeepOthersWaiting) {
    send(0, 1, 500, "a");
    send(0, 2, 300, "b"); // begins to come at 1500
    send(1, 2, 300, "c");
    agenda_.run();
    EXPECT_THAT(arrivals_, ElementsAre(arrival("c", 1300), arrival("a", 1500), arrival("b", 1800)));
}

TEST_F(Networks, SmallMessagesDoNotOvertakeLargeOnes) {
    send(0, 1, 500, "large");
    send(0, 1, 0, "small");
    agenda_.run();
    EXPECT_THAT(arrivals_, ElementsAre(arrival("large", 1500), arrival("small", 1500)));
}

} // namespace tangram::simulation
