#include "apps/executions.hpp"

#include <algorithm>

namespace tangram::apps {

void Executions::watch(starpu_task* task, const sched::Task& what, bool is_full) {
    const TaskRun run{.work = what.work, .is_full = is_full, .i = what.i, .j = what.j, .k = what.k};
    Progress* const progress = what.work == sched::Work::multiply ? progress_ : nullptr;
    task->callback_func = task_done;
    task->callback_arg = &records_.emplace_back(Record{progress, run});
}

Timeline Executions::timeline(double origin) const {
    Timeline all;
    all.reserve(records_.size());
    for (const Record& record : records_) {
        all.push_back(record.run);
        all.back().start = (record.run.start - origin) * 1e-6;
        all.back().end = (record.run.end - origin) * 1e-6;
    }
    std::stable_sort(all.begin(), all.end(), [](const TaskRun& a, const TaskRun& b) { return a.start < b.start; });
    return all;
}

/// Runs on the thread of the worker that executed the task. By then StarPU has filled in
/// the task's profiling information (driver_common.c), which Runtime has it collect.
void Executions::task_done(void* argument) {
    Record& record = *static_cast<Record*>(argument);
    starpu_profiling_task_info& info = *starpu_task_get_current()->profiling_info;
    record.run.worker = static_cast<unsigned>(info.workerid);
    record.run.start = starpu_timing_timespec_to_us(&info.start_time);
    record.run.end = starpu_timing_timespec_to_us(&info.end_time);
    if (record.progress != nullptr) {
        record.progress->task_done();
    }
}

} // namespace tangram::apps
