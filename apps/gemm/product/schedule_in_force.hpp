#pragma once

#include "sched/starpu/adapter.hpp"

#include <utility>

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

} // namespace tangram::apps
