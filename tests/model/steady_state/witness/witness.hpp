#pragma once

/// A periodic schedule in SimGrid, which is not ours: whether its links and processors keep to the schedule's times.

#include "model/steady_state/schedule.hpp"

#include <cstddef>

namespace tangram::model::steady_state {

struct WitnessReport {
    double lateness = 0; ///< the most that a transfer ends after its slot, or tasks after their period; in periods
    Integer done;        ///< jobs
};

/// Runs so many periods, starting with empty buffers. What is late puts off what follows. Links that are not one-port
/// share what their resources let through.
///
/// SimGrid has no one-port model, and its links share bandwidth, not time. So it is the witness that sees whether a
/// processor sends or receives by two one-port links at a time; and a resource without a c of its own is as fast as the
/// fastest of its links. The witness also sees whether files are there when the period begins in which they are read or
/// sent, and none is cut between periods. Throws RunFailure, which names the period and the place, if one of this
/// fails. A process can call it once, as it can have one SimGrid engine.
[[nodiscard]] WitnessReport witness(const Problem& problem, const Schedule& schedule, std::size_t periods);

} // namespace tangram::model::steady_state
