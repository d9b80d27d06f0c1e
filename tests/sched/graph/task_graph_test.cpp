/// Bottom levels: hand-worked ones, and those of random programs against a scan of all pairs of tasks.

#include "sched/graph/task_graph.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/operations.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

TaskId submit(TaskGraph& graph, const std::vector<Use>& uses, double seconds) {
    return graph.submit(uses, seconds);
}

/// The graph makes ranks when it is worth it, which it is at last if it is asked often enough after a submission.
void make_ranks(TaskGraph& graph) {
    std::size_t asked = 0;
    while (!graph.refresh_bottom_levels()) {
        ASSERT_LE(++asked, graph.unfinished());
    }
}

/// One writes, two read, one writes again: the last waits for both, and so for the longer.
TEST(TaskGraph, BottomLevelIsTheLongestChain) {
    TaskGraph graph;
    const TaskId first = submit(graph, {writes(0)}, 1);
    const TaskId brief = submit(graph, {reads(0), writes(1)}, 2);
    const TaskId lengthy = submit(graph, {reads(0), writes(2)}, 5);
    const TaskId last = submit(graph, {updates(0)}, 3);
    const TaskId apart = submit(graph, {updates(3)}, 4);
    const TaskId without_data = submit(graph, {}, 6);
    make_ranks(graph);
    EXPECT_EQ(graph.bottom_level(last), 3);
    EXPECT_EQ(graph.bottom_level(lengthy), 5 + 3);
    EXPECT_EQ(graph.bottom_level(brief), 2 + 3);
    EXPECT_EQ(graph.bottom_level(first), 1 + 5 + 3);
    EXPECT_EQ(graph.bottom_level(apart), 4);
    EXPECT_EQ(graph.bottom_level(without_data), 6);
}

TEST(TaskGraph, ReadersDoNotWaitForEachOther) {
    TaskGraph graph;
    const TaskId one = submit(graph, {reads(0)}, 1);
    const TaskId other = submit(graph, {reads(0)}, 2);
    make_ranks(graph);
    EXPECT_EQ(graph.bottom_level(one), 1);
    EXPECT_EQ(graph.bottom_level(other), 2);
}

/// A write waits for the write before it even if nobody reads in between.
TEST(TaskGraph, WritersWaitForEachOther) {
    TaskGraph graph;
    const TaskId one = submit(graph, {writes(0)}, 1);
    const TaskId other = submit(graph, {writes(0)}, 2);
    make_ranks(graph);
    EXPECT_EQ(graph.bottom_level(one), 1 + 2);
    EXPECT_EQ(graph.bottom_level(other), 2);
}

/// It must not wait for itself, and others must still wait for it.
TEST(TaskGraph, TaskMayUseADatumTwice) {
    TaskGraph graph;
    const TaskId before = submit(graph, {writes(0)}, 1);
    const TaskId twice = submit(graph, {reads(0), writes(0)}, 2);
    const TaskId thrice = submit(graph, {writes(0), reads(0), writes(0)}, 3);
    const TaskId after = submit(graph, {reads(0)}, 4);
    make_ranks(graph);
    EXPECT_EQ(graph.bottom_level(after), 4);
    EXPECT_EQ(graph.bottom_level(thrice), 3 + 4);
    EXPECT_EQ(graph.bottom_level(twice), 2 + 3 + 4);
    EXPECT_EQ(graph.bottom_level(before), 1 + 2 + 3 + 4);
}

/// A long program must not need more and more memory.
TEST(TaskGraph, NumbersAreGivenAgain) {
    TaskGraph graph;
    for (int step = 0; step < 1000; ++step) {
        const TaskId one = submit(graph, {updates(0)}, 1);
        const TaskId other = submit(graph, {updates(0)}, 1);
        EXPECT_NE(one, other);
        EXPECT_LT(std::max(one, other), 2);
        EXPECT_EQ(graph.unfinished(), 2);
        graph.finish(one);
        graph.finish(other);
    }
    EXPECT_EQ(graph.unfinished(), 0);
}

/// The number of a task that has ended belongs to another one, which nobody waits for because of the first.
TEST(TaskGraph, NewTaskDoesNotInheritWhatHungOnTheOldOne) {
    TaskGraph graph;
    const TaskId old = submit(graph, {updates(0)}, 1);
    const TaskId waiting = submit(graph, {updates(0)}, 10);
    graph.finish(old);
    const TaskId young = submit(graph, {updates(1)}, 2);
    ASSERT_EQ(young, old);
    const TaskId late = submit(graph, {reads(0)}, 100);
    make_ranks(graph);
    EXPECT_EQ(graph.bottom_level(young), 2);
    EXPECT_EQ(graph.bottom_level(waiting), 110);
    EXPECT_EQ(graph.bottom_level(late), 100);
}

/// Ranks take a walk over all tasks, so few submissions must not cause one each.
TEST(TaskGraph, RanksAreMadeAnewOnlyIfThatIsWorthIt) {
    TaskGraph graph;
    EXPECT_FALSE(graph.refresh_bottom_levels()) << "there is nothing to rank";
    for (int task = 0; task < 800; ++task) {
        submit(graph, {updates(0)}, 1);
    }
    EXPECT_TRUE(graph.refresh_bottom_levels());
    EXPECT_FALSE(graph.refresh_bottom_levels()) << "nothing is new";
    submit(graph, {updates(0)}, 1);
    int asked = 1;
    for (; !graph.refresh_bottom_levels(); ++asked) {
        ASSERT_LT(asked, 801);
    }
    EXPECT_GT(asked, 800 / 8 / 2);
}

