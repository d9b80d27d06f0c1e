/// The strategies of seeds 000 and 002: hand-worked scenes, and what must hold for any order of
/// requests.

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/dice.hpp"
#include "sched/product_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace tangram::sched {
namespace {

using Tasks = std::vector<TaskNumber>;

/// The blocks of a task, numbered in any way.
std::vector<std::uint32_t> blocks_of(const AffinityProblem& problem, TaskNumber task) {
    const std::uint32_t i = task / problem.depth / problem.columns;
    const std::uint32_t j = task / problem.depth % problem.columns;
    const std::uint32_t k = task % problem.depth;
    if (problem.kernel == Kernel::outer) {
        return {i, problem.rows + j};
    }
    const ProductTiles tiles({problem.rows, problem.columns, problem.depth});
    return {tiles.a(i, k), tiles.b(k, j), tiles.c(i, j)};
}

/// Requests and what came of them.
class Requests {
  public:
    Requests(const std::string& name, const AffinityProblem& problem)
        : problem_(problem), strategy_(find_affinity_kind(name)->make(problem)), blocks_(problem.processors),
          sent_(problem.processors), tasks_(problem.processors) {}

    struct Answer {
        std::uint64_t sent = 0;
        Tasks tasks;
        std::size_t new_blocks = 0; ///< that its tasks need and no earlier ones of the processor did
    };

    Answer next(Node processor) {
        Answer answer;
        answer.sent = strategy_->next(processor, answer.tasks);
        for (const TaskNumber task : answer.tasks) {
            EXPECT_TRUE(given_.insert(task).second) << "task " << task << " twice";
            for (const std::uint32_t block : blocks_of(problem_, task)) {
                answer.new_blocks += blocks_[processor].insert(block).second ? 1 : 0;
            }
        }
        sent_[processor] += answer.sent;
        tasks_[processor] += answer.tasks.size();
        return answer;
    }

    [[nodiscard]] bool is_done() const { return given_.size() == problem_.tasks(); }
    [[nodiscard]] const std::set<TaskNumber>& given() const { return given_; }
    [[nodiscard]] const std::set<std::uint32_t>& blocks(Node processor) const { return blocks_[processor]; }
    [[nodiscard]] std::uint64_t sent(Node processor) const { return sent_[processor]; }
    [[nodiscard]] std::uint64_t tasks(Node processor) const { return tasks_[processor]; }
    [[nodiscard]] std::uint64_t left() const { return problem_.tasks() - given_.size(); }

    /// Fewest blocks that any task needs which nobody was given.
    [[nodiscard]] std::size_t least_cost(Node processor) const {
        std::size_t least = std::numeric_limits<std::size_t>::max();
        for (TaskNumber task = 0; task < problem_.tasks(); ++task) {
            if (!given_.contains(task)) {
                least = std::min(least, cost(processor, task));
            }
        }
        return least;
    }

  private:
    [[nodiscard]] std::size_t cost(Node processor, TaskNumber task) const {
        const std::vector<std::uint32_t> needed = blocks_of(problem_, task);
        return static_cast<std::size_t>(std::count_if(
            needed.begin(), needed.end(), [&](std::uint32_t block) { return !blocks_[processor].contains(block); }));
    }

