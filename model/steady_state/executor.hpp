#pragma once

/// Executes a periodic schedule event by event, trusting none of its promises.

#include "model/steady_state/schedule.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state {

/// What was executed in some periods, starting with empty buffers.
struct Execution {
    std::size_t periods = 0;
    Rational time;                       ///< when the last period ended
    Integer done;                        ///< jobs
    std::vector<Integer> done_by_period; ///< jobs done by the end of each period
    /// By processor and file: the most files that lay there between periods. Inputs at masters and outputs that have
    /// ended are not counted.
    std::vector<std::vector<Integer>> largest_buffers;
};

/// Runs so many periods: each slot's transfers start together and move files from the sender's buffer to the
/// receiver's, each processor executes its tasks one after the other. What comes in a period is usable in the next.
/// Throws RunFailure, which names the place and the time, if a buffer would become negative or hold a part of a file
/// between periods, a processor send or receive by two links at a time or execute what it cannot, a port, a link or a
/// shared resource need more than a slot for its transfers, or tasks or slots end after the period. Of the schedule it
/// believes how often tasks take place, what slots transfer, and when both start, but nothing that follows from these.
/// O(periods x (loads + processors x (tasks + files) + slots x capacities)).
[[nodiscard]] Execution execute(const Problem& problem, const Schedule& schedule, std::size_t periods);

} // namespace tangram::model::steady_state
