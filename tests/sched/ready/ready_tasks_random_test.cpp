#include "sched/ready/ready_tasks.hpp"

#include "tests/sched/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace tangram::sched {
namespace {

/// ReadyTasks and the reference, which see the same arrivals, hand-outs and evictions.
class Pair {
  public:
    Pair(const Workload& work, Random& random)
        : random_(random), nodes_(work.start.nodes), tasks_(work.shape, work.start, Search::by_cost),
          places_(work.shape, work.start) {}

    [[nodiscard]] bool empty() const { return ready_.empty(); }

    void add(const Task& task) {
        const auto list = random_.between<std::size_t>(0, nodes_);
        ready_.push_back({tasks_.add(task, list), task, list});
    }

    void hand_out() {
        const auto chosen = random_.between<std::size_t>(0, ready_.size() - 1);
        const Entry entry = ready_[chosen];
        ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(chosen));
        const Node node = random_node();
        EXPECT_TRUE(same(tasks_.hand_out(entry.ticket, node), entry.task));
        EXPECT_FALSE(tasks_.lists().contains(entry.ticket));
        places_.hand_out(entry.task, node);
    }

    /// Of a tile of A or B, which is needed from the start.
    void evict() {
        const Task& task = ready_[random_.between<std::size_t>(0, ready_.size() - 1)].task;
        if (task.work == Work::multiply) {
            const auto position = random_.between<std::size_t>(0, 1);
            const Node node = random_node();
            tasks_.lost(position == 0 ? tasks_.tiles().a(task.i, task.k) : tasks_.tiles().b(task.k, task.j), node);
            places_.evict(task, position, node);
        }
    }

    /// Compares all costs and the cheapest task for a node.
    void check() {
        const Node node = random_node();
        constexpr unsigned none = 4;
        unsigned least = none;
        for (const Entry& entry : ready_) {
            const unsigned cost = places_.cost(entry.task, node);
            ASSERT_EQ(tasks_.cost(entry.ticket, node), cost) << name(entry.task) << " for node " << node;
            if (entry.list != node && cost < ReferencePlaces::tiles(entry.task)) {
                least = std::min(least, cost);
            }
        }
        const auto cheapest = tasks_.cheapest(node, random_.one_in(2) ? End::first : End::last);
        ASSERT_EQ(cheapest ? tasks_.cost(*cheapest, node) : none, least);
        ASSERT_TRUE(!cheapest || tasks_.lists().list(*cheapest) != node);
    }

  private:
    struct Entry {
        TaskLists::Ticket ticket;
        Task task;
        std::size_t list;
    };

    Node random_node() { return random_.between<Node>(0, nodes_ - 1); }

    Random& random_;
    std::size_t nodes_;
    ReadyTasks tasks_;
    ReferencePlaces places_;
    std::vector<Entry> ready_;
};

/// The number of operations.
std::size_t run(Random& random) {
    const Workload work = random_workload(random);
    std::vector<Task> waiting = all_tasks(work);
    random.shuffle(waiting);
    Pair pair(work, random);
    std::size_t operations = 0;
    const unsigned eagerness = random.between(1U, 4U); // one task handed out for so many added
    for (; !waiting.empty() || !pair.empty(); ++operations) {
        if (!waiting.empty() && (pair.empty() || !random.one_in(eagerness + 1))) {
            pair.add(waiting.back());
            waiting.pop_back();
        } else if (random.one_in(3)) {
            pair.evict();
        } else {
            pair.hand_out();
        }
        pair.check();
    }
    return operations;
}

TEST(ReadyTasksRandom, CostsAndCheapestTasksAreThoseOfAFullScan) {
    constexpr std::uint64_t seed = 20240601;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Random random(seed);
    for (std::size_t operations = 0; operations < 300000 && !testing::Test::HasFatalFailure();) {
        operations += run(random);
    }
}

} // namespace
} // namespace tangram::sched
