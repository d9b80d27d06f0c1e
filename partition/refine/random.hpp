#pragma once

/// Random numbers of the searches: the same on every platform, which the
/// distributions of the standard library are not.

#include <cstddef>
#include <cstdint>
#include <random>

namespace tangram::partition {

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// Of [0, count), count below 2^32.
    std::size_t below(std::size_t count) { return ((engine_() >> 32) * count) >> 32; }

    /// Of (0, 1].
    double unit() { return static_cast<double>((engine_() >> 11) + 1) * 0x1p-53; }

  private:
    std::mt19937_64 engine_;
};

} // namespace tangram::partition
