#pragma once

/// Data that are fetched before a worker has the task.

#include <starpu.h>

namespace tangram::sched::starpu {

/// Asks StarPU to fetch a task's data to a memory node. StarPU 1.4 allows one such request for each task, and aborts at
/// a second one; a task that submits itself anew may be marked still.
inline void fetch_once(starpu_task* task, unsigned memory_node) {
    if (task->prefetched == 0) {
        starpu_prefetch_task_input_on_node(task, memory_node);
    }
}

} // namespace tangram::sched::starpu
