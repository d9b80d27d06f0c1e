#include "model/steady_state/matchings.hpp"

#include "base/dice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tangram::model::steady_state {

namespace {

Rational busiest(std::size_t nodes, const std::vector<Weight>& weights) {
    std::vector<Rational> sums(2 * nodes);
    for (const Weight& weight : weights) {
        sums[weight.from] += weight.time;
        sums[nodes + weight.to] += weight.time;
    }
    return *std::max_element(sums.begin(), sums.end());
}

void expect_decomposition(std::size_t nodes, const std::vector<Weight>& weights, const std::vector<Matching>& found) {
    std::vector<Rational> served(weights.size());
    Rational length;
    for (const Matching& matching : found) {
        std::set<std::size_t> senders;
        std::set<std::size_t> receivers;
        EXPECT_GT(matching.length, 0);
        EXPECT_FALSE(matching.weights.empty());
        for (const std::size_t weight : matching.weights) {
            EXPECT_TRUE(senders.insert(weights[weight].from).second) << "two from " << weights[weight].from;
            EXPECT_TRUE(receivers.insert(weights[weight].to).second) << "two to " << weights[weight].to;
            served[weight] += matching.length;
        }
        length += matching.length;
    }
    for (std::size_t weight = 0; weight < weights.size(); ++weight) {
        EXPECT_EQ(served[weight], weights[weight].time) << weight;
    }
    EXPECT_EQ(length, busiest(nodes, weights));
    EXPECT_LE(found.size(), weights.size() + 2 * nodes);
}

std::vector<Weight> random_weights(std::size_t nodes, std::size_t count, Dice& dice) {
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    std::vector<Weight> weights;
    for (std::size_t draw = 0; draw < count; ++draw) {
        const std::size_t from = dice.below(nodes);
        const std::size_t to = dice.below(nodes);
        if (pairs.insert({from, to}).second) {
            weights.push_back({from, to, Rational(1 + dice.below(1000)) / Rational(1 + dice.below(30))});
        }
    }
    return weights;
}

} // namespace

TEST(Matchings, NothingToServeNeedsNone) {
    EXPECT_TRUE(matchings(0, {}).empty());
    EXPECT_TRUE(matchings(3, {}).empty());
}

TEST(Matchings, OneSenderServesOneReceiverAfterTheOther) {
    const std::vector<Weight> weights{{0, 1, 2}, {0, 2, Rational(1, 2)}};
    const std::vector<Matching> found = matchings(3, weights);
    EXPECT_EQ(found.size(), 2);
    expect_decomposition(3, weights, found);
}

TEST(Matchings, ARingTransfersAtOnce) {
    const std::vector<Matching> found = matchings(3, {{0, 1, 4}, {1, 2, 4}, {2, 0, 4}});
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found.front().length, 4);
    EXPECT_EQ(found.front().weights.size(), 3);
}

TEST(Matchings, TheBusiestIsServedAllTheTime) {
    const std::vector<Weight> weights{{0, 2, 1}, {1, 3, 1}, {0, 3, 2}, {1, 2, 2}};
    expect_decomposition(4, weights, matchings(4, weights));
    const std::vector<Weight> uneven{{0, 2, 5}, {1, 2, 1}, {1, 3, 4}};
    expect_decomposition(4, uneven, matchings(4, uneven));
}

TEST(Matchings, ServeRandomWeightsExactlyInTheShortestTime) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const std::size_t nodes = 1 + dice.below(12);
        const std::vector<Weight> weights = random_weights(nodes, 1 + dice.below(nodes * nodes), dice);
        expect_decomposition(nodes, weights, matchings(nodes, weights));
    }
}

TEST(Matchings, ServeAHundredNodes) {
    Dice dice(1);
    const std::vector<Weight> weights = random_weights(100, 240, dice);
    expect_decomposition(100, weights, matchings(100, weights));
}

} // namespace tangram::model::steady_state
