#include "sched/starpu/idle_workers.hpp"

#include <algorithm>

#include <sched.h>
#include <starpu.h>

namespace tangram::sched::starpu {

IdleWorkers::IdleWorkers() : attention_(STARPU_NMAXWORKERS) {}

bool IdleWorkers::wake(unsigned worker) {
    State looking = State::looking;
    return attention_[worker].state.compare_exchange_strong(looking, State::called) &&
           starpu_wake_worker_relax_light(static_cast<int>(worker)) != 0;
}

bool IdleWorkers::wake_one(const std::vector<unsigned>& workers) {
    return std::any_of(workers.begin(), workers.end(), [this](unsigned worker) { return wake(worker); });
}

void IdleWorkers::wake_all() {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        wake(worker);
    }
}

/// Not relaxed (starpu_worker_relax_on): waking a worker that is relaxed in pop_task counts as in vain, so that one
/// task would wake many.
void IdleWorkers::give_way([[maybe_unused]] unsigned worker) {
#ifndef STARPU_SIMGRID
    if (starpu_worker_get_type(static_cast<int>(worker)) == STARPU_CPU_WORKER) {
        sched_yield();
    }
#endif
}

std::vector<unsigned> IdleWorkers::idle() const {
    std::vector<unsigned> workers;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        if (attention_[worker].state.load() != State::busy) {
            workers.push_back(worker);
        }
    }
    return workers;
}

} // namespace tangram::sched::starpu
