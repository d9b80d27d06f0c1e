#include "apps/gemm/product/executions.hpp"

#include <algorithm>

namespace tangram::apps {

namespace {

/// In a task's callback, on the thread of the worker that executed it: who it was, and when. StarPU has
/// filled in the task's profiling information by then (driver_common.c), which Runtime has it collect.
void complete(TaskRun& run) {
    starpu_profiling_task_info& info = *starpu_task_get_current()->profiling_info;
    run.worker = static_cast<unsigned>(info.workerid);
    run.start = starpu_timing_timespec_to_us(&info.start_time);
    run.end = starpu_timing_timespec_to_us(&info.end_time);
}

} // namespace

void Executions::watch(starpu_task* task, const sched::Task& what, bool is_full) {
    const TaskRun run{.work = what.work, .is_full = is_full, .i = what.i, .j = what.j, .k = what.k};
    task->callback_func = task_done;
    task->callback_arg = &records_.emplace_back(Record{this, run});
}

Timeline Executions::timeline(double origin) const {
    Timeline all;
    all.reserve(records_.size() + others_.size());
    for (const Record& record : records_) {
        all.push_back(record.run);
    }
    all.insert(all.end(), others_.begin(), others_.end());
    for (TaskRun& run : all) {
        run.start = (run.start - origin) * 1e-6;
        run.end = (run.end - origin) * 1e-6;
    }
    std::stable_sort(all.begin(), all.end(), [](const TaskRun& a, const TaskRun& b) { return a.start < b.start; });
    return all;
}

void Executions::record(const sched::Task& what) {
    TaskRun run{.work = what.work, .is_full = false, .i = what.i, .j = what.j, .k = what.k};
    complete(run);
    const std::lock_guard lock(mutex_);
    others_.push_back(run);
}

void Executions::task_done(void* argument) {
    Record& record = *static_cast<Record*>(argument);
    complete(record.run);
    record.all->tell_of(record.run);
}

void Executions::tell_of(const TaskRun& run) const {
    if (run.work != sched::Work::multiply) {
        return;
    }
    if (progress_ != nullptr) {
        progress_->task_done();
    }
    if (product_ended_) {
        product_ended_(run);
    }
}

} // namespace tangram::apps
