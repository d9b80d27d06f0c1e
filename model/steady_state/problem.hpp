#pragma once

/// Endlessly many copies of one task tree on one platform: what is to be scheduled.

#include "model/steady_state/platform.hpp"
#include "model/steady_state/task_tree.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

/// What a job's leaves have in common where outputs stay.
enum class Ends {
    joint,    ///< one `end`: each processor executes all leaves equally often
    per_leaf, ///< an end for each leaf
};

struct Problem {
    Platform platform;
    TaskTree tree;
    std::optional<std::size_t> gather{}; ///< the processor that all outputs are sent to; nothing: they stay
    Ends ends = Ends::joint;
};

/// Throws InvalidInput as for the platform and the tree, and for times of tasks and a gathering processor that are
/// not there.
void require_valid(const Problem& problem);

/// By processor and task, the time of one task; nothing where it is impossible. O(processors x tasks + times).
[[nodiscard]] std::vector<std::vector<std::optional<Rational>>> durations(const Problem& problem);

/// The name of the task that stands for all tasks of a job.
inline constexpr std::string_view whole_job = "job";

/// The same stream where each job is computed on one processor (coarse grain): a tree of one task whole_job that takes
/// as long as all tasks of the tree, with the tree's input and, as one file, its outputs. O(size).
[[nodiscard]] Problem coarse(const Problem& problem);

} // namespace tangram::model::steady_state
