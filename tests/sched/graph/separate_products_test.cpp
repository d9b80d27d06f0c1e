/// SeparateProducts: which products are whole, and who owns them. Scenes by hand: product p has as many tasks as the
/// scene says, all of which update one tile, 100 p, with factors of their own.

#include "sched/graph/separate_products.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

class Scene {
  public:
    /// seconds: of a task, by accelerator.
    explicit Scene(const std::vector<double>& seconds)
        : update_(machine_of(seconds.size())), products_(nodes_of(seconds.size())) {
        kernel_.assign(1, never);
        kernel_.insert(kernel_.end(), seconds.begin(), seconds.end());
        update_.submitted(kernel_);
    }

    void submit(DataId product, int tasks) {
        for (int task = 0; task < tasks; ++task) {
            submit_one(tile(product), factor_, factor_ + 1);
            factor_ += 2;
        }
    }
    void submit_one(DataId c, DataId a, DataId b) { products_.submitted(c, a, b, update_); }
    void execute(DataId product, int tasks) {
        for (int task = 0; task < tasks; ++task) {
            products_.executed(tile(product));
        }
    }
    std::optional<Node> owner(DataId product) { return owner_of(tile(product)); }
    std::optional<Node> owner_of(DataId data) { return products_.owner(data, update_); }
    SeparateProducts& products() { return products_; }
    static DataId tile(DataId product) { return 100 * product; }

  private:
    static MachineView machine_of(std::size_t accelerators) {
        MachineView machine{.workers = {}, .links = {{}}};
        for (Node node = 1; node <= accelerators; ++node) {
            machine.workers.push_back({node, node}); // each of a kind of its own
            machine.links.push_back({.bandwidth = 1});
        }
        return machine;
    }
    static std::vector<Node> nodes_of(std::size_t accelerators) {
        std::vector<Node> nodes;
        for (Node node = 1; node <= accelerators; ++node) {
            nodes.push_back(node);
        }
        return nodes;
    }

    Seconds kernel_;
    UpdateKernel update_;
    SeparateProducts products_;
    DataId factor_ = 10000;
};

TEST(SeparateProducts, EachHasOneOwner) {
    Scene scene({1, 1});
    for (DataId product = 0; product < 4; ++product) {
        scene.submit(product, 8);
    }
    EXPECT_TRUE(scene.products().are_several());
    EXPECT_EQ(scene.owner(0), 1);
    EXPECT_EQ(scene.owner(1), 2);
    EXPECT_EQ(scene.owner(2), 1);
    EXPECT_EQ(scene.owner(3), 2);
    EXPECT_EQ(scene.owner(0), 1) << "it stays";
    EXPECT_EQ(scene.products().dealt(), 4);
    EXPECT_EQ(scene.owner(7), std::nullopt) << "nobody has heard of it";
}

TEST(SeparateProducts, AreDealtBySpeed) {
    Scene scene({1, 3}); // parts of 3/4 and 1/4
    for (DataId product = 0; product < 4; ++product) {
        scene.submit(product, 8);
    }
    std::vector<int> count(3, 0);
    for (DataId product = 0; product < 4; ++product) {
        ++count[scene.owner(product).value()];
    }
    EXPECT_EQ(count[1], 3);
    EXPECT_EQ(count[2], 1);
}

/// Parts are of 8 tasks: a product of 10 is no more than 1.25 of one.
TEST(SeparateProducts, OneThatIsTooLargeHasNoOwner) {
    Scene scene({1, 1, 1, 1});
    scene.submit(0, 10);
    scene.submit(1, 11);
    scene.submit(2, 5);
    scene.submit(3, 6);
    EXPECT_EQ(scene.owner(0), 1);
    EXPECT_EQ(scene.owner(1), std::nullopt);
    EXPECT_EQ(scene.owner(2), 2);
    EXPECT_EQ(scene.owner(3), 3);
}

/// Of five equal ones, four accelerators have one each, and the last one would be too much for any.
TEST(SeparateProducts, WhatIsLeftOverHasNoOwner) {
    Scene scene({1, 1, 1, 1});
    for (DataId product = 0; product < 5; ++product) {
        scene.submit(product, 8);
    }
    for (DataId product = 0; product < 4; ++product) {
        EXPECT_EQ(scene.owner(product), product + 1);
    }
    EXPECT_EQ(scene.owner(4), std::nullopt);
}

/// Two may be parts of one that the next task joins.
TEST(SeparateProducts, TwoAreNotSeveral) {
    Scene scene({1, 1});
    scene.submit(0, 8);
    scene.submit(1, 8);
    EXPECT_FALSE(scene.products().are_several());
    EXPECT_EQ(scene.owner(0), std::nullopt);
    scene.submit(2, 8);
    EXPECT_EQ(scene.owner(0), 1);
    scene.submit_one(Scene::tile(0), Scene::tile(1), 99); // what looked like two products is one
    EXPECT_FALSE(scene.products().are_several());
}

/// It seemed small when it began.
TEST(SeparateProducts, OneThatGrowsTooLargeLosesItsOwner) {
    Scene scene({1, 1});
    for (DataId product = 0; product < 4; ++product) {
        scene.submit(product, 8);
    }
    EXPECT_EQ(scene.owner(0), 1);
    scene.submit(0, 33); // 41 of 65
    EXPECT_EQ(scene.owner(0), std::nullopt);
    EXPECT_EQ(scene.owner(1), 1) << "which has nothing else now";
}

