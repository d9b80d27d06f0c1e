#include "sched/starpu/task_seconds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <starpu_scheduler.h>

namespace tangram::sched::starpu {

namespace {

bool are_alike(unsigned worker, unsigned other) {
    const starpu_perfmodel_arch& a = *starpu_worker_get_perf_archtype(static_cast<int>(worker), 0);
    const starpu_perfmodel_arch& b = *starpu_worker_get_perf_archtype(static_cast<int>(other), 0);
    return std::equal(a.devices, a.devices + a.ndevices, b.devices, b.devices + b.ndevices,
                      [](const starpu_perfmodel_device& x, const starpu_perfmodel_device& y) {
                          return x.type == y.type && x.devid == y.devid && x.ncores == y.ncores;
                      });
}

/// By the fastest of the implementations for a worker that can execute the task, in seconds; NaN if no model knows.
double expected_seconds(starpu_task* task, unsigned worker) {
    constexpr double microsecond = 1e-6;
    starpu_perfmodel_arch* arch = starpu_worker_get_perf_archtype(static_cast<int>(worker), 0);
    double fastest = std::numeric_limits<double>::quiet_NaN();
    for (unsigned implementation = 0; implementation < STARPU_MAXIMPLEMENTATIONS; ++implementation) {
        if (starpu_worker_can_execute_task(worker, task, implementation) != 0) {
            const double length = starpu_task_expected_length(task, arch, implementation);
            if (std::isfinite(length) && length > 0) {
                fastest = std::fmin(fastest, length * microsecond); // of NaN and a number the number
            }
        }
    }
    return fastest;
}

/// What StarPU tells tasks of a codelet apart by.
std::uint32_t footprint(starpu_task* task) {
    starpu_perfmodel_arch* any = starpu_worker_get_perf_archtype(0, 0);
    return task->cl->model != nullptr ? starpu_task_footprint(task->cl->model, task, any, 0)
                                      : starpu_task_data_footprint(task);
}

} // namespace

TaskSeconds::TaskSeconds() {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const auto alike = std::find_if(examples_.begin(), examples_.end(),
                                        [&](unsigned example) { return are_alike(worker, example); });
        kinds_.push_back(static_cast<graph::WorkerKind>(alike - examples_.begin()));
        if (alike == examples_.end()) {
            examples_.push_back(worker);
        }
    }
}

void TaskSeconds::ask(starpu_task* task, Entry& entry) const {
    entry.all_known = true;
    for (graph::WorkerKind kind = 0; kind < examples_.size(); ++kind) {
        if (entry.is_known[kind]) {
            continue;
        }
        if (const double seconds = expected_seconds(task, examples_[kind]); !std::isnan(seconds)) {
            entry.seconds[kind] = seconds;
            entry.is_known[kind] = true;
        }
        entry.all_known = entry.all_known && entry.is_known[kind];
    }
}

TaskSeconds::Entry& TaskSeconds::entry(starpu_task* task) {
    const starpu_codelet& codelet = *task->cl;
    std::unique_ptr<Entry>& entry = entries_[{&codelet, footprint(task), codelet.where, codelet.cpu_funcs[0],
                                              codelet.opencl_funcs[0], codelet.cuda_funcs[0]}];
    if (!entry) {
        entry = std::make_unique<Entry>();
        entry->is_by_kind = is_by_kind(task);
        for (const unsigned example : examples_) {
            const bool can = starpu_worker_can_execute_task_first_impl(example, task, nullptr) != 0;
            entry->seconds.push_back(can ? graph::unknown_seconds : graph::never);
            entry->is_known.push_back(!can);
        }
    }
    return *entry;
}

bool TaskSeconds::is_by_kind(starpu_task* task) const {
    bool any = false;
    for (unsigned worker = 0; worker < kinds_.size(); ++worker) {
        const bool can = starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0;
        if (can != (starpu_worker_can_execute_task_first_impl(examples_[kinds_[worker]], task, nullptr) != 0)) {
            return false;
        }
        any = any || can;
    }
    return any;
}

TaskSeconds::Entry* TaskSeconds::of(starpu_task* task) {
    Entry& found = entry(task);
    if (!found.is_by_kind) {
        return nullptr;
    }
    if (!found.all_known) {
        ask(task, found);
    }
    return &found;
}

void TaskSeconds::measured(Entry& entry, unsigned worker, double seconds) const {
    constexpr double clock_step = 1e-9;
    const graph::WorkerKind kind = kinds_[worker];
    seconds = std::max(seconds, clock_step); // a time of nothing would be no time
    if (!entry.is_known[kind]) {
        double& shortest = entry.seconds[kind];
        shortest = shortest == graph::unknown_seconds ? seconds : std::min(shortest, seconds);
    }
}

} // namespace tangram::sched::starpu