    AffinityProblem problem_;
    std::unique_ptr<AffinityStrategy> strategy_;
    std::set<TaskNumber> given_;
    std::vector<std::set<std::uint32_t>> blocks_; ///< that the tasks of a processor need
    std::vector<std::uint64_t> sent_;
    std::vector<std::uint64_t> tasks_;
};

TEST(Affinity, SortedGoesRowByRow) {
    Requests run("sorted-outer", AffinityProblem::cube(Kernel::outer, 2, 2));
    const std::vector<std::pair<TaskNumber, std::uint64_t>> wanted{{0, 2}, {1, 2}, {2, 1}, {3, 1}};
    for (const auto& [task, sent] : wanted) {
        const Requests::Answer answer = run.next(task % 2);
        EXPECT_EQ(answer.tasks, Tasks{task});
        EXPECT_EQ(answer.sent, sent) << "b was there from the row before";
    }
    EXPECT_TRUE(run.next(0).tasks.empty());
}

TEST(Affinity, DynamicOuterGivesAllThatTheNewRowAndColumnAllow) {
    Requests run("dynamic-outer", AffinityProblem::cube(Kernel::outer, 5, 1));
    for (std::uint64_t known = 0; known < 5; ++known) {
        const Requests::Answer answer = run.next(0);
        EXPECT_EQ(answer.tasks.size(), 2 * known + 1);
        EXPECT_EQ(answer.sent, 2U);
    }
    EXPECT_TRUE(run.is_done());
}

TEST(Affinity, DynamicMatrixGrowsACube) {
    Requests run("dynamic-matrix", AffinityProblem::cube(Kernel::matrix, 4, 1));
    for (std::uint64_t known = 0; known < 4; ++known) {
        const Requests::Answer answer = run.next(0);
        EXPECT_EQ(answer.tasks.size(), (known + 1) * (known + 1) * (known + 1) - known * known * known);
        EXPECT_EQ(answer.sent, 3 * (2 * known + 1)) << "seed 000, section 4.1";
    }
    EXPECT_TRUE(run.is_done());
}

TEST(Affinity, TheSecondPhaseStartsWhenSoManyTasksAreLeft) {
    for (const char* name : {"dynamic-outer-2phases", "dynamic-matrix-2phases"}) {
        const Kernel kernel = find_affinity_kind(name)->kernel;
        AffinityProblem problem = AffinityProblem::cube(kernel, 10, 3);
        problem.beta = 2;
        const double second = std::exp(-2.0) * static_cast<double>(problem.tasks());
        Requests run(name, problem);
        bool gave_several = false;
        for (Node processor = 0; !run.is_done(); processor = (processor + 1) % 3) {
            const bool is_second = static_cast<double>(run.left()) <= second;
            const Requests::Answer answer = run.next(processor);
            gave_several |= answer.tasks.size() > 1;
            if (is_second) {
                EXPECT_EQ(answer.tasks.size(), 1U) << name;
            }
        }
        EXPECT_TRUE(gave_several) << name;
    }
}

TEST(Affinity, NamesAreFoundAsThePapersSpellThem) {
    EXPECT_EQ(find_affinity_kind("DynamicOuter2Phases")->name, "dynamic-outer-2phases");
    EXPECT_EQ(find_affinity_kind("DynBlocksMatrix")->name, "dyn-blocks-matrix");
    EXPECT_EQ(find_affinity_kind("dynamic"), nullptr);
}

/// Sides of up to so many blocks, not all alike.
AffinityProblem random_problem(Kernel kernel, std::uint32_t longest, Dice& dice) {
    const auto side = [&] { return static_cast<std::uint32_t>(1 + dice.below(longest)); };
    AffinityProblem problem{kernel, side(), side(), kernel == Kernel::outer ? 1 : side(), 1 + dice.below(8)};
    problem.beta = static_cast<double>(dice.below(5));
    problem.seed = dice.below(1000);
    return problem;
}

class EachAffinityKind : public testing::TestWithParam<AffinityKind> {
  protected:
    static constexpr std::uint64_t seed = 7;

