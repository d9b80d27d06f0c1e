#pragma once

#include "sched/starpu/adapter.hpp"

#include <utility>

#include <starpu.h>

namespace tangram::apps {

/// A product that the adapter schedules, and forgets at the end, whatever happens.
class ScheduleInForce {
  public:
    ScheduleInForce(sched::starpu::Adapter& adapter, sched::starpu::ScheduledProduct product) : adapter_(adapter) {
        adapter_.begin(std::move(product));
    }
    ~ScheduleInForce() { end(); }
    ScheduleInForce(const ScheduleInForce&) = delete;
    ScheduleInForce& operator=(const ScheduleInForce&) = delete;

    sched::starpu::ScheduleReport end() { return adapter_.end(); }

  private:
    sched::starpu::Adapter& adapter_;
};

/// Waits for all tasks, even if one could not be submitted: they point at what an
/// exception would destroy.
class AllTasksDone {
  public:
    AllTasksDone() = default;
    ~AllTasksDone() { starpu_task_wait_for_all(); }
    AllTasksDone(const AllTasksDone&) = delete;
    AllTasksDone& operator=(const AllTasksDone&) = delete;
};

} // namespace tangram::apps