/// If each is submitted when most of the others are done, all accelerators are to work on each.
TEST(SeparateProducts, ThoseThatAreDoneDoNotCount) {
    Scene scene({1, 1});
    for (DataId product = 0; product < 4; ++product) {
        scene.submit(product, 8);
    }
    EXPECT_EQ(scene.owner(3), 1);
    for (DataId product = 0; product < 3; ++product) {
        scene.execute(product, 7);
    }
    EXPECT_TRUE(scene.products().are_several()) << "of each a task is left";
    for (DataId product = 0; product < 3; ++product) {
        scene.execute(product, 1);
    }
    EXPECT_FALSE(scene.products().are_several());
    EXPECT_EQ(scene.owner(3), std::nullopt);
}

TEST(SeparateProducts, ARepeatedOneKeepsItsOwner) {
    Scene scene({1, 1});
    for (int time = 0; time < 2; ++time) {
        for (DataId product = 0; product < 4; ++product) {
            scene.submit(product, 8);
        }
        // asked in the other order the second time, when product 3 would be dealt first
        for (DataId step = 0; step < 4; ++step) {
            const DataId product = time == 0 ? step : 3 - step;
            EXPECT_EQ(scene.owner(product), 1 + product % 2);
        }
        for (DataId product = 0; product < 4; ++product) {
            scene.execute(product, 8);
        }
    }
    EXPECT_EQ(scene.products().dealt(), 4);
}

/// A batch of four products, whose data are paired otherwise the second time, as where new data have old addresses.
TEST(SeparateProducts, DataOfThoseThatHaveEndedMayBePairedOtherwise) {
    Scene scene({1, 1});
    for (DataId product = 0; product < 4; ++product) {
        scene.submit_one(product, 10 + product, 20 + product);
        scene.submit_one(product, 30 + product, 40 + product);
    }
    EXPECT_EQ(scene.owner_of(0), 1);
    EXPECT_EQ(scene.owner_of(1), 2);
    for (DataId product = 0; product < 4; ++product) {
        scene.products().executed(product);
        scene.products().executed(product);
    }
    EXPECT_FALSE(scene.products().are_several());
    for (DataId product = 0; product < 4; ++product) {
        scene.submit_one(product, 10 + (product + 1) % 4, 20 + (product + 2) % 4);
    }
    EXPECT_TRUE(scene.products().are_several());
    EXPECT_EQ(scene.owner_of(0), 1) << "as before";
    EXPECT_EQ(scene.owner_of(1), 2);
    EXPECT_EQ(scene.owner_of(2), 1);
    EXPECT_EQ(scene.owner_of(3), 2);
    EXPECT_EQ(scene.owner_of(11), 1) << "product 0 has it now";
    EXPECT_EQ(scene.owner_of(31), std::nullopt) << "nobody uses it any more";
}

/// Of tasks with random data, in windows: those that are joined by data since these were last without tasks are one.
TEST(SeparateProducts, AreWhatDataJoinWhileTheyAreUnderWay) {
    constexpr std::uint64_t seed = 27;
    SCOPED_TRACE(fmt::format("seed {}", seed));
    std::mt19937_64 random(seed);
    Scene scene({1, 1});
    std::deque<std::array<DataId, 3>> window;
    // Naive: by number of the set, tasks that are left and data.
    std::vector<std::pair<std::size_t, std::set<DataId>>> sets;
    const auto count_under_way = [&] {
        return std::count_if(sets.begin(), sets.end(), [](const auto& set) { return set.first > 0; });
    };
    for (int step = 0; step < 20000; ++step) {
        if (window.size() < 8 && random() % 2 == 0) {
            const std::array<DataId, 3> data{static_cast<DataId>(random() % 10),
                                             static_cast<DataId>(10 + random() % 10),
                                             static_cast<DataId>(20 + random() % 10)};
            scene.submit_one(data[0], data[1], data[2]);
            window.push_back(data);
            std::pair<std::size_t, std::set<DataId>> joined{1, {data.begin(), data.end()}};
            std::erase_if(sets, [&](const auto& set) {
                const bool touches =
                    std::any_of(data.begin(), data.end(), [&](DataId datum) { return set.second.contains(datum); });
                if (touches) {
                    joined.first += set.first;
                    joined.second.insert(set.second.begin(), set.second.end());
                }
                return touches;
            });
            sets.push_back(joined);
        } else if (!window.empty()) {
            const DataId tile = window.front()[0];
            window.pop_front();
            scene.products().executed(tile);
            const auto set =
                std::find_if(sets.begin(), sets.end(), [&](const auto& one) { return one.second.contains(tile); });
            if (--set->first == 0) {
                sets.erase(set);
            }
        }
        ASSERT_EQ(scene.products().are_several(), count_under_way() > 2) << "step " << step;
    }
}

TEST(SeparateProducts, HaveGrownByAnEighth) {
    Scene scene({1, 1});
    EXPECT_FALSE(scene.products().have_grown(0));
    scene.submit(0, 64);
    EXPECT_TRUE(scene.products().have_grown(0));
    EXPECT_FALSE(scene.products().have_grown(0));
    scene.submit(1, 9); // of 73
    EXPECT_FALSE(scene.products().have_grown(0));
    scene.submit(1, 1); // 10 of 74
    EXPECT_TRUE(scene.products().have_grown(0));
}

/// All are asked anew, so that few new ones must not be enough beside many.
TEST(SeparateProducts, HaveGrownByAnEighthOfTheReadyTasks) {
    Scene scene({1, 1});
    scene.submit(0, 10);
    EXPECT_FALSE(scene.products().have_grown(81));
    EXPECT_TRUE(scene.products().have_grown(80));
}

} // namespace
} // namespace tangram::sched::graph
