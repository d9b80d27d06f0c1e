#include "sched/dispatcher.hpp"
#include "sched/planned_policy.hpp"
#include "tests/sched/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace tangram::sched {
namespace {

/// There is one thread.
struct NoLock {
    void lock() {}
    bool try_lock() { return true; }
    void unlock() {}
};

struct Worker {
    Node node;
    enum { looking, busy, asleep } state = looking;
    Task task{}; ///< that it executes
};

/// A toy engine: tasks are submitted in the order of zones, some at a time, and then all is
/// executed that can be. A worker that finds nothing sleeps until a Wake calls it, as the StarPU
/// adapter does it. Who does what next is drawn at random.
class Engine {
  public:
    Engine(const Workload& work, Random& random)
        : random_(random), work_(work), workers_(random_workers()),
          dispatcher_(
              std::make_unique<PlannedPolicy>(work, std::make_unique<EffectiveSteal>(work.seed), Search::by_cost),
              seats()),
          to_come_(ZoneOrder(*work.allocation, work.shape.depth, work.zones).all_tasks()) {}

    void run() {
        std::size_t submitted = 0;
        while (submitted < to_come_.size() && !testing::Test::HasFailure()) {
            const std::size_t batch = random_.between<std::size_t>(1, to_come_.size() - submitted);
            for (std::size_t task = 0; task < batch; ++task) {
                submit(to_come_[submitted++]);
                step();
            }
            while (!all_sleep()) {
                step();
            }
            EXPECT_EQ(executed_, submitted) << "all sleep";
        }
    }

  private:
    std::vector<Worker> random_workers() {
        std::vector<Worker> workers;
        for (Node node = 0; node < work_.start.nodes; ++node) {
            workers.resize(workers.size() + random_.between<std::size_t>(1, 3), {node});
        }
        return workers;
    }

    std::vector<Dispatcher<NoLock>::Worker> seats() {
        std::vector<Dispatcher<NoLock>::Worker> seats;
        for (const Worker& worker : workers_) {
            seats.push_back({worker.node, random_.between<std::size_t>(0, 3)});
        }
        return seats;
    }

    /// Tasks on the same copy of a tile run one after the other.
    std::vector<Task>& chain(const Task& task) { return chains_[{task.i, task.j, task.copy}]; }

    void submit(const Task& task) {
        chain(task).push_back(task);
        if (chain(task).size() == 1) {
            wake(dispatcher_.ready(task));
        }
    }

    [[nodiscard]] bool all_sleep() const {
        return std::all_of(workers_.begin(), workers_.end(),
                           [](const Worker& worker) { return worker.state == Worker::asleep; });
    }

    void step() {
        const std::size_t number = random_.between<std::size_t>(0, workers_.size() - 1);
        Worker& worker = workers_[number];
        if (worker.state == Worker::busy) {
            finish(worker);
        } else if (worker.state == Worker::looking) {
            const std::optional<Task> task = dispatcher_.next(number, [](const Task&) {});
            worker.state = task ? Worker::busy : Worker::asleep;
            worker.task = task.value_or(Task{});
        }
    }

    void finish(Worker& worker) {
        ++executed_;
        worker.state = Worker::looking;
        std::vector<Task>& waiting = chain(worker.task);
        waiting.erase(waiting.begin());
        if (!waiting.empty()) {
            wake(dispatcher_.ready(waiting.front()));
        }
    }

    void wake(const Wake& who) {
        const bool woken = who.first && wake_one(who.first);
        if (!woken && who.others) {
            wake_one({});
        }
    }

    /// Of the node, or of any.
    bool wake_one(std::optional<Node> node) {
        const auto sleeper = std::find_if(workers_.begin(), workers_.end(), [&](const Worker& worker) {
            return worker.state == Worker::asleep && node.value_or(worker.node) == worker.node;
        });
        if (sleeper == workers_.end()) {
            return false;
        }
        sleeper->state = Worker::looking;
        return true;
    }

    Random& random_;
    Workload work_;
    std::vector<Worker> workers_;
    Dispatcher<NoLock> dispatcher_;
    std::vector<Task> to_come_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::vector<Task>>
        chains_; ///< the first is ready
    std::size_t executed_ = 0;
};

/// Thieves leave no tiles to others.
void keep_tiles_of_thieves(Workload& work) {
    std::vector<std::optional<Node>>& spare = work.zones.spare;
    for (std::size_t tile = 0; tile < spare.size(); ++tile) {
        if (std::find(spare.begin(), spare.end(), std::optional(work.allocation->owners[tile])) != spare.end()) {
            spare[tile].reset();
        }
    }
}

/// By zones, in two dimensions, with speeds.
Workload planned_product(Random& random) {
    while (true) {
        Workload work = random_workload(random);
        if (!work.allocation->is_3d() && !work.speeds.empty()) {
            work.order = Order::zone;
            keep_tiles_of_thieves(work);
            return work;
        }
    }
}

TEST(PlannedSleep, EveryTaskIsExecutedWhoeverIsWoken) {
    constexpr std::uint64_t seed = 20261122;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    for (int product = 0; product < 2000 && !HasFailure(); ++product) {
        SCOPED_TRACE("product " + std::to_string(product));
        Engine(planned_product(random), random).run();
    }
}

} // namespace
} // namespace tangram::sched
