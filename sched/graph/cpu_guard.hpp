#pragma once

/// What keeps slow CPU workers from making everybody wait (docs/algorithms.md, The guard for CPU workers).

#include "sched/graph/program_state.hpp"
#include "sched/graph/task_graph.hpp"

#include <optional>

namespace tangram::sched::graph {

/// How much of what a CPU worker makes others wait must be covered by an accelerator's ready work: each update that
/// ends makes the next one of its tile ready.
inline constexpr double ready_part = 0.5;

/// The same of unclaimed tasks. Measured (simulated): with a half stencils take up to 20% longer, with a sixth small
/// butterflies 30%.
inline constexpr double unclaimed_part = 1.0 / 3;

/// Whether others would wait for a ready task if a CPU worker began it now and took `seconds`, or it would be no help
/// to them. Its delay is `seconds` less its time on its owner. Others wait if the owner's ready work is less than
/// ready_part x delay, or if the delay and the bottom level together exceed 0.8 of the time that accelerators need for
/// all tasks (all of it in plain products). Unless products are plain, any delay is too much if the longest chain takes
/// longer than the accelerators need for all tasks: the chain decides, and they need no help beside it.
/// O(accelerators).
[[nodiscard]] bool delays_all(const ProgramState& program, TaskId id, double seconds);

/// The same of an unclaimed task, which has no owner: the ready work of the accelerator that has least counts, and its
/// part of what is unclaimed; unclaimed_part x delay is enough. All of the time may be used, and the longest chain does
/// not matter: where there is little structure transfers often decide, and a CPU worker that has the data spares one.
/// alone: the accelerator that claims all of them, if one does. O(accelerators).
[[nodiscard]] bool delays_claims(const ProgramState& program, TaskId id, double seconds,
                                 const std::optional<Node>& alone);

} // namespace tangram::sched::graph
