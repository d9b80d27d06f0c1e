#pragma once

/// StarPU's mutex as a Lockable: the one kind that is right in both flavours
/// (SimGrid switches between simulated threads inside it).

#include <starpu.h>

namespace tangram::sched::starpu {

class Mutex {
  public:
    Mutex() {
        // With its type: StarPU 1.4's macro asks whether it is null.
        constexpr starpu_pthread_mutexattr_t* standard = nullptr;
        STARPU_PTHREAD_MUTEX_INIT(&mutex_, standard);
    }
    ~Mutex() { STARPU_PTHREAD_MUTEX_DESTROY(&mutex_); }
    Mutex(const Mutex&) = delete;
    Mutex& operator=(const Mutex&) = delete;

    void lock() { STARPU_PTHREAD_MUTEX_LOCK(&mutex_); }
    bool try_lock() { return STARPU_PTHREAD_MUTEX_TRYLOCK(&mutex_) == 0; }
    void unlock() { STARPU_PTHREAD_MUTEX_UNLOCK(&mutex_); }

  private:
    starpu_pthread_mutex_t mutex_{};
};

/// To be locked inside push_task or pop_task, or outside of StarPU's callbacks. In
/// them others may wait for this worker; relaxing it while we wait
/// avoids a dead lock with whoever holds ours and wants to wake it (StarPU's
/// eager_central_policy.c does the same). Sections are short: a thread that sleeps for one,
/// and relaxing, cost more than most sections last, so a few more tries come first.
class RelaxedMutex : public Mutex {
  public:
    void lock() {
        for (int attempt = 0; attempt < tries; ++attempt) {
            if (try_lock()) {
                return;
            }
        }
        starpu_worker_relax_on();
        Mutex::lock();
        starpu_worker_relax_off();
    }

  private:
#ifdef STARPU_SIMGRID
    static constexpr int tries = 0; // time does not pass between them
#else
    static constexpr int tries = 300;
#endif
};

/// ShortMutex is for short sections that call nothing of StarPU's that may wait: the
/// worker's own scheduling mutex may stay locked meanwhile. In SimGrid threads change
/// only in calls of SimGrid's, of which there is none in such a section: nothing to lock,
/// and a call saved.
#ifdef STARPU_SIMGRID
struct ShortMutex {
    void lock() {}
    void unlock() {}
};
#else
using ShortMutex = Mutex;
#endif

} // namespace tangram::sched::starpu
