/// Numbers drawn at random: each once, and any order as likely as any other.

#include "sched/affinity/bag.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {
namespace {

/// Several bags, none of them full.
constexpr std::uint32_t many = 50'000;
constexpr std::uint64_t seeds = 20;

std::vector<std::uint32_t> shuffled(std::uint32_t count, std::uint64_t seed) {
    Dice dice(seed);
    Shuffle shuffle(count);
    for (std::uint32_t number = 0; number < count; ++number) {
        shuffle.add(number, dice);
    }
    std::vector<std::uint32_t> drawn;
    for (std::uint32_t place = 0; place < count; ++place) {
        drawn.push_back(shuffle.draw(dice));
    }
    return drawn;
}

TEST(Shuffle, DrawsEachNumberOnce) {
    for (const std::uint32_t count : {1U, 5U, many}) {
        std::vector<int> times(count);
        for (const std::uint32_t number : shuffled(count, 1)) {
            ++times.at(number);
        }
        EXPECT_EQ(times, std::vector<int>(count, 1)) << count;
    }
}

/// Numbers that are added early are drawn neither early nor late, and those that are added one after
/// the other as far apart as any.
TEST(Shuffle, ForgetsTheOrderInWhichNumbersCame) {
    constexpr std::uint32_t parts = 10;
    constexpr std::uint32_t part = many / parts;
    std::array<double, parts> mean_place{};
    double mean_distance = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const std::vector<std::uint32_t> drawn = shuffled(many, seed);
        std::vector<double> places(many);
        for (std::uint32_t place = 0; place < many; ++place) {
            places[drawn[place]] = static_cast<double>(place) / many;
        }
        for (std::uint32_t number = 0; number < many; ++number) {
            mean_place.at(number / part) += places[number] / part / seeds;
            mean_distance += number == 0 ? 0 : std::abs(places[number] - places[number - 1]) / many / seeds;
        }
    }
    // One place deviates by 1 / sqrt(12) from the mean, the mean of a part by 0.0009, that of distances by 0.0003.
    for (std::uint32_t p = 0; p < parts; ++p) {
        EXPECT_NEAR(mean_place.at(p), 0.5, 0.005) << "part " << p << " of " << parts << ", seeds 1 to " << seeds;
    }
    EXPECT_NEAR(mean_distance, 1.0 / 3, 0.0015) << "as of two random numbers of [0, 1]; seeds 1 to " << seeds;
}

TEST(Bag, ForgetsWhatIsNotWantedWhenItIsMet) {
    Dice dice(1);
    Bag bag({3, 7, 9});
    EXPECT_EQ(bag.any_of([](std::uint32_t task) { return task == 7; }, dice), 7U);
    EXPECT_EQ(bag.any_of([](std::uint32_t) { return false; }, dice), std::nullopt);
    EXPECT_TRUE(bag.empty());
}

} // namespace
} // namespace tangram::sched
