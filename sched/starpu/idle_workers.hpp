#pragma once

/// Who wakes whom. A worker that finds no task falls asleep (or polls, as StarPU was built), and whoever makes a task
/// ready wakes one. What others know of a worker is its state:
///
///              before each search
///      busy ----------------------> looking ---+ the search was in vain: it sleeps, still looking
///        ^                          |  |   ^ <-+
///        | found a task             |  |   |
///        +--------------------------+  |   | before it searches again
///        |                             |   |
///        | found a task: wakes all     v   |
///        +---------------------------- called     by wake(), of whoever made a task ready
///
/// A CPU worker whose search was in vain goes from looking to giving_way and back; it can be called in both.
///
///     who                                                       does                     on which thread
///     the worker, in pop_task                                   busy, looking,           its own
///                                                               giving_way
///     push_task; a worker that found a task when it was called  called                   any
///     a worker that moved tasks to others, in pop_task          called                   any
///
/// No wake-up is lost: the worker says that it looks before it searches, and others look at its state after their task
/// is where it is found. So the search finds the task, or they find the worker looking. A worker is called once for all
/// that is ready when it looks again. If it was called meanwhile and found a task, it may have taken another one than
/// that which it was called for, so it wakes all.
///
/// Locks: the states are atomic and have none. wake() takes the scheduling mutex of the worker that it wakes
/// (starpu_wake_worker_relax_light), and may wait for it: never call it with a lock held that a worker takes in
/// pop_task, the Dispatcher's, ContextTasks' or PriorityTasks'. In pop_task a worker does not hold its own scheduling
/// mutex, but whoever wants to lock it for good waits until the worker is done or relaxed.

#include <atomic>
#include <cstdint>
#include <vector>

namespace tangram::sched::starpu {

class IdleWorkers {
  public:
    IdleWorkers();

    /// Searches with find(), which gives a task or a null pointer, for this worker, and again while it was called
    /// meanwhile; StarPU's simulation forgets such calls. To be called by the worker's own thread.
    template <class Find> auto search(unsigned worker, Find find) {
        std::atomic<State>& state = attention_[worker].state;
        decltype(find()) task = nullptr;
        do {
            state = State::looking;
            task = find();
        } while (task == nullptr && state == State::called);
        if (task != nullptr && state.exchange(State::busy) == State::called) {
            wake_all();
        }
        return task;
    }

    /// Whether the worker will look again for this: it was asleep, or about to sleep, or gave way.
    bool wake(unsigned worker);

    /// The first of these for which wake() is true; one is enough for one task. Whether there was one.
    bool wake_one(const std::vector<unsigned>& workers);

    void wake_all();

    /// After a search in vain, by the worker's own thread: a CPU worker lets a thread run that waits for its core. Idle
    /// workers poll, and a program's thread that submits tasks has no core of its own where each has a worker: it would
    /// wait for whole time slices while the workers wait for it. It is relaxed meanwhile (starpu_worker_relax_on):
    /// others may take its scheduling mutex and give it tasks of its own, which it computes before it looks again. The
    /// price: beside other programs that are busy, an idle worker may see a new task a time slice later. Workers of
    /// devices go on polling, as their transfers depend on it. In simulation only one thread runs at a time, and
    /// nothing is done.
    void give_way(unsigned worker);

    /// Those that are not busy.
    [[nodiscard]] std::vector<unsigned> idle() const;

  private:
    enum class State : std::uint8_t { busy, looking, giving_way, called };
    struct alignas(64) Attention { // a cache line each: workers write it all the time
        std::atomic<State> state = State::busy;
    };

    std::vector<Attention> attention_; ///< by worker
};

} // namespace tangram::sched::starpu
