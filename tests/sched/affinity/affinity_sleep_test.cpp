#include "sched/policies/affinity_policy.hpp"

#include "sched/base/dispatcher.hpp"
#include "tests/sched/reference.hpp"
#include "tests/sched/toy_workers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

/// Tasks one after the other.
struct Chain {
    std::vector<Task> tasks;
    std::size_t submitted = 0;
    std::size_t ready = 0; ///< or executed
    std::size_t executed = 0;
};

Workload random_product(Random& random) {
    Workload work;
    work.shape = {random.between(1U, 6U), random.between(1U, 6U), random.between(1U, 4U)};
    work.start.nodes = random.between<std::size_t>(1, 5);
    if (!random.one_in(4)) {
        work.start.home = random.between<Node>(0, work.start.nodes - 1);
    }
    work.start.reads_c = random.one_in(2);
    work.beta = random.between(0U, 4U);
    work.seed = random.between<std::uint64_t>(0, 1000);
    return work;
}

/// A toy runtime: tasks are submitted in batches, and between two of them all is executed that
/// can be. A worker that finds nothing sleeps until a Wake calls it, as the StarPU adapter does
/// it; one that names nobody wakes nobody. Who does what next is drawn at random.
class ToyRuntime {
  public:
    ToyRuntime(const AffinityKind& kind, Random& random)
        : random_(random), work_(random_product(random)), kernel_(kind.kernel),
          independent_(kernel_ == Kernel::matrix || random.one_in(3)), workers_(work_.start.nodes, random_),
          chains_(chains()), dispatcher_(make_policy(kind), workers_.seats(random_)), seen_(units()),
          unseen_(seen_.size()), executions_(products()), owners_(tiles()) {
        for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
            to_come_.insert(to_come_.end(), chains_[chain].tasks.size(), chain);
        }
        random_.shuffle(to_come_);
    }

    void run() {
        while (!to_come_.empty() && !testing::Test::HasFatalFailure()) {
            run_batch(random_.between<std::size_t>(1, to_come_.size()));
            const std::size_t waiting = unseen_ == 0 ? 0 : ready_;
            EXPECT_EQ(waiting_tasks(), waiting) << "all sleep, " << unseen_ << " units are not ready";
        }
        EXPECT_EQ(executions_, std::vector<int>(products(), 1)) << "every task once";
    }

  private:
    std::unique_ptr<Policy> make_policy(const AffinityKind& kind) {
        auto policy = std::make_unique<AffinityPolicy>(work_, kind);
        policy_ = policy.get();
        return policy;
    }

    [[nodiscard]] std::size_t tiles() const { return std::size_t{work_.shape.rows} * work_.shape.columns; }
    [[nodiscard]] std::size_t products() const { return tiles() * work_.shape.depth; }
    [[nodiscard]] std::size_t units() const { return kernel_ == Kernel::outer ? tiles() : products(); }
    [[nodiscard]] std::size_t tile(const Task& task) const {
        return std::size_t{task.i} * work_.shape.columns + task.j;
    }
    [[nodiscard]] std::size_t product(const Task& task) const { return tile(task) * work_.shape.depth + task.k; }
    [[nodiscard]] std::size_t unit(const Task& task) const {
        return kernel_ == Kernel::outer ? tile(task) : product(task);
    }

    /// Of each tile of C, or each product by itself.
    std::vector<Chain> chains() {
        std::vector<Chain> all(independent_ ? products() : tiles());
        for (std::uint32_t i = 0; i < work_.shape.rows; ++i) {
            for (std::uint32_t j = 0; j < work_.shape.columns; ++j) {
                for (std::uint32_t k = 0; k < work_.shape.depth; ++k) {
                    const Task task{i, j, k};
                    chain_of(all, task).tasks.push_back(task);
                }
            }
        }
        for (Chain& chain : all) {
            random_.shuffle(chain.tasks);
        }
        return all;
    }

    Chain& chain_of(std::vector<Chain>& all, const Task& task) const {
        return all[independent_ ? product(task) : tile(task)];
    }

    void run_batch(std::size_t tasks) {
        while ((tasks > 0 || !workers_.all_sleep()) && !testing::Test::HasFatalFailure()) {
            if (tasks > 0 && (workers_.all_sleep() || random_.one_in(2))) {
                Chain& chain = chains_[to_come_.back()];
                to_come_.pop_back();
                --tasks;
                ++chain.submitted;
                go_on(chain);
            } else {
                step(random_.between<std::size_t>(0, workers_.size() - 1));
            }
        }
    }

    void step(std::size_t number) {
        ToyWorker& worker = workers_[number];
        if (worker.state == ToyWorker::busy) {
            finish(worker);
        } else if (worker.state == ToyWorker::looking) {
            look(number);
        }
        if (unseen_ == 0 && policy_->unowned() > 0) {
            ASSERT_FALSE(workers_.wake_one({})) << "sleeps although there is work for whoever asks";
        }
    }

    void look(std::size_t number) {
        ToyWorker& worker = workers_[number];
        const std::optional<Task> task = dispatcher_.next(number, [](const Task&) {});
        if (!task) {
            worker.state = ToyWorker::asleep;
            return;
        }
        ASSERT_EQ(unseen_, 0U) << name(task) << " is handed out too early";
        if (kernel_ == Kernel::outer) {
            std::optional<Node>& owner = owners_[tile(*task)];
            ASSERT_EQ(owner.value_or(worker.node), worker.node) << name(task) << " of another node's tile";
            owner = worker.node;
        }
        worker.state = ToyWorker::busy;
        worker.task = *task;
    }

    void finish(ToyWorker& worker) {
        ++executions_[product(worker.task)];
        --ready_;
        Chain& chain = chain_of(chains_, worker.task);
        ++chain.executed;
        go_on(chain);
        worker.state = ToyWorker::looking;
    }

    /// Its next task is ready if it was submitted and the one before is done.
    void go_on(Chain& chain) {
        if (chain.ready == chain.submitted || chain.ready > chain.executed) {
            return;
        }
        const Task& task = chain.tasks[chain.ready++];
        ++ready_;
        unseen_ -= seen_[unit(task)] ? 0 : 1;
        seen_[unit(task)] = true;
        workers_.wake(dispatcher_.ready(task));
    }

    [[nodiscard]] std::size_t waiting_tasks() const {
        const auto [ready, held] = dispatcher_.waiting();
        return ready + held;
    }

    Random& random_;
    Workload work_;
    Kernel kernel_;
    bool independent_;
    ToyWorkers workers_;
    std::vector<Chain> chains_;
    const AffinityPolicy* policy_ = nullptr; ///< the dispatcher's
    Dispatcher<NoLock> dispatcher_;
    std::vector<std::size_t> to_come_; ///< chains whose next task is submitted next, the last first
    std::vector<bool> seen_;           ///< by unit: whether a task of it was ready
    std::size_t unseen_;
    std::size_t ready_ = 0; ///< tasks that are not executed yet
    std::vector<int> executions_;
    std::vector<std::optional<Node>> owners_; ///< of tiles; outer strategies
};

TEST(AffinitySleep, WakesReachWhoeverHasWorkWhileTasksComeInBatches) {
    constexpr std::uint64_t seed = 20261122;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    for (const AffinityKind& kind : affinity_kinds()) {
        for (int product = 0; product < 200 && !HasFailure(); ++product) {
            SCOPED_TRACE(kind.name + ", product " + std::to_string(product));
            ToyRuntime(kind, random).run();
        }
    }
}

} // namespace
} // namespace tangram::sched
