/// How many words of their lines DynBlocks* look at: no more than follows from what they send (DynBlocks).

#include "sched/affinity/dyn_blocks.hpp"
#include "sched/affinity/matrix_lines.hpp"
#include "sched/affinity/outer_lines.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
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

struct Counted {
    std::uint64_t looks = 0;
    std::uint64_t sent = 0; ///< blocks
};

/// Of 20 processors that ask in turn.
template <class Lines> Counted count(const AffinityProblem& problem, int choices) {
    DynBlocks<CountingLines<Lines>> strategy(problem, choices);
    CountingLines<Lines>::looks = 0;
    Counted counted;
    std::vector<TaskNumber> tasks;
    for (std::uint64_t request = 0; request < problem.tasks(); ++request) {
        counted.sent += strategy.next(request % problem.processors, tasks);
    }
    EXPECT_EQ(tasks.size(), problem.tasks());
    counted.looks = CountingLines<Lines>::looks;
    return counted;
}

AffinityProblem square(Kernel kernel, std::uint32_t blocks) {
    AffinityProblem problem{kernel, blocks, blocks, kernel == Kernel::outer ? 1 : blocks, 20};
    problem.seed = 1;
    return problem;
}

/// Each block that is sent is looked through once for each number of blocks that a task may lack, a word of its line
/// after the other. Besides, a request looks again at the word of each task that it may take, and ahead of the one that
/// it takes.
template <class Lines> void expect_few_looks(Kernel kernel, const std::vector<std::uint32_t>& sides, int choices) {
    constexpr std::uint64_t blocks_of_task = std::tuple_size_v<typename Lines::Blocks>;
    const std::uint64_t for_a_request = 2 + 2 * static_cast<std::uint64_t>(choices);
    for (const std::uint32_t blocks : sides) {
        const AffinityProblem problem = square(kernel, blocks);
        const Counted counted = count<Lines>(problem, choices);
        const std::uint64_t words = (blocks + 63) / 64;
        EXPECT_LE(counted.looks, blocks_of_task * counted.sent * words + for_a_request * problem.tasks()) << blocks;
        testing::Test::RecordProperty("blocks_" + std::to_string(blocks), std::to_string(counted.looks));
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
