#include "sched/starpu/idle_workers.hpp"

#include <algorithm>

#include <sched.h>
#include <starpu.h>

namespace tangram::sched::starpu {

IdleWorkers::IdleWorkers() : attention_(STARPU_NMAXWORKERS) {}

/// StarPU says "did not sleep" of a relaxed worker, too, as of one that computes a task which did not come from us.
bool IdleWorkers::wake(unsigned worker) {
    std::atomic<State>& state = attention_[worker].state;
    State seen = state.load();
    do {
        if (seen != State::looking && seen != State::giving_way) {
            return false;
        }
    } while (!state.compare_exchange_weak(seen, State::called));
    const bool slept = starpu_wake_worker_relax_light(static_cast<int>(worker)) != 0;
    return slept || seen == State::giving_way;
}

bool IdleWorkers::wake_one(const std::vector<unsigned>& workers) {
    return std::any_of(workers.begin(), workers.end(), [this](unsigned worker) { return wake(worker); });
}

void IdleWorkers::wake_all() {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        wake(worker);
    }
}

/// Whoever gives the worker a task of its own (starpu_task::execute_on_a_specific_worker) waits until it is relaxed.
/// Where many workers share a core, nearly all of them wait here for their turn; unrelaxed, they kept such tasks
/// waiting for a minute.
void IdleWorkers::give_way([[maybe_unused]] unsigned worker) {
#ifndef STARPU_SIMGRID
    std::atomic<State>& state = attention_[worker].state;
    if (State looking = State::looking; starpu_worker_get_type(static_cast<int>(worker)) != STARPU_CPU_WORKER ||
                                        !state.compare_exchange_strong(looking, State::giving_way)) {
        return;
    }
    starpu_worker_relax_on();
    sched_yield();
    starpu_worker_relax_off();
    State giving_way = State::giving_way;
    state.compare_exchange_strong(giving_way, State::looking);
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
