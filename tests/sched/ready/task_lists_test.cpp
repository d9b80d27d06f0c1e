#include "sched/ready/task_lists.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace tangram::sched {
namespace {

/// The rows of a list's tasks, first to last.
std::vector<std::uint32_t> rows_of(const TaskLists& lists, std::size_t list) {
    std::vector<std::uint32_t> rows;
    for (auto ticket = lists.first(list); ticket; ticket = lists.following(*ticket)) {
        rows.push_back(lists.task(*ticket).i);
    }
    return rows;
}

TEST(TaskLists, KeepTheOrderOfArrival) {
    TaskLists lists(2);
    lists.append({1, 0, 0}, 0);
    lists.append({2, 0, 0}, 1);
    lists.append({3, 0, 0}, 0);
    EXPECT_THAT(rows_of(lists, 0), testing::ElementsAre(1, 3));
    EXPECT_THAT(rows_of(lists, 1), testing::ElementsAre(2));
    EXPECT_EQ(lists.task(*lists.last(0)).i, 3U);
    EXPECT_EQ(lists.list(*lists.last(1)), 1U);
    EXPECT_EQ(lists.size(), 3U);
}

TEST(TaskLists, TakeFromTheEndsAndTheMiddle) {
    TaskLists lists(1);
    std::vector<TaskLists::Ticket> tickets;
    for (std::uint32_t i = 0; i < 5; ++i) {
        tickets.push_back(lists.append({i, 0, 0}, 0));
    }
    EXPECT_EQ(lists.take(tickets[2]).i, 2U);
    EXPECT_THAT(rows_of(lists, 0), testing::ElementsAre(0, 1, 3, 4));
    EXPECT_EQ(lists.take(tickets[4]).i, 4U);
    EXPECT_EQ(lists.take(tickets[0]).i, 0U);
    EXPECT_THAT(rows_of(lists, 0), testing::ElementsAre(1, 3));
    lists.take(tickets[1]);
    lists.take(tickets[3]);
    EXPECT_FALSE(lists.first(0));
    EXPECT_FALSE(lists.last(0));
    EXPECT_EQ(lists.size(), 0U);
}

TEST(TaskLists, ATicketNeverNamesALaterTask) {
    TaskLists lists(1);
    const TaskLists::Ticket old = lists.append({0, 0, 0}, 0);
    lists.take(old);
    EXPECT_FALSE(lists.contains(old));
    const TaskLists::Ticket later = lists.append({1, 0, 0}, 0);
    EXPECT_EQ(later.slot, old.slot) << "slots are used again";
    EXPECT_TRUE(lists.contains(later));
    EXPECT_FALSE(lists.contains(old));
}

} // namespace
} // namespace tangram::sched
