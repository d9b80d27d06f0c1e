/// How many words of their lines DynBlocks* look at for a task: few, and hardly more for larger problems (less
/// than a tenth), whatever caches make of it. (Not from the smallest on: where a line is a word or two, or where
/// there are few tasks for each block, it is another matter.)

#include "sched/affinity/dyn_blocks.hpp"
#include "sched/affinity/matrix_lines.hpp"
#include "sched/affinity/outer_lines.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
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

/// Sides from the least on: few looks for each, and hardly more for the longest.
template <class Lines> void expect_few_looks(Kernel kernel, const std::vector<std::uint32_t>& sides, int choices) {
    constexpr double few_for_a_choice = 1.1; // beside two for the task itself
    std::optional<double> small;
    for (const std::uint32_t blocks : sides) {
        const double looks = looks_for_a_task<Lines>(square(kernel, blocks), choices);
        small = small.value_or(looks);
        testing::Test::RecordProperty("blocks_" + std::to_string(blocks), std::to_string(looks));
        EXPECT_LE(looks, 2 + few_for_a_choice * choices) << blocks << " blocks";
        EXPECT_LE(looks, 1.1 * *small) << blocks << " blocks";
    }
}

TEST(DynBlocksLooks, AreFewForTheOuterProduct) {
    expect_few_looks<OuterLines>(Kernel::outer, {256, 512, 1024, 2048}, 1);
}

TEST(DynBlocksLooks, AreFewWithAChoiceOfTwo) {
    expect_few_looks<OuterLines>(Kernel::outer, {256, 512, 1024, 2048}, 2);
}

TEST(DynBlocksLooks, AreFewForTheMatrixProduct) {
    expect_few_looks<MatrixLines>(Kernel::matrix, {128, 192, 256}, 1);
}

} // namespace
} // namespace tangram::sched
