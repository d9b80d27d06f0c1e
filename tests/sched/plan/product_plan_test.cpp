#include "sched/plan/product_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// 4 x 4 x 2 tiles of 8 bytes on RAM and a device of three times its speed, C read.
PlannedProduct scene() {
    MemoryNode ram;
    ram.is_home = true;
    ram.workers = {1};
    MemoryNode device;
    device.id = 1;
    device.name = "device";
    device.workers = {0};
    PlannedProduct product;
    product.problem = {.speeds = {1, 3}, .height = 4, .width = 4};
    product.problem.weights = {0, 1};
    product.rows = product.columns = 4;
    product.depth = 2;
    product.tile_bytes = {8, 8, 8};
    product.task_flops = 0.5;
    product.reads_c = true;
    product.seconds_bound = 0.01;
    product.nodes = {ram, device};
    product.memory = {unlimited, 1000};
    product.links = {{0, 1, 10}, {1, 0, 10}};
    return product;
}

Strategy strategy(const std::string& name) {
    return find_strategy(name).value();
}

ProductPlan plan_of(const PlannedProduct& product, const std::string& name, const Settings& settings = {}) {
    const Strategy chosen = strategy(name);
    std::optional<BlockedZones> zones;
    if (chosen.follows_plan()) {
        zones = choose_zones(chosen, product, settings.order).zones;
    }
    return plan_product(product, chosen, settings, zones);
}

TEST(ProductPlan, FollowsTheStrategysAllocation) {
    const ProductPlan plan = plan_of(scene(), "nrrp-rounded-effective-steal");
    ASSERT_TRUE(plan.allocation());
    EXPECT_EQ(plan.allocation()->name, "nrrp-rounded");
    EXPECT_THAT(plan.allocation()->tile_counts(), ElementsAre(4, 12));
    EXPECT_FALSE(plan.shares_c);
    EXPECT_FALSE(plan.workload.reduces);
    EXPECT_EQ(plan.workload.start.home, 0U);
    EXPECT_EQ(plan.tasks().size(), 32U);
}

TEST(ProductPlan, OfNoPlanIsRowByRow) {
    for (const std::optional<Strategy>& chosen :
         {std::optional(strategy("effective-dyn")), std::optional<Strategy>()}) {
        const ProductPlan plan = plan_product(scene(), chosen, {}, std::nullopt);
        EXPECT_FALSE(plan.allocation());
        EXPECT_FALSE(plan.late_c);
        EXPECT_THAT(plan.bytes_to_prefetch, IsEmpty());
        const std::vector<Task> tasks = plan.tasks();
        ASSERT_EQ(tasks.size(), 32U);
        EXPECT_EQ(tasks[1].k, 1U);
        EXPECT_EQ(tasks[2].j, 1U);
        EXPECT_EQ(tasks.back().i, 3U);
    }
}

/// Tiles of C that are read come late, where the device has room for all: 12 of C, 3 rows and 4 columns of 2 are 26.
TEST(ProductPlan, FetchesCLateWhereZonesFit) {
    PlannedProduct product = scene();
    EXPECT_TRUE(plan_of(product, "nrrp-rounded-static").late_c);
    EXPECT_EQ(plan_of(product, "nrrp-rounded-static").workload.shape.copies, LateC::copies);
    product.memory[1] = 8 * 26 / usable_share - 1;
    EXPECT_FALSE(plan_of(product, "nrrp-rounded-static").late_c);
    EXPECT_EQ(plan_of(product, "nrrp-rounded-static").workload.shape.copies, 1U);
    product.memory[1] = 1000;
    product.reads_c = false;
    EXPECT_FALSE(plan_of(product, "nrrp-rounded-static").late_c);
}

/// Of 1000 bytes a tenth stays free, and 12 tiles of C that nobody fetches.
TEST(ProductPlan, LeavesRoomBesideEarlyCopies) {
    EXPECT_THAT(plan_of(scene(), "nrrp-rounded-static").bytes_to_prefetch, ElementsAre(unlimited, 900 - 12 * 8));
}

/// A tile comes in 8 ns; one is allocated in 175 microseconds, in which the device does 1.05 products.
TEST(ProductPlan, FetchesOnlyHalfASliceAheadWhereMemoryIsSlowerThanLinks) {
    PlannedProduct product = scene();
    product.nodes[1].kind = DeviceKind::cuda;
    product.task_flops = 3 / 6000.0;
    product.links = {{0, 1, 1e9}, {1, 0, 1e9}};
    EXPECT_THAT(plan_of(product, "nrrp-rounded-static").products_ahead, ElementsAre(unlimited, 6));
    EXPECT_THAT(plan_of(product, "3d-nrrp-rounded-redux-static").products_ahead, ElementsAre(unlimited, unlimited));
    product.links = {{0, 1, 1e4}, {1, 0, 1e4}};
    EXPECT_THAT(plan_of(product, "nrrp-rounded-static").products_ahead, ElementsAre(unlimited, unlimited));
}

