#include "apps/gemm/runtime/runtime.hpp"

#include "base/error.hpp"
#include "sched/starpu/adapter.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>
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

/// A StarPU that the program itself has started.
class ProgramsStarpu {
  public:
    explicit ProgramsStarpu(const char* policy) {
        starpu_conf conf{};
        starpu_conf_init(&conf);
        conf.sched_policy_name = policy;
        if (starpu_init(&conf) != 0) {
            throw RunFailure("StarPU does not start");
        }
    }
    ~ProgramsStarpu() { starpu_shutdown(); }
    ProgramsStarpu(const ProgramsStarpu&) = delete;
    ProgramsStarpu& operator=(const ProgramsStarpu&) = delete;
};

TEST(RunningStarpu, IsNamedWithItsPolicyAndAWayOut) {
    const ProgramsStarpu starpu("lws");
    const std::string message = test::message_of<InvalidInput>([] { const Runtime runtime; });
    EXPECT_THAT(message,
                testing::AllOf(testing::HasSubstr("already running with policy 'lws'"), testing::HasSubstr("'auto'"),
                               testing::HasSubstr("starpu_shutdown()"), testing::HasSubstr("ask for 'lws'")));
    EXPECT_EQ(starpu_is_initialized(), 1) << "it is the program's";
}

TEST(RunningStarpu, IsUsedUnderThePolicyThatIsAskedFor) {
    const ProgramsStarpu starpu("dmda");
    {
        const Runtime runtime({"dmda", std::nullopt});
        EXPECT_EQ(runtime.policy_name(), "dmda");
    }
    EXPECT_EQ(starpu_is_initialized(), 1);
}

TEST(RunningStarpu, IsUsedIfItsStrategyIsOurs) {
    std::optional<Runtime> first(std::in_place, RuntimeOptions{"nrrp-rounded-static", std::nullopt});
    const ProgramsStarpu starpu("lws");
    first.reset();
    const Runtime second;
    EXPECT_EQ(second.policy_name(), "nrrp-rounded-static");
    ASSERT_TRUE(second.strategy());
    EXPECT_EQ(second.strategy()->name, "nrrp-rounded-static");
}

TEST(RunningStarpu, IsSharedWithTheProgramThatStartsItSecond) {
    std::optional<Runtime> runtime(std::in_place);
    const ProgramsStarpu starpu("lws");
    runtime.reset();
    EXPECT_EQ(starpu_is_initialized(), 1);
}

TEST(RunningStarpu, KeepsItsCpuWorkers) {
    setenv("STARPU_NCPU", "1", 1);
    const ProgramsStarpu starpu("dmda");
    for (const char* later : {"1", "2"}) { // what StarPU has read does not matter any more
        setenv("STARPU_NCPU", later, 1);
        EXPECT_NO_THROW(Runtime({"dmda", CpuGroups{CpuGroups::Kind::number, 1}})) << later;
        EXPECT_THROW(Runtime({"dmda", CpuGroups{CpuGroups::Kind::number, 2}}), InvalidInput) << later;
    }
    unsetenv("STARPU_NCPU");
}

/// They would use one core each, and the others would idle.
TEST(RunningStarpu, IsRefusedWithoutTheGroupsOfItsCpuWorkers) {
    const CpuGroups one{CpuGroups::Kind::number, 1};
    std::optional<Runtime> first(std::in_place, RuntimeOptions{"dmda", one});
    if (first->cores_per_cpu_worker() == 1) {
        GTEST_SKIP() << "one core";
    }
    const ProgramsStarpu starpu("dmda");
    first.reset();
    EXPECT_THAT(test::message_of<InvalidInput>([] {
                    Runtime({"dmda", std::nullopt});
                }),
                testing::HasSubstr("ask for 1 CPU groups"));
    EXPECT_NO_THROW(Runtime({"dmda", one}));
}

TEST(RunningStarpu, GetsItsProfilingBack) {
    const ProgramsStarpu starpu("dmda");
    for (const int status : {STARPU_PROFILING_DISABLE, STARPU_PROFILING_ENABLE}) {
        starpu_profiling_status_set(status);
        {
            const Runtime runtime({"dmda", std::nullopt});
            EXPECT_EQ(starpu_profiling_status_get(), STARPU_PROFILING_ENABLE);
        }
        EXPECT_EQ(starpu_profiling_status_get(), status);
    }
}

/// StarPU says that it is initialised while it has no policy yet.
TEST(RunningStarpu, IsJoinedWhenAnotherThreadHasStartedIt) {
    std::promise<void> joined;
    std::jthread program([&] {
        const ProgramsStarpu starpu("dmda");
        joined.get_future().wait();
    });
    while (starpu_is_initialized() == 0) {
        std::this_thread::yield();
    }
    EXPECT_NO_THROW(Runtime({"dmda", std::nullopt}));
    joined.set_value();
}

/// StarPU itself ends the program for what check_starpu_environment() refuses.
TEST(RunningStarpu, ReadsNoVariablesAgain) {
    const ProgramsStarpu starpu("dmda");
    setenv("STARPU_NCPU", "many", 1);
    EXPECT_NO_THROW(Runtime({"dmda", std::nullopt}));
    unsetenv("STARPU_NCPU");
}

TEST(Runtime, IsTheOnlyOneOfAProcess) {
    {
        const Runtime first;
        EXPECT_EQ(test::message_of<InvalidInput>([] { const Runtime second; }),
                  "this process has a Runtime already: use that one, or end it first");
        EXPECT_EQ(starpu_is_initialized(), 1);
    }
    EXPECT_THROW(Runtime({"nonsense", std::nullopt}), InvalidInput);
    EXPECT_NO_THROW(Runtime());
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
