#include "sched/zones/zone_queue.hpp"

#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

class ZoneQueueScene : public testing::Test {
  protected:
    TaskLists::Ticket add(std::uint32_t row, std::size_t shell) {
        const TaskLists::Ticket ticket = lists_.append({row, 0, 0}, 0);
        queue_.add(ticket, shell);
        return ticket;
    }

    /// The row of the queue's first task, which is taken.
    std::optional<std::uint32_t> take() {
        const auto first = queue_.first(lists_);
        return first ? std::optional(lists_.take(*first).i) : std::nullopt;
    }

    TaskLists lists_{1};
    ZoneQueue queue_;
};

TEST_F(ZoneQueueScene, LowestShellFirstThenOldest) {
    add(0, 2);
    add(1, 1);
    add(2, 2);
    add(3, 1);
    EXPECT_EQ(take(), 1U);
    EXPECT_EQ(take(), 3U);
    EXPECT_EQ(take(), 0U);
    EXPECT_EQ(take(), 2U);
    EXPECT_FALSE(take());
}

TEST_F(ZoneQueueScene, GoesBackToALowerShell) {
    add(0, 3);
    EXPECT_EQ(take(), 0U);
    EXPECT_FALSE(take());
    add(1, 3);
    add(2, 0);
    EXPECT_EQ(take(), 2U);
    EXPECT_EQ(take(), 1U);
}

TEST_F(ZoneQueueScene, DropsStolenTasks) {
    add(0, 0);
    const auto stolen = add(1, 1);
    add(2, 1);
    const auto last = add(3, 3);
    lists_.take(stolen);
    lists_.take(last);
    EXPECT_EQ(take(), 0U);
    EXPECT_EQ(take(), 2U);
    EXPECT_FALSE(take());
}

TEST_F(ZoneQueueScene, FirstStays) {
    const TaskLists::Ticket ticket = add(5, 1);
    EXPECT_EQ(queue_.first(lists_), ticket);
    EXPECT_EQ(queue_.first(lists_), ticket) << "asking takes nothing";
    EXPECT_EQ(take(), 5U);
}

} // namespace
} // namespace tangram::sched
