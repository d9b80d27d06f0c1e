#pragma once

/// StarPU's mutex as an RAII type: the one kind that is right in both flavours
/// (SimGrid switches between simulated threads inside it).

#include <starpu.h>

namespace tangram::sched::starpu {

class Mutex {
  public:
    Mutex() { STARPU_PTHREAD_MUTEX_INIT(&mutex_, nullptr); }
    ~Mutex() { STARPU_PTHREAD_MUTEX_DESTROY(&mutex_); }
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    void lock() { STARPU_PTHREAD_MUTEX_LOCK(&mutex_); }
    void unlock() { STARPU_PTHREAD_MUTEX_UNLOCK(&mutex_); }

    /// Locks from inside push_task or pop_task. There the worker's own scheduling
    /// mutex may be held; relaxing it while we wait avoids a dead lock with
    /// whoever holds ours and wants to wake this worker (StarPU's
    /// eager_central_policy.c does the same).
    void lock_relaxed() {
        starpu_worker_relax_on();
        lock();
        starpu_worker_relax_off();
    }

  private:
    starpu_pthread_mutex_t mutex_{};
};

/// Holds a Mutex for a scope inside push_task or pop_task.
class RelaxedLock {
  public:
    explicit RelaxedLock(Mutex& mutex) : mutex_(mutex) { mutex_.lock_relaxed(); }
    ~RelaxedLock() { mutex_.unlock(); }
    RelaxedLock(const RelaxedLock&) = delete;
    RelaxedLock& operator=(const RelaxedLock&) = delete;

  private:
    Mutex& mutex_;
};

} // namespace tangram::sched::starpu
