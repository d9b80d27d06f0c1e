#include "cluster/solver/block.hpp"

#include "base/dice.hpp"
#include "cluster/fronts/front_costs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tangram::solver {

using ::testing::ElementsAre;

namespace {

Front front_of(Index pivots, Index order) {
    return {pivots, order, {}, {}};
}

std::int64_t all_flops(const Front& front, const std::vector<Block>& blocks) {
    std::int64_t flops = 0;
    for (std::size_t k = 0; k < blocks.size(); ++k) {
        flops += block_flops(front, blocks, k);
    }
    return flops;
}

/// Contributed rows in some shares.
std::vector<Share> random_shares(Dice& dice, const Front& front) {
    std::vector<Share> shares;
    for (Index left = front.contribution(); left > 0; left -= shares.back().rows) {
        const auto rows = static_cast<Index>(1 + dice.below(static_cast<std::uint64_t>(left)));
        shares.push_back({static_cast<int>(1 + shares.size()), rows});
    }
    return shares;
}

} // namespace

TEST(Block, AMasterHasThePivotsInPanelsAndSlavesTheOtherRows) {
    EXPECT_THAT(dealt_to_slaves(front_of(5, 12), 3, 2, {{1, 4}, {0, 3}}),
                ElementsAre(Block{3, 0, 2}, Block{3, 2, 4}, Block{3, 4, 5}, Block{1, 5, 9}, Block{0, 9, 12}));
    EXPECT_THAT(dealt_to_slaves(front_of(5, 5), 0, 8, {}), ElementsAre(Block{0, 0, 5}));
}

TEST(Block, AllProcessesHaveSomeFourBlocksEach) {
    EXPECT_THAT(dealt_to_all(front_of(15, 15), 2, 1),
                ElementsAre(Block{0, 0, 2}, Block{1, 2, 4}, Block{0, 4, 6}, Block{1, 6, 8}, Block{0, 8, 10},
                            Block{1, 10, 12}, Block{0, 12, 14}, Block{1, 14, 15}));
}

TEST(Block, AllProcessesHaveFewerBlocksOfASmallFront) {
    EXPECT_THAT(dealt_to_all(front_of(25, 25), 4, 10),
                ElementsAre(Block{0, 0, 10}, Block{1, 10, 20}, Block{2, 20, 25}));
}

TEST(Block, RowsArePivotsOrContributed) {
    const Front front = front_of(5, 12);
    const Block mixed{0, 3, 9};
    EXPECT_EQ(pivots_in(front, mixed), 2);
    EXPECT_EQ(contributed_in(front, mixed), 4);
    EXPECT_EQ(entries(front, mixed), 6 * 12);
    EXPECT_EQ(contributed_entries(front, mixed), 4 * 7);
    EXPECT_EQ(pivots_in(front, {0, 7, 9}), 0);
    EXPECT_EQ(contributed_in(front, {0, 0, 4}), 0);
    EXPECT_EQ(panels(front, {{0, 0, 3}, {0, 3, 9}, {0, 9, 12}}), 2U);
}

TEST(Block, FlopsOfASmallFront) {
    // Three pivots of four rows. Row 2 is updated by pivots 0 and 1: a division, and 2 operations for each of 3 and of
    // 2 columns. So is row 3, which pivot 2 updates, too.
    const Front front = front_of(3, 4);
    const std::vector<Block> blocks{{0, 0, 2}, {1, 2, 4}};
    EXPECT_EQ(block_flops(front, blocks, 0), 7);
    EXPECT_EQ(update_flops(front, blocks[1], blocks[0]), 2 * (7 + 5));
    EXPECT_EQ(elimination_flops(front, blocks[1]), 3);
    EXPECT_EQ(block_flops(front, blocks, 1), 27);
}

TEST(Block, FlopsOfBlocksAddUpToThoseOfTheFront) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto pivots = static_cast<Index>(1 + dice.below(300));
        const Front front = front_of(pivots, pivots + static_cast<Index>(dice.below(300)));
        const Front root = front_of(pivots, pivots);
        const auto rows = static_cast<Index>(1 + dice.below(50));
        EXPECT_EQ(all_flops(front, dealt_to_slaves(front, 0, rows, random_shares(dice, front))), front_flops(front));
        EXPECT_EQ(all_flops(root, dealt_to_all(root, static_cast<int>(1 + dice.below(9)), rows)), front_flops(root));
        EXPECT_EQ(all_flops(front, {{0, 0, front.order}}), front_flops(front));
    }
}

} // namespace tangram::solver
