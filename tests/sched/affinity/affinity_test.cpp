/// The strategies of Beaumont and Marchal (2013 and 2014): hand-worked scenes, and what must hold for any
/// order of requests.

#include "base/dice.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/base/product_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
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
    [[nodiscard]] std::uint64_t remaining() const { return problem_.tasks() - given_.size(); }

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
        EXPECT_EQ(answer.sent, 3 * (2 * known + 1)) << "Beaumont and Marchal 2014, section 4.1";
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
            const bool is_second = static_cast<double>(run.remaining()) <= second;
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
               name.starts_with("dyn-any") || name.starts_with("dyn-choice");
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
    for (const char* name : {"dyn-blocks-outer", "dyn-blocks-matrix", "dyn-any-outer", "dyn-choice-outer"}) {
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

/// The blocks sent if processors ask at random.
std::uint64_t sent_by(const std::string& name, const AffinityProblem& problem, Dice& dice) {
    Requests run(name, problem);
    std::uint64_t sent = 0;
    while (!run.is_done()) {
        sent += run.next(dice.below(problem.processors)).sent;
    }
    return sent;
}

TEST(DynBlocks, SendsLessWithAChoice) {
    constexpr std::uint64_t seed = 5;
    Dice dice(seed);
    const AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 60, 20);
    const auto any = static_cast<double>(sent_by("dyn-any-outer", problem, dice));
    const auto better_of_two = static_cast<double>(sent_by("dyn-blocks-outer", problem, dice));
    const auto best_of_many = static_cast<double>(sent_by("dyn-choice-outer", problem, dice));
    EXPECT_LT(better_of_two, 0.95 * any) << "seed " << seed;
    EXPECT_LT(best_of_many, 0.9 * better_of_two) << "seed " << seed;
    EXPECT_LT(best_of_many, 0.85 * any) << "seed " << seed;
}

/// times: how often each of some cases came that are equally likely. (Pearson's chi squared, which has the
/// mean n and the variance 2 n for n + 1 cases.)
void expect_uniform(const std::vector<std::uint64_t>& times, const std::string& scene) {
    const auto cases = static_cast<double>(times.size());
    const double mean = static_cast<double>(std::accumulate(times.begin(), times.end(), std::uint64_t{0})) / cases;
    const double chi_squared = std::accumulate(times.begin(), times.end(), 0.0, [&](double sum, std::uint64_t count) {
        return sum + std::pow(static_cast<double>(count) - mean, 2) / mean;
    });
    EXPECT_LT(chi_squared, cases - 1 + 8 * std::sqrt(2 * (cases - 1)))
        << scene << ": " << testing::PrintToString(times);
}

/// The place of the one task of an answer among those that were open, 0 to parts - 1.
std::size_t part_of(const Requests& run, const Requests::Answer& answer, const AffinityProblem& problem,
                    std::size_t parts) {
    const auto given_before =
        static_cast<std::uint64_t>(std::distance(run.given().begin(), run.given().find(answer.tasks.front())));
    const std::uint64_t place = answer.tasks.front() - given_before;
    return place * parts / (problem.tasks() - run.given().size() + 1);
}

