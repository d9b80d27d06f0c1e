#include "cluster/s4u/inbox.hpp"

#include "cluster/s4u/platform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

namespace tangram::s4u {

using ::testing::DoubleNear;
using ::testing::Pointwise;

namespace {

namespace sg4 = simgrid::s4u;

constexpr double latency = 5e-6;  // seconds
constexpr double bandwidth = 1e9; // bytes a second
constexpr int receiver = 2;       // process

/// SimGrid starts once in a process.
Platform& platform() {
    static Platform platform({.latency_us = latency * 1e6, .bandwidth_gbs = bandwidth * 1e-9}, 3);
    return platform;
}

struct Sent {
    int from;
    double at; ///< seconds
    std::size_t bytes;
};

/// When they come, in this order, in seconds.
std::vector<double> arrivals(const std::vector<Sent>& messages) {
    std::vector<double> times;
    platform().run([&] {
        const double begin = sg4::Engine::get_clock();
        Inbox<int> inbox("inbox");
        const sg4::ActorPtr receives = sg4::Actor::create("receiver", platform().host(receiver), [&] {
            inbox.belongs_to(sg4::Actor::self());
            for (const Sent& expected : messages) {
                inbox.next()->wait();
                EXPECT_EQ(inbox.take().from, expected.from);
                times.push_back(sg4::Engine::get_clock() - begin);
            }
        });
        for (const Sent& sent : messages) {
            sg4::Actor::create("sender", platform().host(sent.from), [&inbox, sent] {
                sg4::this_actor::sleep_for(sent.at);
                inbox.send(sent.from, 0, sent.bytes);
            });
        }
        receives->join();
    });
    return times;
}

} // namespace

TEST(Inbox, AMessageTakesItsLatencyAndItsBytes) {
    EXPECT_THAT(arrivals({{0, 0, 1000}}), Pointwise(DoubleNear(1e-10), {latency + 1000 / bandwidth}));
}

/// Though SimGrid takes for delivered what has no bytes left.
TEST(Inbox, MessagesWithoutBytesTakeTheirLatency) {
    EXPECT_THAT(arrivals({{0, 0, 24}, {1, 2e-6, 0}}),
                Pointwise(DoubleNear(1e-8), {latency + 24 / bandwidth, 2e-6 + latency}));
}

TEST(Inbox, MessagesShareTheLinkOfTheirReceiver) {
    constexpr std::size_t bytes = 1'000'000;
    const double together = latency + 2 * bytes / bandwidth;
    EXPECT_THAT(arrivals({{0, 0, bytes}, {1, 0, bytes}}), Pointwise(DoubleNear(1e-8), {together, together}));
}

/// The link is free for half of the second one's time, but it has to wait for the first one's end.
TEST(Inbox, AShortMessageWaitsForALongOne) {
    constexpr std::size_t bytes = 1'000'000;
    const std::vector<double> times = arrivals({{0, 0, bytes}, {1, 1e-6, 100}});
    EXPECT_DOUBLE_EQ(times.at(0), times.at(1));
}

TEST(Platform, FailuresOfAnActorAreTheCallers) {
    EXPECT_THROW(platform().run([] { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_THAT(arrivals({{0, 0, 1000}}), Pointwise(DoubleNear(1e-10), {latency + 1000 / bandwidth})) << "it goes on";
}

} // namespace tangram::s4u
