#pragma once

/// The files of a job on a platform: where they begin, where they end, and how many jobs that makes.

#include "model/steady_state/problem.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state {

/// Each file behind the one that the task which makes it reads; the input is the first. O(tasks x files).
[[nodiscard]] std::vector<std::size_t> files_in_order(const TaskTree& tree);

/// Whether a processor always has a file: a master has the input. O(masters).
[[nodiscard]] bool is_always_at(const Problem& problem, std::size_t processor, std::size_t file);

/// Whether a file belongs to a processor for good: outputs where they are made, or where they are gathered.
[[nodiscard]] bool ends_at(const Problem& problem, std::size_t processor, std::size_t file);

/// How many jobs are done if so many files, by processor and file, have ended. Joint ends: on each processor the
/// fewest outputs of a leaf, summed; else the fewest outputs of a leaf. O(processors x files).
[[nodiscard]] Integer jobs_done(const Problem& problem, const std::vector<std::vector<Integer>>& ended);

} // namespace tangram::model::steady_state
