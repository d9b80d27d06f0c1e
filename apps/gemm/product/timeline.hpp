#pragma once

/// When each task of a run was executed, and by which worker.

#include "sched/base/task.hpp"

#include <cstdint>
#include <vector>

namespace tangram::apps {

struct TaskRun {
    sched::Work work = sched::Work::multiply;
    bool is_full = false; ///< a product of full tiles, those that the models are made for
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    std::uint32_t k = 0; ///< without meaning for an addition
    unsigned worker = 0; ///< StarPU's number
    double start = 0;    ///< of the kernel, in seconds since the run's first submission
    double end = 0;

    [[nodiscard]] double seconds() const { return end - start; }

    bool operator==(const TaskRun&) const = default;
};

/// The tasks of a run by their start. A worker executes one at a time.
using Timeline = std::vector<TaskRun>;

} // namespace tangram::apps
