#pragma once

/// Whole jobs in a period that is too short for all rates to be whole numbers.

#include "model/steady_state/counts.hpp"

namespace tangram::model::steady_state {

/// Counts of whole jobs that take no more of each activity than is given. A job is a tree of paths: from a master to
/// the processor that executes the root, from there to those that execute the tasks behind it, and so on to where
/// outputs end. The widest tree is taken as often as possible, until no tree is left for even one job.
///
/// Joint ends: trees whose leaves are all executed at one processor go first. Others follow, and may leave more
/// executions of one leaf than of another at a processor, which count for nothing.
///
/// If the given counts are those of a steady state rounded down, what is lost of it still conserves all files, so it
/// consists of trees, each for less than one job. These are at most as many as there are activities, since each that is
/// taken away exhausts one. So at most (activities) jobs in a period are lost; with joint ends, (activities x leaves).
///
/// O((trees + processors) x processors x links x files), and far less if paths have few hops.
[[nodiscard]] Counts whole_jobs(const Problem& problem, Counts at_most);

} // namespace tangram::model::steady_state
