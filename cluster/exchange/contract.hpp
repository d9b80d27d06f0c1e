#pragma once

/// What callers of the mechanisms promise. A broken promise is a fault of the program: std::logic_error.

#include "cluster/exchange/message.hpp"

#include <span>
#include <stdexcept>
#include <string_view>

namespace tangram::exchange {

/// Throws if a condition does not hold.
void require(bool condition, int process, std::string_view what);

/// Throws if slaves are not other processes, each of them once.
void require_other_processes(int me, int processes, std::span<const Reservation> slaves);

/// A message that the mechanism does not have.
[[nodiscard]] std::logic_error unexpected(int me, int from, const Message& message);

} // namespace tangram::exchange
