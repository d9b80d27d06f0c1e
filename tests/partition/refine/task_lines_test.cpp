#include "partition/refine/task_lines.hpp"

#include "partition/base/costs.hpp"
#include "tests/partition/random_allocations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

namespace tangram::partition {

TEST(TaskLines, CostsWhatTheAllocationCosts) {
    std::mt19937_64 random(1);
    for (const Grid& grid : {Grid{1, 1}, Grid{5, 3}, Grid{1, 6, 4}, Grid{4, 3, 5}}) {
        SCOPED_TRACE(fmt::format("{} x {} x {}", grid.rows, grid.columns, grid.layers));
        const Problem problem{{1, 2, 3, 4}, 1, 1, 1, {1, 0, 0.5, 3}, 2};
        Allocation allocation = testing::random_allocation(grid, 4, random);
        TaskLines lines(allocation, problem);
        EXPECT_NEAR(lines.cost(), tile_cost(allocation, problem), 1e-9);
        for (std::size_t moves = 0; moves < 100; ++moves) {
            const std::size_t task = random() % grid.tiles();
            allocation.owners[task] = random() % 4;
            lines.move(task, allocation.owners[task]);
            if (moves % 3 == 0) {
                lines.prune(random() % lines.lines());
            }
            ASSERT_NEAR(lines.cost(), tile_cost(allocation, problem), 1e-9);
        }
        EXPECT_EQ(lines.owners(), allocation.owners);
        EXPECT_THAT(lines.counts(), ::testing::ElementsAreArray(allocation.tile_counts()));
    }
}

TEST(TaskLines, HoldTheTasksThatLieOnThem) {
    std::mt19937_64 random(2);
    for (const Grid& grid : {Grid{2, 3}, Grid{4, 3, 2}}) {
        const TaskLines lines(testing::random_allocation(grid, 2, random), {{1, 1}});
        std::set<std::pair<std::size_t, std::size_t>> on_lines;
        for (std::size_t number = 0; number < lines.lines(); ++number) {
            const TaskLines::Line line = lines.line(number);
            for (std::size_t position = 0; position < line.length; ++position) {
                on_lines.emplace(line.first + position * line.stride, number);
            }
        }
        std::set<std::pair<std::size_t, std::size_t>> through_tasks;
        std::array<std::size_t, 3> buffer{};
        for (std::size_t task = 0; task < grid.tiles(); ++task) {
            for (std::size_t number : lines.lines_through(task, buffer)) {
                through_tasks.emplace(task, number);
            }
        }
        EXPECT_EQ(on_lines, through_tasks);
        EXPECT_EQ(on_lines.size(), grid.tiles() * (grid.layers > 1 ? 3 : 2));
    }
}

TEST(TaskLines, MembersStayUntilPrunedOrForFree) {
    const Allocation allocation{"by hand", 1, 2, 3, {0, 1}};
    TaskLines lines(allocation, {{1, 1, 1}, 1, 1, 1, {1, 1, 0}});
    lines.admit_free();
    ASSERT_EQ(lines.line(0).length, 2u); // the row
    lines.move(0, 1);
    ASSERT_NE(lines.member(0, 0), nullptr);
    EXPECT_EQ(lines.member(0, 0)->tasks, 0u);
    EXPECT_EQ(lines.member(0, 1)->tasks, 2u);
    lines.prune(0);
    EXPECT_EQ(lines.member(0, 0), nullptr);
    EXPECT_NE(lines.member(0, 2), nullptr);
}

} // namespace tangram::partition
