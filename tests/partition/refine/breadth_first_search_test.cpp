#include "partition/refine/breadth_first_search.hpp"

#include <gmock/gmock.h>

namespace tangram::partition {
namespace {

constexpr std::size_t nobody = BreadthFirstSearch::nobody;

bool never(std::size_t) {
    return false;
}

TEST(BreadthFirstSearch, StopsAtTheNearestEnd) {
    BreadthFirstSearch search(200);
    search.reach(0);
    const auto is_end = [](std::size_t p) { return p >= 130; };
    const auto steps_of_ten = [&](std::size_t p) {
        for (std::size_t q : {p + 1, p + 10}) {
            if (!search.has_reached(q)) {
                search.reach(q, p);
            }
        }
    };
    const std::optional<std::size_t> end = search.run(is_end, steps_of_ten);
    ASSERT_EQ(end, 130U);
    std::size_t steps = 0;
    for (std::size_t p = *end; search.before(p) != nobody; p = search.before(p)) {
        ++steps;
    }
    EXPECT_EQ(steps, 13U);
}

TEST(BreadthFirstSearch, ReachesTheMembersOfAWordOnceAndInOrder) {
    BreadthFirstSearch search(130);
    search.reach(66);
    search.reach_all(0b1110, 1, 66);
    search.reach_all(0b0011, 2, 64 + 3);
    EXPECT_EQ(search.run(never, [](std::size_t) {}), std::nullopt);
    EXPECT_THAT(search.reached(), ::testing::ElementsAre(66, 65, 67, 128, 129));
    EXPECT_EQ(search.before(66), nobody);
    EXPECT_EQ(search.before(65), 66U);
    EXPECT_EQ(search.before(129), 67U);
    EXPECT_FALSE(search.has_reached(64));
}

TEST(BreadthFirstSearch, ForgetsTheSearchBefore) {
    BreadthFirstSearch search(3);
    search.reach(1);
    search.reach(2, 1);
    search.restart();
    EXPECT_THAT(search.reached(), ::testing::IsEmpty());
    search.reach(2);
    EXPECT_FALSE(search.has_reached(1));
    EXPECT_EQ(search.before(2), nobody);
}

} // namespace
} // namespace tangram::partition
