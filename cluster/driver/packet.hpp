#pragma once

/// Messages as what channels carry: words of 8 bytes, in the byte order of the machine, which all processes share. A
/// number is a word; a list its length, then its elements; what is of several kinds its kind, then what that says.

#include "cluster/exchange/message.hpp"
#include "cluster/numerics/segment.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/message.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace tangram::driver {

using Packet = std::vector<std::uint64_t>;

/// A message of the factorisation, and the matrix entries with it (solver::entries_with).
struct NumberedMessage {
    solver::Message message;
    std::vector<double> numbers;

    bool operator==(const NumberedMessage&) const = default;
};

/// O(words).
[[nodiscard]] Packet packed(const exchange::Message& message);
[[nodiscard]] Packet packed(const solver::Message& message, std::span<const double> numbers);
[[nodiscard]] Packet packed(const numerics::Segment& segment);
[[nodiscard]] Packet packed(const solver::Course& course);

/// What was packed. Throw std::logic_error if that is no message of this type: it has too few or too many words, or no
/// such kind. O(words).
[[nodiscard]] exchange::Message exchange_message(std::span<const std::uint64_t> packet);
[[nodiscard]] NumberedMessage numbered_message(std::span<const std::uint64_t> packet);
[[nodiscard]] numerics::Segment segment(std::span<const std::uint64_t> packet);
[[nodiscard]] solver::Course course(std::span<const std::uint64_t> packet);

} // namespace tangram::driver
