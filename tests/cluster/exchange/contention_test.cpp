#include "contention.hpp"

#include "base/dice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tangram::exchange {

namespace {

std::int64_t messages_in_random_order(int size, int initiators, std::uint64_t seed) {
    Dice dice(seed);
    Contention contention(size, initiators);
    while (!contention.is_quiet()) {
        const int from = static_cast<int>(dice.below(size));
        contention.deliver(from, static_cast<int>(dice.below(size)));
    }
    EXPECT_EQ(contention.decisions(), initiators);
    return contention.messages();
}

} // namespace

TEST(Contention, MessagesInRandomOrder) {
    for (int size = 2; size <= 16; ++size) {
        for (int initiators = 1; initiators <= size; ++initiators) {
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                SCOPED_TRACE(fmt::format("{} of {} processes, seed {}", initiators, size, seed));
                const std::int64_t messages = messages_in_random_order(size, initiators, seed);
                EXPECT_GE(messages, 3 * initiators * (size - 1));
                EXPECT_LE(messages, (initiators * initiators + 2 * initiators) * (size - 1));
            }
        }
    }
}

/// After each end all initiators ask anew, as none knows of the others: k (k + 1) / 2 requests.
TEST(Contention, MessagesWhereNobodyKnowsOfOthers) {
    for (int size = 2; size <= 16; ++size) {
        Contention contention(size, size);
        while (!contention.is_quiet()) {
            contention.deliver_lowest();
        }
        EXPECT_EQ(contention.decisions(), size);
        EXPECT_EQ(contention.messages(), (3 * size + size * (size - 1) / 2) * (size - 1)) << size << " processes";
    }
}

} // namespace tangram::exchange
