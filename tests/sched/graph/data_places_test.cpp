/// What a task lacks at a node, and how long that takes to come: scenes by hand.

#include "sched/graph/data_places.hpp"

#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr Node node = 1;

/// Datum 0 is at the node, 1 on its way there, others are at home. Datum d has 100 (d + 1) bytes.
class Scene : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId data, Node at) const override {
        if (at == home || data == 0) {
            return State::there;
        }
        return data == 1 ? State::coming : State::absent;
    }
    [[nodiscard]] double bytes(DataId data) const override { return 100 * (data + 1.0); }
};

TEST(DataPlaces, ATaskLacksWhatItReadsAndIsNeitherThereNorComing) {
    const Scene places;
    const std::vector<Use> uses{reads(0), reads(1), reads(2), updates(3), writes(4), adds_to(5)};
    EXPECT_EQ(missing_bytes(uses, node, places), 300 + 400);
    EXPECT_EQ(missing_bytes(uses, home, places), 0);
}

/// Each datum that is lacking is a transfer.
TEST(DataPlaces, EachTransferHasItsLatency) {
    const Scene places;
    const HomeLink link{.bandwidth = 50, .latency = 3};
    EXPECT_EQ(fetch_seconds(std::vector{reads(0), reads(1), writes(4)}, node, places, link), 0);
    EXPECT_EQ(fetch_seconds(std::vector{reads(2), updates(3)}, node, places, link), 3 + 6 + 3 + 8);
    EXPECT_EQ(fetch_seconds(std::vector{reads(2)}, node, places, {}), 0) << "a link that takes no time";
}

} // namespace
} // namespace tangram::sched::graph
