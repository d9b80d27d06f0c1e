#pragma once

/// Random numbers that are the same with every standard library.

#include <cstdint>
#include <random>

namespace tangram::sched {

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : bits_(seed) {}

    /// Of 0 to count - 1, which must be some. (Lemire's multiplication; its bias of count / 2^64 is
    /// left as it is.)
    std::uint64_t below(std::uint64_t count) {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>(bits_()) * count) >> 64);
    }

  private:
    std::mt19937_64 bits_;
};

} // namespace tangram::sched
