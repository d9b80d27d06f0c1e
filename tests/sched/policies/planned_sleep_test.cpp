#include "sched/base/dispatcher.hpp"
#include "sched/zones/late_c.hpp"
#include "sched/zones/zone_order.hpp"
#include "tests/sched/reference.hpp"
#include "tests/sched/toy_workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

/// A toy runtime: tasks are submitted in the order of zones, some at a time, and then all is
/// executed that can be. Who does what next is drawn at random.
class ToyRuntime {
  public:
    ToyRuntime(Workload work, std::unique_ptr<Policy> policy, Random& random)
        : random_(random), work_(std::move(work)), workers_(work_.start.nodes, random_),
          dispatcher_(std::move(policy), workers_.seats(random_)), to_come_(tasks()) {}

    void run() {
        std::size_t submitted = 0;
        while (submitted < to_come_.size() && !testing::Test::HasFailure()) {
            const auto batch = random_.between<std::size_t>(1, to_come_.size() - submitted);
            for (std::size_t task = 0; task < batch; ++task) {
                submit(to_come_[submitted++]);
                step();
            }
            while (!workers_.all_sleep()) {
                step();
            }
            EXPECT_EQ(executed_, submitted + additions_) << "all sleep";
        }
    }

  private:
    /// In the order of zones; tiles of C come late if there are copies.
    std::vector<Task> tasks() {
        const ZoneOrder order(*work_.allocation, work_.shape.depth, work_.zones);
        std::vector<Task> tasks = order.all_tasks();
        if (work_.shape.copies > 1) {
            std::vector<bool> in_time(work_.allocation->processors);
            if (work_.start.home) {
                in_time[*work_.start.home] = true;
            }
            const LateC late(*work_.allocation, work_.shape.depth, order, in_time);
            for (Task& task : tasks) {
                task.copy = late.copy(task);
                apart_left_[{task.i, task.j}] += task.copy;
            }
        }
        return tasks;
    }

    /// Tasks on the same copy of a tile run one after the other.
    std::vector<Task>& chain(const Task& task) { return chains_[{task.i, task.j, task.copy}]; }

    void submit(const Task& task) {
        chain(task).push_back(task);
        if (chain(task).size() == 1) {
            workers_.wake(dispatcher_.ready(task));
        }
    }

    void step() {
        const auto number = random_.between<std::size_t>(0, workers_.size() - 1);
        ToyWorker& worker = workers_[number];
        if (worker.state == ToyWorker::busy) {
            finish(worker);
        } else if (worker.state == ToyWorker::looking) {
            const std::optional<Task> task = dispatcher_.next(number, [](const Task&) {});
            if (dispatcher_.has_moved_tasks()) {
                workers_.wake(Wake{std::nullopt, false, true});
            }
            worker.state = task ? ToyWorker::busy : ToyWorker::asleep;
            worker.task = task.value_or(Task{});
        }
    }

    void finish(ToyWorker& worker) {
        ++executed_;
        worker.state = ToyWorker::looking;
        const Task& done = worker.task;
        if (done.work == Work::add) {
            return;
        }
        if (done.copy > 0 && --apart_left_[{done.i, done.j}] == 0) {
            ++additions_;
            workers_.wake(dispatcher_.ready(addition(done.i, done.j, done.copy)));
        }
        std::vector<Task>& waiting = chain(done);
        waiting.erase(waiting.begin());
        if (!waiting.empty()) {
            workers_.wake(dispatcher_.ready(waiting.front()));
        }
    }

    Random& random_;
    Workload work_;
    ToyWorkers workers_;
    Dispatcher<NoLock> dispatcher_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> apart_left_; ///< by tile: products in its copy
    std::vector<Task> to_come_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::vector<Task>>
        chains_; ///< the first is ready
    std::size_t executed_ = 0;
    std::size_t additions_ = 0; ///< that were ready
};

/// By zones, in two dimensions. Some nodes leave tiles to others, which leave none.
Workload planned_product(Random& random) {
    Workload work;
    work.shape = {random.between(1U, 6U), random.between(1U, 6U), random.between(1U, 6U)};
    work.start.nodes = random.between<std::size_t>(2, 6);
    work.start.home = random.between<Node>(0, work.start.nodes - 1);
    work.seed = random.between<std::uint64_t>(0, 1000);
    work.shape.copies = random.one_in(2) ? LateC::copies : 1;
    for (Node node = 0; node < work.start.nodes; ++node) {
        work.speeds.push_back({random.between(0U, 12U) / 2.0, static_cast<double>(random.between(1U, 100U)),
                               random.between<std::size_t>(1, 8)});
    }
    const Node first_thief = random.between<Node>(1, work.start.nodes - 1);
    partition::Allocation allocation{"random", work.shape.rows, work.shape.columns, work.start.nodes, {}};
    for (std::size_t tile = 0; tile < allocation.rows * allocation.columns; ++tile) {
        const Node owner = random.between<Node>(0, work.start.nodes - 1);
        allocation.owners.push_back(owner);
        const bool leaves = owner < first_thief && random.one_in(2);
        work.zones.spare.push_back(leaves ? std::optional(random.between<Node>(first_thief, work.start.nodes - 1))
                                          : std::nullopt);
    }
    work.allocation = allocation;
    return work;
}

TEST(PlannedSleep, EveryTaskIsExecutedWhoeverIsWoken) {
    constexpr std::uint64_t seed = 20261122;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    for (int product = 0; product < 1000 && !HasFailure(); ++product) {
        for (const char* rule : {"rand-steal", "choice-steal", "effective-steal"}) {
            SCOPED_TRACE(rule + (", product " + std::to_string(product)));
            const Workload work = planned_product(random);
            ToyRuntime(work, maker(rule)(work), random).run();
        }
    }
}

} // namespace
} // namespace tangram::sched
