#include "base/error.hpp"
#include "model/static_reference.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tangram::model {
namespace {

const sched::AllocationKind& kind_of(const std::string& name) {
    const auto& kinds = sched::allocation_kinds();
    return *std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.name == name; });
}

RunResult reference(const std::string& name, const sched::AffinityProblem& problem, std::vector<double> speeds) {
    return static_reference(kind_of(name), problem, {.tasks_per_second = std::move(speeds), .change = 0}, 1);
}

TEST(StaticReference, FourQuartersOfASquareAreTheBound) {
    // 2 x 2 tasks each: 2 blocks of a and 2 of b; the bound is 2 * 4 * 4 * sqrt(1/4) = 16.
    const RunResult result = reference("nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::outer, 4, 4),
                                       std::vector<double>(4, 2.0));
    EXPECT_EQ(result.blocks_sent, 16U);
    EXPECT_NEAR(result.communication, 1, 1e-12);
    EXPECT_EQ(result.tasks, std::vector<std::uint64_t>(4, 4));
    EXPECT_NEAR(result.makespan, 2, 1e-12); // 4 tasks, 2 a second
}

TEST(StaticReference, TheWholeCubeIsThreeFaces) {
    const RunResult result =
        reference("3d-nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::matrix, 3, 1), {1});
    EXPECT_EQ(result.blocks_sent, 27U);
    EXPECT_NEAR(result.communication, 1, 1e-12);
}

TEST(StaticReference, OneTaskOfTheMatrixProductNeedsAllItsBlocks) {
    EXPECT_EQ(reference("3d-nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::matrix, 1, 1), {1}).blocks_sent,
              3U);
    EXPECT_EQ(reference("nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::outer, 1, 1), {1}).blocks_sent, 2U);
}

/// What a processor is given: its tasks, and the blocks that they touch, each once.
struct Share {
    std::size_t tasks = 0;
    std::set<std::pair<std::size_t, std::size_t>> a, b, c; ///< (i,k), (k,j), (i,j)
};

/// Counted task by task.
std::vector<Share> shares(const partition::Allocation& allocation, const sched::AffinityProblem& problem) {
    std::vector<Share> all(problem.processors);
    for (std::size_t i = 0; i < problem.rows; ++i) {
        for (std::size_t j = 0; j < problem.columns; ++j) {
            for (std::size_t k = 0; k < problem.depth; ++k) {
                Share& share = all[allocation.owners[(i * problem.columns + j) * problem.depth + k]];
                ++share.tasks;
                share.a.emplace(i, k);
                share.b.emplace(k, j);
                share.c.emplace(i, j);
            }
        }
    }
    return all;
}

void expect_shares(const sched::AllocationKind& kind, const sched::AffinityProblem& problem,
                   const std::vector<double>& speeds) {
    SCOPED_TRACE(fmt::format("{}, {} x {} x {}", kind.name, problem.rows, problem.columns, problem.depth));
    const RunResult result = reference(kind.name, problem, speeds);
    const partition::Allocation allocation = kind.allocate({.speeds = speeds,
                                                            .height = static_cast<double>(problem.rows),
                                                            .width = static_cast<double>(problem.columns),
                                                            .depth = static_cast<double>(problem.depth)},
                                                           problem.rows, problem.columns, problem.depth);
    std::size_t blocks = 0;
    double slowest = 0;
    std::vector<std::uint64_t> tasks;
    for (const Share& share : shares(allocation, problem)) {
        blocks += share.a.size() + share.b.size() + (problem.kernel == sched::Kernel::matrix ? share.c.size() : 0);
        slowest = std::max(slowest, static_cast<double>(share.tasks) / speeds[tasks.size()]);
        tasks.push_back(share.tasks);
    }
    EXPECT_EQ(result.blocks_sent, blocks);
    EXPECT_EQ(result.tasks, tasks);
    EXPECT_NEAR(result.makespan, slowest, 1e-9);
}

TEST(StaticReference, EveryKindSendsTheBlocksThatItsTasksTouch) {
    const std::vector<double> speeds{50, 20, 20, 10, 1};
    for (const sched::AllocationKind& kind : sched::allocation_kinds()) {
        const sched::Kernel kernel = kind.is_3d() ? sched::Kernel::matrix : sched::Kernel::outer;
        sched::AffinityProblem problem{
            .kernel = kernel, .rows = 4, .columns = 7, .depth = 1, .processors = speeds.size(), .beta = 0, .seed = 1};
        expect_shares(kind, problem, speeds);
        if (kind.is_3d()) {
            problem.depth = 3;
            expect_shares(kind, problem, speeds);
        }
    }
}

TEST(StaticReference, AZoneAroundAnotherNeedsWholeRowsAndColumns) {
    // 3 x 3 tasks: one in a corner needs a block of a and one of b, the eight around it all six.
    const RunResult result =
        reference("nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::outer, 3, 2), {8, 1});
    EXPECT_EQ(result.tasks, (std::vector<std::uint64_t>{8, 1}));
    EXPECT_EQ(result.blocks_sent, 8U);
    EXPECT_NEAR(result.communication, 8 / (2 * 3 * (std::sqrt(8.0 / 9) + std::sqrt(1.0 / 9))), 1e-12);
    EXPECT_NEAR(result.makespan, 1, 1e-12);
}

TEST(StaticReference, ProcessorsThatShareATileOfCSendItEach) {
    // 2 x 3 tiles of C, depth 8, cut into 6 and 2 products: of A 12 + 4, of B 18 + 6, of C 6 + 6.
    const sched::AffinityProblem problem{
        .kernel = sched::Kernel::matrix, .rows = 2, .columns = 3, .depth = 8, .processors = 2, .beta = 0, .seed = 1};
    const RunResult result = reference("3d-nrrp-rounded", problem, {3, 1});
    EXPECT_EQ(result.tasks, (std::vector<std::uint64_t>{36, 12}));
    EXPECT_EQ(result.blocks_sent, 52U);
    EXPECT_NEAR(result.makespan, 12, 1e-12);
}

TEST(StaticReference, SidesMayDiffer) {
    sched::AffinityProblem problem{
        .kernel = sched::Kernel::outer, .rows = 2, .columns = 6, .depth = 1, .processors = 2, .beta = 0, .seed = 1};
    const RunResult result = reference("nrrp-rounded", problem, {2, 1}); // 2 x 4 and 2 x 2
    EXPECT_EQ(result.blocks_sent, 10U);
    EXPECT_EQ(result.tasks, (std::vector<std::uint64_t>{8, 4}));
    EXPECT_NEAR(result.makespan, 4, 1e-12);
}

TEST(StaticReference, MoreProcessorsThanTasksLeaveSomeWithNothing) {
    const RunResult result = reference("nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::outer, 2, 7),
                                       std::vector<double>(7, 1.0));
    EXPECT_EQ(std::accumulate(result.tasks.begin(), result.tasks.end(), std::uint64_t{0}), 4U);
}

TEST(StaticReference, KindsAreForOneKernel) {
    EXPECT_THROW(reference("nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::matrix, 4, 1), {1}),
                 InvalidInput);
    EXPECT_THROW(reference("3d-nrrp-rounded", sched::AffinityProblem::cube(sched::Kernel::outer, 4, 1), {1}),
                 InvalidInput);
}

} // namespace
} // namespace tangram::model
