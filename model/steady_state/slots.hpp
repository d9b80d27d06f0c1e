#pragma once

/// When each link transfers what it carries in a period.

#include "model/steady_state/schedule.hpp"

#include <vector>

namespace tangram::model::steady_state {

/// Slots for what each link sends of each file, in which no capacity is exceeded if none is in the whole period.
/// One-port links have slots by matchings(), and send their files one after the other, those without data first. Links
/// that only send files without data have a slot of length 0 each. All other links send, in each slot, its part of what
/// they send in the period; for them, a last slot fills the period up. At most |links| + 2 |processors| slots.
[[nodiscard]] std::vector<Slot> slots_of(const Problem& problem, const Rational& period,
                                         const std::vector<std::vector<Integer>>& sent);

} // namespace tangram::model::steady_state
