#include "model/steady_state/task_tree.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "model/steady_state/problem.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace tangram::model::steady_state {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// begin -> C -> {A, B}, A -> D; the leaves' order differs from the tree's.
TaskTree tree() {
    return {{{"A", 1}, {"B", 2}, {"C", 3}, {"D", 4}},
            {{3, outside, 5}, {2, 0, 1}, {outside, 2, 6}, {2, 1, 2}, {0, 3, 3}, {1, outside, 0}}};
}

struct Fault {
    std::function<void(TaskTree&)> make;
    std::string message; ///< a part of it
};

/// Each task below one that was drawn before, in an order that is drawn, too.
TaskTree random_tree(std::size_t size, Dice& dice) {
    std::vector<std::size_t> order(size);
    TaskTree tree;
    for (std::size_t k = 0; k < size; ++k) {
        tree.tasks.push_back({"T" + std::to_string(k), 1});
        const std::size_t place = dice.below(k + 1);
        order[k] = order[place];
        order[place] = k;
    }
    std::vector<bool> is_leaf(size, true);
    tree.files.push_back({outside, order[0], 1});
    for (std::size_t k = 1; k < size; ++k) {
        const std::size_t parent = order[dice.below(k)];
        is_leaf[parent] = false;
        tree.files.push_back({parent, order[k], 1});
    }
    for (std::size_t k = 0; k < size; ++k) {
        if (is_leaf[k]) {
            tree.files.push_back({k, outside, 1});
        }
    }
    for (std::size_t e = 1; e < tree.files.size(); ++e) {
        std::swap(tree.files[e], tree.files[dice.below(e + 1)]);
    }
    return tree;
}

/// And two tasks that read from each other.
TaskTree with_cycle(TaskTree tree) {
    tree.tasks.push_back({"X", 1});
    tree.tasks.push_back({"Y", 1});
    const std::size_t x = tree.tasks.size() - 2;
    tree.files.push_back({x, x + 1, 1});
    tree.files.push_back({x + 1, x, 1});
    return tree;
}

} // namespace

TEST(TaskTree, EveryFaultIsNamed) {
    EXPECT_NO_THROW(require_valid(tree()));
    const std::vector<Fault> faults = {
        {[](TaskTree& t) { t = {}; }, "the tree has no task"},
        {[](TaskTree& t) { t.tasks[3].name = "B"; }, "tasks[1] and tasks[3] are both called 'B'"},
        {[](TaskTree& t) { t.tasks[3].name = ""; }, "tasks[3] has an empty name"},
        {[](TaskTree& t) { t.tasks[3].name = "end"; }, "tasks[3] 'end': no task may be called 'begin' or 'end'"},
        {[](TaskTree& t) { t.tasks[0].name = "begin"; }, "no task may be called"},
        {[](TaskTree& t) { t.tasks[1].weight = 0; }, "tasks[1] 'B': weight must be positive, not 0"},
        {[](TaskTree& t) { t.tasks[1].weight = Rational(-1, 3); }, "weight must be positive, not -1/3"},
        {[](TaskTree& t) { t.files[3].data = -1; }, "files[3] C->B: data must not be negative, as -1 is"},
        {[](TaskTree& t) { t.files[3].to = 4; }, "files[3]: task number 4 of 4"},
        {[](TaskTree& t) { t.files[3].from = 4; }, "files[3]: task number 4 of 4"},
        {[](TaskTree& t) {
             t.files.push_back({outside, outside, 1});
         },
         "files[6] leads from 'begin' to 'end'"},
        {[](TaskTree& t) { t.files.erase(t.files.begin() + 3); }, "tasks[1] 'B' reads 0 files"},
        {[](TaskTree& t) {
             t.files.push_back({0, 1, 1});
         },
         "tasks[1] 'B' reads 2 files"},
        {[](TaskTree& t) {
             t.files.push_back({outside, 1, 1});
         },
         "tasks[1] 'B' reads 2 files"},
        {[](TaskTree& t) { t.files[3].from = outside; }, "2 files from 'begin'"},
        {[](TaskTree& t) { t.files[2].from = 0; }, "0 files from 'begin'"},
        {[](TaskTree& t) { t.files.pop_back(); }, "tasks[1] 'B' makes no file"},
        {[](TaskTree& t) {
             t.files.push_back({1, outside, 0});
         },
         "tasks[1] 'B' makes 2 files, 2 of them to 'end'"},
        {[](TaskTree& t) {
             t.files.push_back({0, outside, 0});
         },
         "tasks[0] 'A' makes 2 files, 1 of them to 'end'"},
        {[](TaskTree& t) { t = with_cycle(t); }, "tasks[4] 'X' reads a file that does not come from the root"},
    };
    for (const Fault& fault : faults) {
        TaskTree broken = tree();
        fault.make(broken);
        EXPECT_THAT(test::message_of<InvalidInput>([&] { require_valid(broken); }), HasSubstr(fault.message));
    }
}

TEST(TaskTree, FilesHaveNamesMakersAndReaders) {
    const TaskTree t = tree();
    EXPECT_EQ(name_of(t, t.files[0]), "D->end");
    EXPECT_EQ(name_of(t, t.files[1]), "C->A");
    EXPECT_EQ(name_of(t, t.files[2]), "begin->C");
    EXPECT_EQ(input_of(t, 2), 2U);
    EXPECT_EQ(input_of(t, 3), 4U);
    EXPECT_THAT(outputs_of(t, 2), ElementsAre(1U, 3U));
    EXPECT_THAT(outputs_of(t, 3), ElementsAre(0U));
}

TEST(TaskTree, TasksStandBehindThoseThatFeedThem) {
    EXPECT_THAT(topological_order(tree()), ElementsAre(2U, 0U, 1U, 3U));
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        const TaskTree drawn = random_tree(1 + dice.below(20), dice);
        ASSERT_NO_THROW(require_valid(drawn));
        EXPECT_THROW(require_valid(with_cycle(drawn)), InvalidInput);
        const std::vector<std::size_t> order = topological_order(drawn);
        ASSERT_EQ(order.size(), drawn.tasks.size());
        for (const File& file : drawn.files) {
            if (!file.is_input() && !file.is_output()) {
                EXPECT_LT(std::find(order.begin(), order.end(), file.from),
                          std::find(order.begin(), order.end(), file.to));
            }
        }
    }
}

TEST(TaskTree, LargeTreesAreNoProblem) {
    Dice dice(1);
    const TaskTree drawn = random_tree(100'000, dice);
    EXPECT_NO_THROW(require_valid(drawn));
    EXPECT_EQ(topological_order(drawn).size(), 100'000U);
}

} // namespace tangram::model::steady_state
