#pragma once

/// The input of every partitioner, and its checks.

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// A domain to share between processors (memory nodes) in proportion to their
/// speeds, and what it costs them to be spread out over it.
struct Problem {
    std::vector<double> speeds = {}; ///< one per processor, in any unit and any order
    double height = 1;               ///< rows of C, in any unit
    double width = 1;                ///< columns of C, same unit
    double depth = 1;                ///< products per element of C, same unit; three-dimensional partitioners only

    /// Traffic weight per processor: its zone's half-perimeter (surface) counts
    /// that often. 0 for the home node, which reads and writes for free. Empty: all 1.
    std::vector<double> weights = {};

    /// Cost of moving a tile of C, in units of a tile of A or B, in three dimensions:
    /// 1 when C is only written, 2 when it is read and written. Not 0.
    double c_factor = 1;

    bool operator==(const Problem&) const = default;

    [[nodiscard]] double weight(std::size_t processor) const { return weights.empty() ? 1 : weights[processor]; }
};

/// Throws InvalidInput, naming the offender, when there are no speeds, when a
/// speed is not a positive finite number, when a side or the C factor is not
/// one from 1e-30 to 1e30, or when the weights are not one number from 0 to 1e30
/// per processor. O(k).
void require_valid(const Problem& problem);

/// Shares of the work in proportion to `speeds` (any unit): positive, sum 1 up
/// to rounding. A share too small for a double becomes the smallest normal
/// double. Throws InvalidInput when there are no speeds or one is not a
/// positive finite number. O(k).
[[nodiscard]] std::vector<double> shares(std::span<const double> speeds);

} // namespace tangram::partition
