#pragma once

#include <starpu.h>

namespace tangram::cluster {

/// A mutex and a condition, of StarPU's threads: in simulation these are simulated, and a std::mutex would stop all of
/// them.
class Monitor {
  public:
    Monitor() {
        starpu_pthread_mutex_init(&mutex_, nullptr);
        starpu_pthread_cond_init(&condition_, nullptr);
    }
    ~Monitor() {
        starpu_pthread_cond_destroy(&condition_);
        starpu_pthread_mutex_destroy(&mutex_);
    }
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    /// Has the mutex as long as it lives.
    class Lock {
      public:
        explicit Lock(Monitor& monitor) : monitor_(monitor) { starpu_pthread_mutex_lock(&monitor.mutex_); }
        ~Lock() { starpu_pthread_mutex_unlock(&monitor_.mutex_); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

        /// Until it holds; looked at when others notify. Others may have the mutex meanwhile.
        template <class Holds> void wait_until(const Holds& holds) {
            while (!holds()) {
                starpu_pthread_cond_wait(&monitor_.condition_, &monitor_.mutex_);
            }
        }

      private:
        Monitor& monitor_;
    };

    void notify_all() { starpu_pthread_cond_broadcast(&condition_); }

  private:
    starpu_pthread_mutex_t mutex_{};
    starpu_pthread_cond_t condition_{};
};

} // namespace tangram::cluster
