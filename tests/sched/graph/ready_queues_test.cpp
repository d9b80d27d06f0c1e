/// Queues of ready tasks: their order, and random operations against a plain list.

#include "sched/graph/ready_queues.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tangram::sched::graph {
namespace {

std::vector<TaskId> tasks_of(const ReadyQueues::Queue& queue) {
    std::vector<TaskId> tasks;
    std::transform(queue.begin(), queue.end(), std::back_inserter(tasks),
                   [](const ReadyTask& ready) { return ready.task; });
    return tasks;
}

/// Each of the four decides only between those that the former ones leave equal.
TEST(ReadyQueues, OrderIsByUrgencyThenPriorityThenCornerThenNumber) {
    ReadyQueues queues(1);
    queues.add({.urgency = 1, .priority = 9, .corner = 0, .number = 0, .task = 6}, 0, std::nullopt);
    queues.add({.urgency = 2, .priority = 1, .corner = 0, .number = 1, .task = 5}, 0, std::nullopt);
    queues.add({.urgency = 2, .priority = 3, .corner = 8, .number = 2, .task = 4}, 0, std::nullopt);
    queues.add({.urgency = 2, .priority = 3, .corner = 7, .number = 4, .task = 3}, 0, std::nullopt);
    queues.add({.urgency = 2, .priority = 3, .corner = 7, .number = 3, .task = 2}, 0, std::nullopt);
    queues.add({.urgency = 5, .priority = -4, .corner = 99, .number = 5, .task = 1}, 0, std::nullopt);
    EXPECT_EQ(tasks_of(queues.of_owner(0)), (std::vector<TaskId>{1, 2, 3, 4, 5, 6}));
}

TEST(ReadyQueues, OwnersHaveTheirOwn) {
    ReadyQueues queues(3);
    queues.add({.number = 0, .task = 10}, 1, std::nullopt);
    queues.add({.number = 1, .task = 11}, 2, 0.5);
    EXPECT_TRUE(queues.of_owner(0).empty());
    EXPECT_EQ(tasks_of(queues.of_owner(1)), std::vector<TaskId>{10});
    EXPECT_EQ(tasks_of(queues.of_owner(2)), std::vector<TaskId>{11});
    EXPECT_EQ(queues.size(), 2);
    ASSERT_EQ(queues.by_cpu_ratio().size(), 1) << "CPU workers shall not look at the first";
    EXPECT_EQ(tasks_of(queues.by_cpu_ratio().begin()->second), std::vector<TaskId>{11});
}

/// CPU workers begin with the last class: what they are best at.
TEST(ReadyQueues, GreatestRatioIsLast) {
    ReadyQueues queues(2);
    queues.add({.urgency = 9, .number = 0, .task = 1}, 1, 0.01);
    queues.add({.urgency = 1, .number = 1, .task = 2}, 1, 0.8);
    queues.add({.urgency = 5, .number = 2, .task = 3}, 1, 3);
    std::vector<TaskId> tasks;
    for (const auto& [ratio, queue] : queues.by_cpu_ratio()) {
        for (const ReadyTask& ready : queue) {
            tasks.push_back(ready.task);
        }
    }
    EXPECT_EQ(tasks, (std::vector<TaskId>{1, 2, 3}));
}

/// All that is ready, in a list.
class Pair {
  public:
    Pair(Dice& dice, std::size_t nodes) : dice_(dice), nodes_(nodes), queues_(nodes) {}

    void add() {
        Entry entry;
        entry.ready = {.urgency = static_cast<double>(dice_.below(4)),
                       .priority = static_cast<int>(dice_.below(3)) - 1,
                       .corner = static_cast<std::uint32_t>(dice_.below(3)),
                       .number = number_++,
                       .task = static_cast<TaskId>(dice_.below(1'000'000))};
        entry.owner = dice_.below(nodes_);
        if (dice_.below(3) > 0) {
            entry.cpu_ratio = std::exp2(10 * dice_.unit() - 7);
        }
        queues_.add(entry.ready, entry.owner, entry.cpu_ratio);
        entries_.push_back(entry);
    }

