#include "sched/starpu/task_seconds.hpp"

#include <algorithm>
#include <cmath>

#include <starpu_scheduler.h>

namespace tangram::sched::starpu {

namespace {

constexpr double unknown = 1e-3; // seconds

bool are_alike(unsigned worker, unsigned other) {
    const starpu_perfmodel_arch& a = *starpu_worker_get_perf_archtype(static_cast<int>(worker), 0);
    const starpu_perfmodel_arch& b = *starpu_worker_get_perf_archtype(static_cast<int>(other), 0);
    return std::equal(a.devices, a.devices + a.ndevices, b.devices, b.devices + b.ndevices,
                      [](const starpu_perfmodel_device& x, const starpu_perfmodel_device& y) {
                          return x.type == y.type && x.devid == y.devid && x.ncores == y.ncores;
                      });
}

/// By the fastest of its implementations, in seconds: `never` if the worker has none, NaN if no model knows.
double expected_seconds(starpu_task* task, unsigned worker) {
    constexpr double microsecond = 1e-6;
    starpu_perfmodel_arch* arch = starpu_worker_get_perf_archtype(static_cast<int>(worker), 0);
    double fastest = graph::never;
    for (unsigned implementation = 0; implementation < STARPU_MAXIMPLEMENTATIONS; ++implementation) {
        if (starpu_worker_can_execute_task(worker, task, implementation) != 0) {
            const double length = starpu_task_expected_length(task, arch, implementation);
            const bool is_known = std::isfinite(length) && length > 0;
            fastest = std::fmin(fastest == graph::never ? NAN : fastest, is_known ? length * microsecond : NAN);
        }
    }
    return fastest;
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
    std::unique_ptr<Entry>& entry = entries_[{task->cl, starpu_task_data_footprint(task)}];
    if (!entry) {
        entry = std::make_unique<Entry>();
        entry->seconds.assign(examples_.size(), unknown);
        entry->is_known.assign(examples_.size(), false);
        entry->is_by_kind = is_by_kind(task);
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
        shortest = shortest == unknown ? seconds : std::min(shortest, seconds);
    }
}

} // namespace tangram::sched::starpu