    static bool gives_one_at_a_time() {
        const std::string& name = GetParam().name;
        return name.starts_with("random") || name.starts_with("sorted") || name.starts_with("dyn-blocks") ||
               name.starts_with("dyn-choice");
    }
};

TEST_P(EachAffinityKind, GivesEachTaskOnceAndSendsNoBlockTwice) {
    Dice dice(seed);
    for (int round = 0; round < 100; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const AffinityProblem problem =
            random_problem(GetParam().kernel, GetParam().kernel == Kernel::outer ? 20 : 7, dice);
        Requests run(GetParam().name, problem);
        while (!run.is_done()) {
            const Requests::Answer answer = run.next(dice.below(problem.processors));
            ASSERT_FALSE(answer.tasks.empty());
            if (gives_one_at_a_time()) {
                ASSERT_EQ(answer.tasks.size(), 1U);
                ASSERT_EQ(answer.sent, answer.new_blocks);
            }
        }
        const std::uint64_t blocks = problem.kernel == Kernel::outer
                                         ? problem.rows + problem.columns
                                         : ProductTiles({problem.rows, problem.columns, problem.depth}).count();
        for (Node processor = 0; processor < problem.processors; ++processor) {
            EXPECT_GE(run.sent(processor), run.blocks(processor).size()) << "what its tasks need";
            EXPECT_LE(run.sent(processor), blocks) << "each once";
            const Requests::Answer answer = run.next(processor);
            EXPECT_TRUE(answer.tasks.empty());
            EXPECT_EQ(answer.sent, 0U);
        }
    }
}

/// A square (cube) of so many tasks needs fewest blocks (Loomis and Whitney).
TEST_P(EachAffinityKind, SendsAtLeastWhatTheTasksOfAProcessorNeed) {
    Dice dice(seed + 1);
    for (int round = 0; round < 50; ++round) {
        const AffinityProblem problem =
            random_problem(GetParam().kernel, GetParam().kernel == Kernel::outer ? 20 : 7, dice);
        Requests run(GetParam().name, problem);
        while (!run.is_done()) {
            run.next(dice.below(problem.processors));
        }
        for (Node processor = 0; processor < problem.processors; ++processor) {
            const auto tasks = static_cast<double>(run.tasks(processor));
            const double bound = problem.kernel == Kernel::outer ? 2 * std::sqrt(tasks) : 3 * std::cbrt(tasks * tasks);
            EXPECT_GE(static_cast<double>(run.sent(processor)) + 1e-9, bound)
                << "seed " << seed + 1 << ", round " << round;
        }
    }
}

TEST_P(EachAffinityKind, DoesTheSameForTheSameSeed) {
    AffinityProblem problem = AffinityProblem::cube(GetParam().kernel, 6, 3);
    problem.beta = 2;
    Requests first(GetParam().name, problem);
    Requests second(GetParam().name, problem);
    for (Node processor = 0; !first.is_done(); processor = (processor + 1) % 3) {
        ASSERT_EQ(first.next(processor).tasks, second.next(processor).tasks);
    }
}

INSTANTIATE_TEST_SUITE_P(All, EachAffinityKind, testing::ValuesIn(affinity_kinds()), [](const auto& kind) {
    std::string name = kind.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(DynBlocks, TakesATaskThatNeedsFewestBlocks) {
    constexpr std::uint64_t seed = 3;
    Dice dice(seed);
    for (const char* name : {"dyn-blocks-outer", "dyn-blocks-matrix", "dyn-choice-outer"}) {
        for (int round = 0; round < 30; ++round) {
            const AffinityProblem problem = random_problem(find_affinity_kind(name)->kernel, 6, dice);
            Requests run(name, problem);
            while (!run.is_done()) {
                const Node processor = dice.below(problem.processors);
                const std::size_t least = run.least_cost(processor);
                ASSERT_EQ(run.next(processor).sent, least) << name << ", seed " << seed << ", round " << round;
            }
        }
    }
}

TEST(DynOuter, NeverSendsARowAndAColumnInVain) {
    constexpr std::uint64_t seed = 4;
    Dice dice(seed);
    for (const char* name : {"dyn-unprocessed-outer", "dyn-useful-outer"}) {
        for (int round = 0; round < 100; ++round) {
            const AffinityProblem problem = random_problem(Kernel::outer, 90, dice);
            Requests run(name, problem);
            while (!run.is_done()) {
                const Requests::Answer answer = run.next(dice.below(problem.processors));
                ASSERT_LE(answer.sent, 2U) << name << ", seed " << seed << ", round " << round;
                ASSERT_GE(answer.sent, 1U);
                ASSERT_FALSE(answer.tasks.empty());
            }
        }
    }
}

} // namespace
} // namespace tangram::sched
