#pragma once

/// Random numbers by position: number `index` of the stream `seed` is a pure
/// function of both, so threads fill their parts independently and the result
/// does not depend on how many there are.

#include <cstdint>
#include <limits>

namespace tangram::apps {

/// The output function of SplitMix64 (Steele, Lea and Flood 2014, in
/// Stafford's variant 13): a bijection whose output bits look independent.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/// 64 random bits. Mixing the seed first sets neighbouring seeds far apart on
/// the one cycle of SplitMix64.
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;
    return mixed(mixed(seed) + (index + 1) * golden_ratio);
}

/// Uniform on the multiples of T's epsilon in [-1, 1); exact, nothing is rounded.
template <class T> constexpr T random_uniform(std::uint64_t seed, std::uint64_t index) {
    constexpr int unused = 64 - std::numeric_limits<T>::digits;
    return static_cast<T>(random_bits(seed, index) >> unused) * std::numeric_limits<T>::epsilon() - 1;
}

} // namespace tangram::apps
