#pragma once

/// What callers of the mechanisms promise. A broken promise is a fault of the program: std::logic_error, of one line,
/// and nothing has changed.

#include "cluster/exchange/message.hpp"

#include <span>
#include <stdexcept>
#include <string_view>

namespace tangram::exchange {

/// Throws if a condition does not hold.
void require(bool condition, int process, std::string_view what);

/// Throws unless a process has an initial load, and its threshold is not negative.
void require_setting(int me, std::span<const Load> initial, const Load& threshold);

/// Throws unless a message comes from another process, and not while a decision is to be taken.
void require_receipt(int me, int processes, int from, bool is_ready);

/// Throws unless a master's slaves are other processes, each of them once, and what is reserved is not negative.
/// O(processes + slaves).
void require_selection(int me, int processes, int master, std::span<const Reservation> slaves);

/// A message that the mechanism does not have.
[[nodiscard]] std::logic_error unexpected(int me, int from, const Message& message);

} // namespace tangram::exchange
