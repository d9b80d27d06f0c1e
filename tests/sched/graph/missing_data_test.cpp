/// MissingData: scenes by hand, and random operations against costs that are computed anew each time.

#include "sched/graph/missing_data.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/operations.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr std::size_t node_count = 3;
const std::array<Node, 3> all_nodes{0, 1, 2};

/// Where data are, as a test sets it; at home if it does not.
class Places : public DataPlaces {
  public:
    void set(DataId data, Node node, bool is_there) { there_[{data, node}] = is_there; }
    [[nodiscard]] bool is_there(DataId data, Node node) const {
        const auto found = there_.find({data, node});
        return found != there_.end() ? found->second : node == home;
    }
    [[nodiscard]] State state(DataId data, Node node) const override {
        return is_there(data, node) ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId data) const override { return 10.0 * (data + 1); }

  private:
    std::map<std::pair<DataId, Node>, bool> there_;
};

class MissingDataScene : public testing::Test {
  protected:
    std::optional<TaskId> cheapest(Node node) {
        const MissingData::Costs& costs = missing_.costs(node);
        return costs.empty() ? std::nullopt : std::optional(costs.begin()->task);
    }

    Places places_;
    MissingData missing_{node_count, places_};
};

TEST_F(MissingDataScene, TaskThatReadsWhatTheNodeHasIsTheCheapestThere) {
    missing_.add(0, std::vector{reads(0), reads(1), updates(2)}, {.number = 0}, all_nodes);
    missing_.add(1, std::vector{reads(3), updates(4)}, {.number = 1}, all_nodes);
    EXPECT_EQ(cheapest(1), 0) << "smaller data";
    missing_.executed(std::vector{reads(3), updates(5)}, 1);
    EXPECT_EQ(cheapest(1), 1) << "50 bytes, not 10 + 20 + 30";
    EXPECT_EQ(missing_.costs(1).begin()->bytes, 50);
    EXPECT_EQ(cheapest(2), 0) << "another node has nothing of that";
}

TEST_F(MissingDataScene, WhatIsWrittenIsNowhereElse) {
    missing_.add(0, std::vector{reads(0)}, {.number = 0}, all_nodes);
    EXPECT_EQ(missing_.costs(home).begin()->bytes, 0);
    missing_.executed(std::vector{updates(0)}, 1);
    EXPECT_EQ(missing_.costs(home).begin()->bytes, 10);
    EXPECT_EQ(missing_.costs(1).begin()->bytes, 0);
}

TEST_F(MissingDataScene, EqualCostsGoByPriorityThenByTime) {
    missing_.add(0, std::vector<Use>{}, {.priority = 0, .number = 0}, all_nodes);
    missing_.add(1, std::vector<Use>{}, {.priority = 7, .number = 1}, all_nodes);
    missing_.add(2, std::vector<Use>{}, {.priority = 7, .number = 2}, all_nodes);
    EXPECT_EQ(cheapest(1), 1);
    missing_.remove(1);
    EXPECT_EQ(cheapest(1), 2);
    missing_.remove(2);
    EXPECT_EQ(cheapest(1), 0);
}

TEST_F(MissingDataScene, WhatWasEvictedIsSeenWhenTheTaskIsChecked) {
    missing_.executed(std::vector{reads(0)}, 1);
    places_.set(0, 1, false);
    missing_.add(0, std::vector{reads(0)}, {.number = 0}, all_nodes);
    EXPECT_EQ(missing_.costs(1).begin()->bytes, 0);
    EXPECT_FALSE(missing_.check(0, 1));
    EXPECT_EQ(missing_.costs(1).begin()->bytes, 10);
    EXPECT_TRUE(missing_.check(0, 1));
}

TEST_F(MissingDataScene, DatumThatIsReadTwiceCountsOnce) {
    missing_.add(0, std::vector{reads(0), reads(0)}, {.number = 0}, all_nodes);
    EXPECT_EQ(missing_.costs(1).begin()->bytes, 10);
    missing_.remove(0);
    EXPECT_TRUE(missing_.costs(1).empty());
}

void compare_with_what_is_there(bool evicts) {
    constexpr std::uint64_t seed = 20261124;
    const std::size_t count = operations(evicts ? 2000 : 20000);
    constexpr std::size_t data = 20;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    Places places;
    MissingData missing(node_count, places);
    std::map<TaskId, std::vector<Use>> ready;
    TaskId next = 0;
    const auto any_uses = [&] {
        std::vector<Use> uses;
        for (std::size_t use = dice.below(4); use > 0; --use) {
            const auto datum = static_cast<DataId>(dice.below(data));
            uses.push_back(dice.below(2) == 0 ? reads(datum) : updates(datum));
        }
        return uses;
    };
    for (std::size_t operation = 0; operation < count; ++operation) {
        const std::uint64_t kind = dice.below(3);
        if (kind == 0) {
            ready[next] = any_uses();
            missing.add(next, ready[next], {.number = next}, all_nodes);
            ++next;
        } else if (kind == 1 && !ready.empty()) {
            missing.remove(ready.begin()->first);
            ready.erase(ready.begin());
        } else {
            const std::vector<Use> uses = any_uses();
            const Node node = dice.below(node_count);
            missing.executed(uses, node);
            for (const Use& use : uses) {
                places.set(use.data, node, true);
                for (Node other = 0; use.writes && other < node_count; ++other) {
                    places.set(use.data, other, other == node);
                }
            }
        }
        const Node node = dice.below(node_count);
        if (evicts) { // or brings; nobody tells, so that only a look is right
            places.set(static_cast<DataId>(dice.below(data)), node, dice.below(2) == 0);
            for (const auto& [task, uses] : ready) {
                missing.check(task, node);
            }
        }
        ASSERT_EQ(missing.costs(node).size(), ready.size());
        for (const MissingData::Cost& cost : missing.costs(node)) {
            std::set<DataId> absent;
            double bytes = 0;
            for (const Use& use : ready.at(cost.task)) {
                if (!places.is_there(use.data, node) && absent.insert(use.data).second) {
                    bytes += places.bytes(use.data);
                }
            }
            ASSERT_EQ(cost.bytes, bytes) << "task " << cost.task << " for node " << node;
        }
    }
}

TEST(MissingDataRandom, CostsAreThoseOfWhatIsThere) {
    compare_with_what_is_there(false);
}

TEST(MissingDataRandom, AfterALookAlsoWhereDataCameAndWent) {
    compare_with_what_is_there(true);
}

} // namespace
} // namespace tangram::sched::graph
