#pragma once

/// What processes tell each other of: how much memory and work each has.

#include <algorithm>
#include <cstdint>

namespace tangram::exchange {

/// Integers, so that sums of changes are exact in any order.
struct Load {
    std::int64_t memory = 0; ///< matrix entries
    std::int64_t flops = 0;  ///< floating-point operations to be done

    bool operator==(const Load&) const = default;

    Load& operator+=(const Load& other) {
        memory += other.memory;
        flops += other.flops;
        return *this;
    }
    Load& operator-=(const Load& other) {
        memory -= other.memory;
        flops -= other.flops;
        return *this;
    }
    friend Load operator+(Load a, const Load& b) { return a += b; }
    friend Load operator-(Load a, const Load& b) { return a -= b; }
};

/// Whether a change, up or down, is larger than the threshold in one metric at least.
[[nodiscard]] inline bool exceeds(const Load& change, const Load& threshold) {
    const auto beyond = [](std::int64_t value, std::int64_t most) { return value > most || value < -most; };
    return beyond(change.memory, threshold.memory) || beyond(change.flops, threshold.flops);
}

/// Whether a load is less than nothing in one metric at least.
[[nodiscard]] inline bool has_negative(const Load& load) {
    return load.memory < 0 || load.flops < 0;
}

/// What a slave still has to count of a change by its task: its master's reservation was the increase.
[[nodiscard]] inline Load decrease(const Load& change) {
    return {std::min<std::int64_t>(change.memory, 0), std::min<std::int64_t>(change.flops, 0)};
}

} // namespace tangram::exchange