TEST(ProductPlan, FetchesNothingEarlyInTheOrderOfSubmission) {
    const ProductPlan plan = plan_of(scene(), "nrrp-rounded-static", {.order = Order::submission});
    EXPECT_THAT(plan.bytes_to_prefetch, IsEmpty());
    EXPECT_THAT(plan.workload.speeds, IsEmpty());
    EXPECT_FALSE(plan.late_c);
    EXPECT_EQ(plan.tasks()[1].k, 1U);
}

TEST(ProductPlan, ZonesInTheOrderOfSubmissionNeedNotFit) {
    PlannedProduct product = scene();
    product.memory[1] = 8 * 10;
    EXPECT_THAT(plan_of(product, "nrrp-rounded-static").workload.zones.blocks, testing::Not(IsEmpty()));
    EXPECT_THAT(plan_of(product, "nrrp-rounded-static", {.order = Order::submission}).workload.zones.blocks, IsEmpty());
}

/// A, B, C and its copies are 8 + 8 + 2 x 16 tiles.
TEST(ProductPlan, KnowsWhereMemoryMayRunShort) {
    PlannedProduct product = scene();
    product.late_tile_limit = 3;
    product.memory[1] = 8 * 48;
    EXPECT_FALSE(plan_of(product, "nrrp-rounded-static").memory_may_run_short);
    EXPECT_EQ(plan_of(product, "nrrp-rounded-static").late_tile_limit, 0U);
    product.memory[1] -= 1;
    EXPECT_TRUE(plan_of(product, "nrrp-rounded-static").memory_may_run_short);
    EXPECT_EQ(plan_of(product, "nrrp-rounded-static").late_tile_limit, 3U);
    EXPECT_THAT(plan_of(product, "nrrp-rounded-static").bytes_to_prefetch,
                ElementsAre(unlimited, usable_share * product.memory[1] - 12 * 8))
        << "larger tiles are fetched ahead all the same";
    product.late_tile_limit = 8; // each tile has as many
    EXPECT_THAT(plan_of(product, "nrrp-rounded-static").bytes_to_prefetch, IsEmpty());
}

TEST(ProductPlan, ReducesWhereNodesShareTiles) {
    const ProductPlan plan = plan_of(scene(), "3d-nrrp-rounded-redux-static");
    EXPECT_TRUE(plan.reduction);
    EXPECT_TRUE(plan.workload.reduces);
    EXPECT_EQ(plan.workload.shape.copies, 3U) << "C and one for each node";
    EXPECT_FALSE(plan_of(scene(), "3d-nrrp-rounded-static").reduction);
}

TEST(ProductPlan, AsInThePaperNobodyWhoSharesATileAccumulatesInC) {
    const ProductPlan plan =
        plan_of(scene(), "3d-nrrp-rounded-redux-static", {.mode = Mode::paper, .order = Order::submission});
    ASSERT_TRUE(plan.reduction);
    const partition::Allocation& allocation = plan.allocation().value();
    for (const Task& task : plan.tasks()) {
        const bool is_shared =
            allocation.owner_of_product(task.i, task.j, 0) != allocation.owner_of_product(task.i, task.j, 1);
        EXPECT_EQ(task.copy, is_shared ? 1 + allocation.owner_of_product(task.i, task.j, task.k) : 0)
            << task.i << ' ' << task.j << ' ' << task.k;
    }
}

TEST(ProductPlan, SharesCWhereProductsAreIndependent) {
    EXPECT_TRUE(plan_of(scene(), "random-matrix").shares_c);
    EXPECT_FALSE(plan_of(scene(), "random-outer").shares_c);
}

TEST(ProductPlan, TakesSettings) {
    const Settings settings{.window = 7, .seed = 5};
    const ProductPlan plan = plan_of(scene(), "nrrp-rounded-rand-steal", settings);
    EXPECT_EQ(plan.workload.seed, 5U);
    ASSERT_EQ(plan.workload.speeds.size(), 2U);
    EXPECT_DOUBLE_EQ(plan.workload.speeds[1].products_per_second, 6);
    EXPECT_DOUBLE_EQ(plan.workload.speeds[1].lead_seconds, (7 + 2 + 1) / 6.0) << "the window, StarPU's two, itself";
}

TEST(ProductPlan, KnowsHowThinTheLastTilesAre) {
    PlannedProduct product = scene();
    product.last.columns = 0.25;
    EXPECT_EQ(plan_of(product, "nrrp-rounded-effective-steal").workload.shape.work({0, 3, 0}), 0.25);
}

