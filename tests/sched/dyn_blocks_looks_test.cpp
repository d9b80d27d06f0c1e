/// How many words of their lines DynBlocks* look at for a task: as few for large problems as for small ones,
/// whatever caches make of it.

#include "sched/affinity/dyn_blocks.hpp"
#include "sched/affinity/matrix_lines.hpp"
#include "sched/affinity/outer_lines.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tangram::sched {
namespace {

/// Lines of which each look is counted.
template <class Lines> class CountingLines : public Lines {
  public:
    using Lines::Lines;
    using Block = typename Lines::Block;

    [[nodiscard]] BitMatrix::Word lacking(Node processor, Block block, std::size_t missing, std::size_t w) const {
        ++looks;
        return Lines::lacking(processor, block, missing, w);
    }

    static inline std::uint64_t looks = 0;
};

/// For a task, of 20 processors that ask in turn.
template <class Lines> double looks_for_a_task(const AffinityProblem& problem, int choices) {
    DynBlocks<CountingLines<Lines>> strategy(problem, choices);
    CountingLines<Lines>::looks = 0;
    std::vector<TaskNumber> tasks;
    for (std::uint64_t request = 0; request < problem.tasks(); ++request) {
        strategy.next(request % problem.processors, tasks);
    }
    EXPECT_EQ(tasks.size(), problem.tasks());
    return static_cast<double>(CountingLines<Lines>::looks) / static_cast<double>(problem.tasks());
}

AffinityProblem square(Kernel kernel, std::uint32_t blocks) {
    AffinityProblem problem{kernel, blocks, blocks, kernel == Kernel::outer ? 1 : blocks, 20};
    problem.seed = 1;
    return problem;
}

constexpr double few = 3; ///< where each block is for many tasks

TEST(DynBlocksLooks, AreFewForTheOuterProduct) {
    for (const std::uint32_t blocks : {32U, 128U, 512U, 2048U}) {
        const double looks = looks_for_a_task<OuterLines>(square(Kernel::outer, blocks), 2);
        RecordProperty("outer_" + std::to_string(blocks), std::to_string(looks));
        EXPECT_LE(looks, few) << blocks << " blocks";
    }
}

TEST(DynBlocksLooks, AreFewForTheMatrixProduct) {
    for (const std::uint32_t blocks : {64U, 128U, 256U}) {
        const double looks = looks_for_a_task<MatrixLines>(square(Kernel::matrix, blocks), 1);
        RecordProperty("matrix_" + std::to_string(blocks), std::to_string(looks));
        EXPECT_LE(looks, few) << blocks << " blocks";
    }
}

} // namespace
} // namespace tangram::sched