/// All unfinished tasks, oldest first, and what follows from their uses.
class Oracle {
  public:
    struct Entry {
        TaskId id = 0;
        std::vector<Use> uses;
        double seconds = 0;
    };

    void submit(Entry entry) { entries_.push_back(std::move(entry)); }
    void finish(std::size_t position) { entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(position)); }

    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

    /// Whether all that it waits for have ended.
    [[nodiscard]] bool may_finish(std::size_t position) const {
        return std::none_of(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(position),
                            [&](const Entry& earlier) { return conflict(earlier.uses, entries_[position].uses); });
    }

    [[nodiscard]] std::vector<double> bottom_levels() const {
        std::vector<double> levels(entries_.size());
        for (std::size_t task = entries_.size(); task-- > 0;) {
            double longest = 0;
            for (std::size_t later = task + 1; later < entries_.size(); ++later) {
                if (conflict(entries_[task].uses, entries_[later].uses)) {
                    longest = std::max(longest, levels[later]);
                }
            }
            levels[task] = entries_[task].seconds + longest;
        }
        return levels;
    }

  private:
    std::vector<Entry> entries_;
};

/// A program of random tasks, of which random ones end.
class RandomProgram {
  public:
    explicit RandomProgram(Dice& dice)
        : dice_(dice), data_(1 + dice.below(30)), most_uses_(1 + dice.below(4)), window_(1 + dice.below(60)),
          reads_of_four_(dice.below(4)), eagerness_(1 + dice.below(8)) {}

    /// The number of operations.
    std::size_t operator()(std::size_t tasks) {
        std::size_t operations = 0;
        std::size_t submitted = 0;
        bool is_new = false; // something was submitted since ranks were made
        for (; submitted < tasks || !oracle_.entries().empty(); ++operations) {
            if (submitted < tasks && (oracle_.entries().empty() || may_submit())) {
                submit();
                ++submitted;
                is_new = true;
            } else {
                finish();
            }
            EXPECT_EQ(graph_.unfinished(), oracle_.entries().size());
            if (dice_.below(8) == 0) {
                if (std::exchange(is_new, false)) {
                    make_ranks(graph_);
                }
                compare();
            }
            if (testing::Test::HasFailure()) {
                break;
            }
        }
        return operations;
    }

  private:
    bool may_submit() { return oracle_.entries().size() < window_ && dice_.below(eagerness_ + 1) > 0; }

    Use random_use() {
        const auto data = static_cast<DataId>(dice_.below(data_));
        if (dice_.below(4) < reads_of_four_) {
            return reads(data);
        }
        return dice_.below(2) == 0 ? writes(data) : updates(data);
    }

    void submit() {
        Oracle::Entry entry;
        for (std::size_t use = dice_.below(most_uses_ + 1); use > 0; --use) {
            entry.uses.push_back(random_use());
        }
        entry.seconds = static_cast<double>(1 + dice_.below(100)); // whole, so that sums are exact
        entry.id = graph_.submit(entry.uses, entry.seconds);
        EXPECT_LT(entry.id, window_);
        EXPECT_EQ(graph_.seconds(entry.id), entry.seconds);
        for (const Oracle::Entry& other : oracle_.entries()) {
            EXPECT_NE(other.id, entry.id) << "of two tasks";
        }
        oracle_.submit(std::move(entry));
    }

    void finish() {
        std::size_t position = dice_.below(oracle_.entries().size());
        while (!oracle_.may_finish(position)) { // the oldest may
            position = dice_.below(position);
        }
        graph_.finish(oracle_.entries()[position].id);
        oracle_.finish(position);
    }

    void compare() const {
        const std::vector<double> levels = oracle_.bottom_levels();
        for (std::size_t position = 0; position < levels.size(); ++position) {
            ASSERT_EQ(graph_.bottom_level(oracle_.entries()[position].id), levels[position])
                << "task " << position << " of " << levels.size();
        }
    }

    Dice& dice_;
    std::size_t data_, most_uses_, window_, reads_of_four_;
    std::size_t eagerness_; ///< tasks submitted for each that ends, as long as the window allows
    TaskGraph graph_;
    Oracle oracle_;
};

TEST(TaskGraph, RandomProgramsHaveTheBottomLevelsOfAFullScan) {
    constexpr std::uint64_t seed = 20260301;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    const std::size_t wanted = operations(100'000);
    std::size_t done = 0;
    for (int program = 0; done < wanted && !HasFailure(); ++program) {
        SCOPED_TRACE("program " + std::to_string(program) + " of seed " + std::to_string(seed));
        done += RandomProgram(dice)(400);
    }
}

/// Ever more readers of one datum are forgotten as they end, but never one that has not.
TEST(TaskGraph, ReadersThatHaveNotEndedAreNeverForgotten) {
    TaskGraph graph;
    const TaskId early = submit(graph, {reads(0)}, 7);
    for (int reader = 0; reader < 1000; ++reader) {
        graph.finish(submit(graph, {reads(0)}, 1));
    }
    submit(graph, {writes(0)}, 5);
    make_ranks(graph);
    EXPECT_EQ(graph.bottom_level(early), 7 + 5);
}

} // namespace
} // namespace tangram::sched::graph