TEST(DynBlocks, AProcessorWithoutBlocksGetsAnyTask) {
    constexpr std::uint64_t seeds = 2000;
    AffinityProblem problem = AffinityProblem::cube(Kernel::outer, 12, 3);
    for (const std::uint64_t left : {100U, 8U}) {               // 9 and less are drawn from a list
        std::vector<std::uint64_t> first(left < 9 ? left : 10); // parts of equal size
        std::vector<std::uint64_t> second(first.size() - 1);
        for (problem.seed = 1; problem.seed <= seeds; ++problem.seed) {
            Requests run("dyn-blocks-outer", problem);
            while (run.remaining() > left) {
                run.next(0);
            }
            ++first.at(part_of(run, run.next(1), problem, first.size()));
            ++second.at(part_of(run, run.next(2), problem, second.size()));
        }
        const std::string scene = std::to_string(left) + " left, seeds 1 to " + std::to_string(seeds);
        expect_uniform(first, scene + ", the first such processor");
        expect_uniform(second, scene + ", the second");
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

AffinityProblem outer_problem(std::uint32_t rows, std::uint32_t columns, std::size_t processors, std::uint64_t seed) {
    AffinityProblem problem{Kernel::outer, rows, columns, 1, processors};
    problem.seed = seed;
    return problem;
}

/// Also where trials fail, long after what is left for a processor was counted.
TEST(DynUnprocessed, DrawsAPairWhoseTaskIsLeftAsLongAsThereIsOne) {
    constexpr std::uint64_t seed = 5;
    Dice dice(seed);
    int pairs_drawn = 0;
    int without = 0;
    for (int round = 0; round < 150; ++round) {
        const AffinityProblem problem = random_problem(Kernel::outer, 40, dice);
        Requests run("dyn-unprocessed-outer", problem);
        while (!run.is_done()) {
            const Node processor = dice.below(problem.processors);
            const std::set<std::uint32_t> known = run.blocks(processor);
            const auto is_beyond = [&](TaskNumber task) {
                const std::vector<std::uint32_t> blocks = blocks_of(problem, task);
                return !known.contains(blocks[0]) && !known.contains(blocks[1]);
            };
            bool suits = false;
            for (TaskNumber task = 0; task < problem.tasks(); ++task) {
                suits = suits || (!run.given().contains(task) && is_beyond(task));
            }
            const Tasks tasks = run.next(processor).tasks;
            const auto own = std::count_if(tasks.begin(), tasks.end(), is_beyond);
            ASSERT_EQ(own, suits ? 1 : 0) << "processor " << processor << ", seed " << seed << ", round " << round;
            ++(suits ? pairs_drawn : without);
        }
    }
    EXPECT_GT(pairs_drawn, 1000);
    EXPECT_GT(without, 1000);
}

/// Of a square problem.
struct Place {
    std::uint32_t row;
    std::uint32_t column;
};

Place place_of(TaskNumber task, std::uint32_t blocks) {
    return {task / blocks, task % blocks};
}

/// Of the pair that a processor with T(i,j) alone drew: where T(row,column) was open, it is the only
/// one of the answer that is neither in row i nor in column j.
Place drawn_pair(const Requests::Answer& answer, const Place& known, std::uint32_t blocks) {
    for (const TaskNumber task : answer.tasks) {
        const Place place = place_of(task, blocks);
        if (place.row != known.row && place.column != known.column) {
            return place;
        }
    }
    ADD_FAILURE() << "no new row, or no new column";
    return known;
}

TEST(DynUseful, DrawsPairsOfWhichTheRowOrTheColumnBringsATask) {
    constexpr std::uint64_t seeds = 10'000;
    std::vector<std::uint64_t> times(4);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Requests run("dyn-useful-outer", outer_problem(3, 3, 3, seed));
        const Place known = place_of(run.next(0).tasks.front(), 3);
        const Place in_row = place_of(run.next(1).tasks.front(), 3);
        const Place in_column = place_of(run.next(2).tasks.front(), 3);
        if (in_row.row == known.row && in_column.column == known.column) {
            const Place pair = drawn_pair(run.next(0), known, 3);
            ++times[(pair.row == in_column.row ? 2U : 0U) + (pair.column == in_row.column ? 1U : 0U)];
        }
    }
    EXPECT_EQ(times.back(), 0U) << "both tasks are gone that they would bring beside their own";
    times.pop_back();
    expect_uniform(times, "seeds 1 to " + std::to_string(seeds));
}

/// The row and the column of which more than a task is left.
Place left_of(const Requests& run, std::uint32_t blocks) {
    std::vector<std::uint32_t> rows(blocks);
    std::vector<std::uint32_t> columns(blocks);
    for (TaskNumber task = 0; task < blocks * blocks; ++task) {
        rows[place_of(task, blocks).row] += run.given().contains(task) ? 0 : 1;
        columns[place_of(task, blocks).column] += run.given().contains(task) ? 0 : 1;
    }
    const auto fullest = [](const std::vector<std::uint32_t>& left) {
        return static_cast<std::uint32_t>(std::max_element(left.begin(), left.end()) - left.begin());
    };
    return {fullest(rows), fullest(columns)};
}

/// Where one row and one column are left, 2 n - 3 of the (n - 1)^2 pairs suit: trials often fail.
TEST(DynUseful, DrawsPairsAlikeWhereFewSuit) {
    constexpr std::uint64_t seeds = 600;
    constexpr std::uint32_t n = 60;
    constexpr std::uint32_t pairs = 2 * (n - 1) - 1;
    std::vector<std::uint64_t> times(9); // of 13 pairs each
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Requests run("dyn-useful-outer", outer_problem(n, n, 2, seed));
        const Place known = place_of(run.next(0).tasks.front(), n);
        for (std::uint32_t grown = 1; grown < n; ++grown) {
            run.next(1);
        }
        const auto [row, column] = left_of(run, n);
        if (row != known.row && column != known.column) {
            const Place pair = drawn_pair(run.next(0), known, n);
            const std::uint32_t number =
                pair.row == row ? pair.column - (pair.column > known.column ? 1 : 0)
                                : n - 1 + pair.row - (pair.row > known.row ? 1 : 0) - (pair.row > row ? 1 : 0);
            EXPECT_TRUE(pair.row == row || pair.column == column) << "seed " << seed;
            ++times.at(number * times.size() / pairs);
        }
    }
    expect_uniform(times, "seeds 1 to " + std::to_string(seeds));
}

TEST(DynUseful, DrawsAColumnThatBringsATaskWhereAllRowsAreKnown) {
    constexpr std::uint64_t seeds = 500;
    std::vector<std::uint64_t> times(2);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Requests run("dyn-useful-outer", outer_problem(1, 4, 2, seed));
        run.next(0);
        run.next(1);
        const std::set<TaskNumber> before = run.given();
        const Requests::Answer answer = run.next(0);
        ASSERT_EQ(answer.tasks.size(), 1U) << "seed " << seed;
        EXPECT_EQ(answer.sent, 1U);
        const TaskNumber least = before.contains(0) ? before.contains(1) ? 2 : 1 : 0;
        ++times[answer.tasks.front() == least ? 0 : 1];
    }
    expect_uniform(times, "seeds 1 to " + std::to_string(seeds));
}

} // namespace
} // namespace tangram::sched
