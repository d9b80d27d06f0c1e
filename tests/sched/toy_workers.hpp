#pragma once

/// Workers that sleep when they find nothing until a Wake calls them, as the StarPU adapter does
/// it, in one thread: for tests of who is woken.

#include "sched/base/dispatcher.hpp"
#include "sched/base/policy.hpp"
#include "tests/sched/reference.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

/// There is one thread.
struct NoLock {
    void lock() {}
    void unlock() {}
};

struct ToyWorker {
    Node node;
    enum { looking, busy, asleep } state = looking;
    Task task{}; ///< that it executes
};

class ToyWorkers {
  public:
    /// One to three on each node.
    ToyWorkers(std::size_t nodes, Random& random) {
        for (Node node = 0; node < nodes; ++node) {
            workers_.resize(workers_.size() + random.between<std::size_t>(1, 3), {node});
        }
    }

    /// For a dispatcher, with random windows.
    [[nodiscard]] std::vector<Dispatcher<NoLock>::Worker> seats(Random& random) const {
        std::vector<Dispatcher<NoLock>::Worker> seats;
        for (const ToyWorker& worker : workers_) {
            seats.push_back({worker.node, random.between<std::size_t>(0, 3)});
        }
        return seats;
    }

    [[nodiscard]] std::size_t size() const { return workers_.size(); }
    ToyWorker& operator[](std::size_t number) { return workers_[number]; }

    [[nodiscard]] bool all_sleep() const {
        return std::all_of(workers_.begin(), workers_.end(),
                           [](const ToyWorker& worker) { return worker.state == ToyWorker::asleep; });
    }

    void wake(const Wake& who) {
        if (who.all) {
            while (wake_one({})) {
            }
            return;
        }
        const bool woken = who.first && wake_one(who.first);
        if (!woken && who.others) {
            wake_one({});
        }
    }

    /// Of the node, or of any; whether there was one.
    bool wake_one(std::optional<Node> node) {
        const auto sleeper = std::find_if(workers_.begin(), workers_.end(), [&](const ToyWorker& worker) {
            return worker.state == ToyWorker::asleep && node.value_or(worker.node) == worker.node;
        });
        if (sleeper == workers_.end()) {
            return false;
        }
        sleeper->state = ToyWorker::looking;
        return true;
    }

  private:
    std::vector<ToyWorker> workers_;
};

} // namespace tangram::sched
