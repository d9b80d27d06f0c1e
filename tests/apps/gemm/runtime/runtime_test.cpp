#include "apps/gemm/runtime/runtime.hpp"

#include "base/error.hpp"
#include "sched/starpu/adapter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {
namespace {

TEST(CpuGroups, ReadsItsThreeForms) {
    EXPECT_EQ(CpuGroups::from_string("core").kind, CpuGroups::Kind::core);
    EXPECT_EQ(CpuGroups::from_string("socket").kind, CpuGroups::Kind::socket);
    EXPECT_EQ(CpuGroups::from_string("3").number, 3U);
}

TEST(CpuGroups, RefusesEverythingElse) {
    for (const char* text : {"", "cores", "0", "-1", "2.5", "2 ", "99999999999"}) {
        EXPECT_THROW(CpuGroups::from_string(text), InvalidInput) << text;
    }
}

TEST(Bandwidth, IsOfOneDirectionAndMeasured) {
    const std::vector<Link> links{{0, 1, 2e9}, {1, 0, 1e9}, {0, 2, 0}};
    EXPECT_EQ(bandwidth(links, 0, 1), 2e9);
    EXPECT_EQ(bandwidth(links, 1, 0), 1e9);
    EXPECT_EQ(bandwidth(links, 0, 2), std::nullopt);
    EXPECT_EQ(bandwidth(links, 1, 2), std::nullopt);
}

TEST(Runtime, UnknownPolicyListsOursAndStarpus) {
    try {
        const Runtime runtime({"nonsense", std::nullopt});
        ADD_FAILURE() << "nonsense was accepted";
    } catch (const InvalidInput& error) {
        EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("nonsense"), testing::HasSubstr("nrrp-rounded"),
                                                 testing::HasSubstr("effective-steal"), testing::HasSubstr("dmda")));
    }
}

TEST(Runtime, TheOptionWinsOverTheVariable) {
    setenv("STARPU_SCHED", "dmda", 1);
    {
        const Runtime runtime({"NRRP-Rounded-Static", std::nullopt});
        EXPECT_EQ(runtime.policy_name(), "nrrp-rounded-static");
    }
    setenv("STARPU_SCHED", "lws", 1);
    {
        const Runtime runtime;
        EXPECT_EQ(runtime.policy_name(), "lws");
        EXPECT_FALSE(runtime.strategy());
    }
    unsetenv("STARPU_SCHED");
    const Runtime runtime;
    EXPECT_EQ(runtime.policy_name(), sched::default_strategy().name);
}

TEST(Runtime, OneGroupOfCoresIsOneWorker) {
    const Runtime runtime({"", CpuGroups{CpuGroups::Kind::number, 1}});
    EXPECT_EQ(starpu_cpu_worker_get_count(), 1U);
    EXPECT_GE(runtime.cores_per_cpu_worker(), 1U);
}

TEST(Runtime, MoreGroupsThanCoresAreRefused) {
    EXPECT_THROW(Runtime({"", CpuGroups{CpuGroups::Kind::number, 100'000}}), InvalidInput);
}

/// Tasks that are no tiles of a product go through our policies like through any other.
TEST(Runtime, RunsTasksThatAreNoTiles) {
    const Runtime runtime({"nrrp-rounded-static", std::nullopt});
    static std::atomic<int> runs;
    runs = 0;
    starpu_codelet codelet{};
    starpu_codelet_init(&codelet);
    codelet.cpu_funcs[0] = [](void**, void*) { ++runs; };
    for (int task = 0; task < 100; ++task) {
        ASSERT_EQ(starpu_task_insert(&codelet, 0), 0);
    }
    starpu_task_wait_for_all();
    EXPECT_EQ(runs, 100);
}

} // namespace
} // namespace tangram::apps
