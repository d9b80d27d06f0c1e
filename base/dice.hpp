#pragma once

/// Random numbers that are the same with every standard library, which its
/// distributions are not.

#include <cstddef>
#include <cstdint>
#include <random>

namespace tangram {

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : bits_(seed) {}

    /// Of 0 to count - 1, which must be some. (Multiplication as in Lemire 2019; its bias of count / 2^64 is
    /// left as it is.)
    std::uint64_t below(std::uint64_t count) {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits_()) * count) >> 64);
    }

    /// The same from 32 random bits, for counts far below 2^32: another stream of numbers.
    std::size_t below_by_32_bits(std::size_t count) { return ((bits_() >> 32) * count) >> 32; }

    /// Of (0, 1].
    double unit() { return static_cast<double>((bits_() >> 11) + 1) * 0x1p-53; }

  private:
    std::mt19937_64 bits_;
};

} // namespace tangram
