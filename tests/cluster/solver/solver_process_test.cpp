#include "cluster/solver/solver_process.hpp"

#include "cluster/fronts/front_costs.hpp"
#include "cluster/fronts/synthetic_trees.hpp"
#include "engine.hpp"
#include "scenes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace tangram::solver {

using exchange::MessageKind;
using test::Engine;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SolverProcess, TwoLeavesOnTwoProcesses) {
    const Problem problem = test::two_leaves();
    Engine engine(problem, {});
    engine.run_in_order();
    engine.expect_rest();
    EXPECT_THAT(engine.messages(), ElementsAre("1>0 finished 1: rows 0-2 (24 bytes)", "0>1 deal 2: 0:0-6 (32 bytes)",
                                               "1>0 contributed 1: rows 0-2 to block 0 (64 bytes)"));
    EXPECT_THAT(engine.memory_of(0), ElementsAre(25, 9, 45, 36, 0)); // its leaf, what that contributes, the root
    EXPECT_THAT(engine.memory_of(1), ElementsAre(25, 4, 0));
}

TEST(SolverProcess, ThreeTypesOnThreeProcesses) {
    const Problem problem = test::three_types();
    Options options;
    options.threshold = exchange::Load{};
    options.limits.least_rows = 2;
    options.panel_rows = 2;
    Engine engine(problem, options);
    engine.run_in_order();
    engine.expect_rest();
    // Process 0 has 16 entries when slaves are selected, process 2 has none; 6 rows of 10 level them.
    EXPECT_THAT(
        engine.messages(),
        ElementsAre(
            "0>1 finished 0: rows 0-4 (24 bytes)", "1>0 deal 1: 1:0-2 1:2-4 2:4-8 0:8-10 (104 bytes)",
            "1>2 deal 1: 1:0-2 1:2-4 2:4-8 0:8-10 (104 bytes)",
            // Rows 0, 2, 5 and 7 of the parent: its last block gets none.
            "0>1 contributed 0: rows 0-1 to block 0 (64 bytes)", "0>1 contributed 0: rows 1-2 to block 1 (64 bytes)",
            "0>2 contributed 0: rows 2-4 to block 2 (96 bytes)", "1>2 panel 1: block 0, rows 0-2 (192 bytes)",
            "1>0 panel 1: block 0, rows 0-2 (192 bytes)", "1>2 panel 1: block 1, rows 2-4 (160 bytes)",
            "1>0 panel 1: block 1, rows 2-4 (160 bytes)",
            // Process 2 has the other rows, and is the parent's master.
            "0>2 finished 1: rows 4-6 (24 bytes)", "2>0 deal 2: 0:0-2 1:2-4 2:4-6 0:6-8 1:8-10 2:10-12 (152 bytes)",
            "2>1 deal 2: 0:0-2 1:2-4 2:4-6 0:6-8 1:8-10 2:10-12 (152 bytes)",
            // Each second row of the root.
            "2>0 contributed 1: rows 0-1 to block 0 (80 bytes)", "2>1 contributed 1: rows 1-2 to block 1 (80 bytes)",
            "2>0 contributed 1: rows 3-4 to block 3 (80 bytes)", "0>1 contributed 1: rows 4-5 to block 4 (80 bytes)",
            "0>2 contributed 1: rows 5-6 to block 5 (80 bytes)",
            // To all who have a later block, the next one first.
            "0>1 panel 2: block 0, rows 0-2 (224 bytes)", "0>2 panel 2: block 0, rows 0-2 (224 bytes)",
            "1>2 panel 2: block 1, rows 2-4 (192 bytes)", "1>0 panel 2: block 1, rows 2-4 (192 bytes)",
            "2>0 panel 2: block 2, rows 4-6 (160 bytes)", "2>1 panel 2: block 2, rows 4-6 (160 bytes)",
            "0>1 panel 2: block 3, rows 6-8 (128 bytes)", "0>2 panel 2: block 3, rows 6-8 (128 bytes)",
            "1>2 panel 2: block 4, rows 8-10 (96 bytes)"));
    EXPECT_EQ(engine.sent(MessageKind::update), 2U);         // of process 0 to process 1, the only master
    EXPECT_EQ(engine.sent(MessageKind::reserve), 2U);        // of process 1
    EXPECT_EQ(engine.sent(MessageKind::no_more_master), 2U); // of process 1
    // Process 0: the leaf, its contribution; 2 rows of 10 beside it; what they contribute; 4 rows of 12 beside it.
    EXPECT_THAT(engine.memory_of(0), ElementsAre(64, 16, 36, 20, 12, 60, 48, 24, 0));
    // Process 1: the pivots' rows, panel by panel; a row that comes early; 4 rows of 12 beside it.
    EXPECT_THAT(engine.memory_of(1), ElementsAre(40, 20, 0, 6, 54, 48, 24, 0));
    // Process 2: two rows that come early; 4 rows of 10 beside them; what they contribute; 4 rows of 12 beside it.
    EXPECT_THAT(engine.memory_of(2), ElementsAre(8, 48, 40, 24, 72, 48, 24, 0));
}

TEST(SolverProcess, OneProcessTakesFrontsInPostorder) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        fronts::AssemblyTree tree = fronts::nested_tree(50'000, seed);
        fronts::Mapping mapping = fronts::mapped(tree, 1);
        const Problem problem = problem_of(std::move(tree), std::move(mapping));
        Engine engine(problem, {});
        engine.run_in_order();
        engine.expect_rest();
        EXPECT_THAT(engine.messages(), IsEmpty());
        EXPECT_EQ(engine.peak(), fronts::sequential_peak(problem.tree));
    }
}

TEST(SolverProcess, BreaksOfItsContractAreFaults) {
    const Problem problem = test::two_leaves();
    SolverProcess process(0, problem, {});
    EXPECT_THROW(static_cast<void>(process.computed()), std::logic_error);
    static_cast<void>(process.proceed()); // allocates the leaf
    static_cast<void>(process.proceed()); // computes
    EXPECT_TRUE(process.is_computing());
    EXPECT_THROW(static_cast<void>(process.proceed()), std::logic_error);
    EXPECT_THROW(static_cast<void>(process.receive(1, Finished{1, {0, 2}})), std::logic_error);
}

TEST(SolverProcess, NothingBeginsAndNoMessageIsSentWhileFrozen) {
    const Problem problem = test::two_leaves();
    Options options;
    options.mechanism = "snapshot";
    SolverProcess process(1, problem, options);
    static_cast<void>(process.proceed());
    static_cast<void>(process.proceed());
    EXPECT_THAT(process.receive(0, exchange::Start{1, 0}).state_messages, testing::SizeIs(1));
    EXPECT_TRUE(process.frozen());
    EXPECT_THAT(process.computed().messages, IsEmpty());
    EXPECT_FALSE(process.can_proceed());
    EXPECT_THROW(static_cast<void>(process.receive(0, Deal{2, {{0, 0, 6}}})), std::logic_error);
    EXPECT_THAT(process.receive(0, exchange::End{}).messages, ElementsAre(Envelope{0, Finished{1, {0, 2}}}));
}

} // namespace tangram::solver
