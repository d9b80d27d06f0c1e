#pragma once

/// Random speeds of the kinds that machines and adversaries come up with
/// (docs/algorithms.md, Measured ratios), drawn from a seed.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace tangram::partition::testing {

enum class Family { uniform, power_law, one_giant, near_equal, geometric, two_class, three_groups };

inline constexpr std::array all_families{Family::uniform,   Family::power_law, Family::one_giant,   Family::near_equal,
                                         Family::geometric, Family::two_class, Family::three_groups};

inline std::string_view name_of(Family family) {
    constexpr std::array names{"uniform",   "power law", "one giant",   "near-equal",
                               "geometric", "two-class", "three groups"};
    return names[static_cast<std::size_t>(family)];
}

inline double random_between(double low, double high, std::mt19937_64& random) {
    return std::uniform_real_distribution(low, high)(random);
}

/// `count` speeds in random order.
inline std::vector<double> random_speeds(Family family, std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto draw = [&](double low, double high) { return random_between(low, high, random); };
    std::vector<double> speeds(count);
    const auto fill = [&](auto&& next) { std::generate(speeds.begin(), speeds.end(), next); };
    switch (family) {
    case Family::uniform: fill([&] { return draw(0.01, 1); }); break;
    case Family::power_law: fill([&] { return std::pow(draw(0.001, 1), -2); }); break;
    case Family::one_giant:
        fill([&] { return draw(0.01, 1); });
        speeds[0] = static_cast<double>(count) * draw(0.2, 20);
        break;
    case Family::near_equal: fill([&] { return 1 + draw(0, 0.001); }); break;
    case Family::geometric: {
        const double ratio = draw(count > 64 ? 0.9 : 0.2, 0.97);
        fill([&, speed = 1.0]() mutable { return speed *= ratio; });
        break;
    }
    case Family::two_class: {
        const double fast = draw(1, 50);
        fill([&] { return draw(0, 1) < 0.3 ? fast : 1; });
        break;
    }
    case Family::three_groups:
        fill([&] { return 0.4 / static_cast<double>(count) * draw(0.8, 1); });
        speeds[0] = draw(0.25, 0.35);
        speeds[count / 2] = draw(0.25, 0.35);
        break;
    }
    std::shuffle(speeds.begin(), speeds.end(), random);
    return speeds;
}

/// Weights between 0 and 2, about one in four of them 0.
inline std::vector<double> random_weights(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<double> weights(count);
    for (double& weight : weights) {
        weight = std::max(0.0, std::uniform_real_distribution(-2.0 / 3, 2.0)(random));
    }
    return weights;
}

} // namespace tangram::partition::testing