    void remove() {
        const std::size_t position = dice_.below(entries_.size());
        const Entry& entry = entries_[position];
        queues_.remove(entry.ready, entry.owner, entry.cpu_ratio);
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position));
    }

    void clear() {
        std::vector<TaskId> all = queues_.clear();
        std::vector<TaskId> expected = tasks([](const Entry&) { return true; });
        std::sort(all.begin(), all.end());
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(all, expected);
        entries_.clear();
    }

    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    void check() const {
        ASSERT_EQ(queues_.size(), entries_.size());
        for (Node node = 0; node < nodes_; ++node) {
            ASSERT_EQ(tasks_of(queues_.of_owner(node)), tasks([&](const Entry& entry) { return entry.owner == node; }));
        }
        check_classes();
    }

  private:
    struct Entry {
        ReadyTask ready;
        Node owner = 0;
        std::optional<double> cpu_ratio;
    };

    /// Those that are wanted, in order.
    template <class Wanted> [[nodiscard]] std::vector<TaskId> tasks(Wanted wanted) const {
        std::vector<ReadyTask> sorted;
        for (const Entry& entry : entries_) {
            if (wanted(entry)) {
                sorted.push_back(entry.ready);
            }
        }
        std::stable_sort(sorted.begin(), sorted.end(), [](const ReadyTask& x, const ReadyTask& y) {
            if (x.urgency != y.urgency) {
                return x.urgency > y.urgency;
            }
            if (x.priority != y.priority) {
                return x.priority > y.priority;
            }
            return x.corner != y.corner ? x.corner < y.corner : x.number < y.number;
        });
        std::vector<TaskId> in_order;
        std::transform(sorted.begin(), sorted.end(), std::back_inserter(in_order),
                       [](const ReadyTask& ready) { return ready.task; });
        return in_order;
    }

    /// Each class has all tasks between its least and its greatest ratio, which differ little, and none is empty.
    void check_classes() const {
        std::map<std::uint64_t, double> ratio_of; // by number
        for (const Entry& entry : entries_) {
            if (entry.cpu_ratio) {
                ratio_of[entry.ready.number] = *entry.cpu_ratio;
            }
        }
        std::size_t seen = 0;
        double before = 0;
        for (const auto& [name, queue] : queues_.by_cpu_ratio()) {
            ASSERT_FALSE(queue.empty());
            ASSERT_TRUE(std::is_sorted(queue.begin(), queue.end()));
            std::vector<double> ratios;
            for (const ReadyTask& ready : queue) {
                ratios.push_back(ratio_of.at(ready.number));
            }
            const auto [least, greatest] = std::minmax_element(ratios.begin(), ratios.end());
            ASSERT_LT(before, *least);
            ASSERT_LT(*greatest / *least, 1.25);
            before = *greatest;
            seen += queue.size();
        }
        ASSERT_EQ(seen, ratio_of.size());
    }

    Dice& dice_;
    std::size_t nodes_;
    ReadyQueues queues_;
    std::vector<Entry> entries_;
    std::uint64_t number_ = 0;
};

TEST(ReadyQueues, RandomOperationsAgreeWithAPlainList) {
    constexpr std::uint64_t seed = 20260302;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    const std::size_t rounds = std::max<std::size_t>(operations(20'000) / 1000, 1);
    for (std::size_t round = 0; round < rounds && !HasFatalFailure(); ++round) {
        SCOPED_TRACE("round " + std::to_string(round) + " of seed " + std::to_string(seed));
        Pair pair(dice, 1 + dice.below(5));
        for (int operation = 0; operation < 1000 && !HasFatalFailure(); ++operation) {
            if (dice.below(200) == 0) {
                pair.clear();
            } else if (pair.size() < 40 && (pair.size() == 0 || dice.below(2) == 0)) {
                pair.add();
            } else {
                pair.remove();
            }
            pair.check();
        }
    }
}

} // namespace
} // namespace tangram::sched::graph