TEST(ProductPlan, KnowsWhereAuxiliaryTilesNeedPinnedMemory) {
    PlannedProduct product = scene();
    const auto room = [&](Node node) {
        return plan_of(product, "nrrp-rounded-effective-steal").workload.speeds[node].room_seconds;
    };
    EXPECT_EQ(room(0), 0) << "nothing is pinned without CUDA";
    product.nodes[1].kind = DeviceKind::cuda;
    product.tile_bytes.c = 2 << 20;
    EXPECT_DOUBLE_EQ(room(0), 1.3e-3);
    EXPECT_DOUBLE_EQ(room(1), 1.3e-3) << "from another device, by way of RAM";
    product.links.push_back({1, 2, 100});
    EXPECT_EQ(room(1), 0) << "from another device";
    EXPECT_DOUBLE_EQ(room(0), 1.3e-3);
}

TEST(ProductPlan, KnowsHowLongTilesTakeABus) {
    PlannedProduct product = scene();
    product.ram_bandwidth = 2 * product.tile_bytes.a;
    const auto speed = [&](Node node) {
        return plan_of(product, "nrrp-rounded-effective-steal").workload.speeds[node];
    };
    EXPECT_EQ(speed(0).bus_seconds, 0) << "RAM is there";
    EXPECT_EQ(speed(1).bus_seconds, 0.5);
    EXPECT_FALSE(speed(1).peers_are_nearer);
    product.links.push_back({1, 2, 100});
    EXPECT_EQ(speed(1).bus_seconds, 0.5);
    EXPECT_TRUE(speed(1).peers_are_nearer);
}

/// An allocation takes 175 microseconds, a product of the device 1, and a tile comes at once: then zones start rank by
/// rank.
TEST(ProductPlan, ZonesStartRankByRankWhereMemoryIsSlow) {
    PlannedProduct product = scene();
    product.depth = 64;
    product.memory[1] = unlimited;
    product.task_flops = 3e-6;
    product.links = {{0, 1, 1e9}, {1, 0, 1e9}};
    const auto starts = [&](const std::string& name) { return plan_of(product, name).workload.zones.starts; };
    const std::vector<std::uint32_t> one_by_one = starts("nrrp-rounded-static");
    product.nodes[1].kind = DeviceKind::cuda;
    EXPECT_NE(starts("nrrp-rounded-static"), one_by_one);
    EXPECT_THAT(starts("3d-nrrp-rounded-redux-static"), IsEmpty());
}

/// Its worker holds what StarPU has prepared, and no window of the policy.
TEST(ProductPlan, KnowsHowLongAProductTakesANodeThatAskedInVain) {
    const ProductPlan plan = plan_of(scene(), "nrrp-rounded-effective-steal");
    const NodeSpeed& device = plan.workload.speeds[1];
    EXPECT_EQ(device.asking_seconds, 2 / device.products_per_second);
    EXPECT_GT(device.lead_seconds, device.asking_seconds);
}

/// Tiles of C come and go over a bus of two tiles a second, which takes much longer than the work.
TEST(ProductPlan, KnowsHowLongTilesOfCTakeToGoHomeWhereRamLimits) {
    PlannedProduct product = scene();
    const auto speed = [&](Node node) {
        return plan_of(product, "nrrp-rounded-effective-steal").workload.speeds[node];
    };
    EXPECT_EQ(speed(1).ram_seconds, 0);
    EXPECT_EQ(speed(1).seconds_home, 0);
    product.links = {{0, 1, 1e9}, {1, 0, 1e9}};
    product.ram_bandwidth = 2 * product.tile_bytes.c;
    EXPECT_GT(speed(1).ram_seconds, 0);
    EXPECT_EQ(speed(1).seconds_home, 0.5);
    EXPECT_EQ(speed(0).seconds_home, 0) << "they are there";
    product.depth = 32;
    product.memory[1] = unlimited;
    product.ram_bandwidth = product.tile_bytes.c / 2;
    EXPECT_EQ(plan_of(product, "nrrp-rounded-static").workload.zones.ends[1], 8) << "a quarter";
    product.reads_c = false;
    EXPECT_EQ(speed(1).seconds_home, product.tile_bytes.c / 1e9) << "by the device's link";
}

TEST(ProductPlan, OfAGivenAllocationHasItsTiles) {
    const partition::Allocation given{"given", 4, 4, 2, {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}};
    const PlannedProduct product = scene();
    const ProductPlan plan =
        plan_product(product, strategy("nrrp-rounded-static"), {}, zones_of(given, product, Order::zone));
    EXPECT_EQ(plan.allocation(), given);
}

} // namespace
} // namespace tangram::sched
