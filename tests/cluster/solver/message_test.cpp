#include "cluster/solver/message.hpp"

#include "scenes.hpp"

#include <gtest/gtest.h>

namespace tangram::solver {

TEST(SolverMessage, BytesAreEightForEachNumber) {
    const fronts::AssemblyTree tree = test::three_types().tree;
    EXPECT_EQ(payload_bytes(Finished{0, {0, 4}}, tree), 8U * 3);
    EXPECT_EQ(payload_bytes(Deal{1, {{1, 0, 4}, {2, 4, 10}}}, tree), 8U * (1 + 2 * 3));
    EXPECT_EQ(payload_bytes(ContributedRows{1, 0, {2, 5}}, tree), 8U * (4 + 3 * 6));
    EXPECT_EQ(payload_bytes(Panel{1, 1, {2, 4}}, tree), 8U * (4 + 2 * 8));
}

} // namespace tangram::solver
