#include "model/static_reference.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

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

TEST(StaticReference, EveryKindSendsWhatItsAllocationCosts) {
    const std::vector<double> speeds{50, 20, 20, 10, 1};
    for (const sched::AllocationKind& kind : sched::allocation_kinds()) {
        const sched::Kernel kernel = kind.is_3d() ? sched::Kernel::matrix : sched::Kernel::outer;
        const sched::AffinityProblem problem = sched::AffinityProblem::cube(kernel, 8, speeds.size());
        const RunResult result = reference(kind.name, problem, speeds);
        const partition::Allocation allocation =
            kind.allocate({.speeds = speeds, .height = 8, .width = 8, .depth = kind.is_3d() ? 8.0 : 1.0}, 8, 8, 8);
        EXPECT_EQ(result.blocks_sent, allocation.cost()) << kind.name;
        EXPECT_EQ(std::accumulate(result.tasks.begin(), result.tasks.end(), std::uint64_t{0}), problem.tasks());
        double slowest = 0;
        const std::vector<std::size_t> counts = allocation.tile_counts();
        for (std::size_t processor = 0; processor < speeds.size(); ++processor) {
            EXPECT_EQ(result.tasks[processor], counts[processor]) << kind.name;
            slowest = std::max(slowest, static_cast<double>(counts[processor]) / speeds[processor]);
        }
        EXPECT_NEAR(result.makespan, slowest, 1e-9) << kind.name;
    }
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
