/// Products in a program that has started StarPU with the policies of libtangram_sched.so.

#include "apps/gemm/product/gemm.hpp"
#include "sched/starpu/tangram_sched.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include <starpu.h>

namespace tangram::apps {
namespace {

TEST(SelectedPolicy, IsFollowedByProducts) {
    setenv("STARPU_SCHED", "nrrp-rounded-effective-steal", 1);
    starpu_conf conf{};
    starpu_conf_init(&conf);
    ASSERT_EQ(tangram_sched_select(&conf), 0);
    ASSERT_EQ(starpu_init(&conf), 0);
    {
        Runtime runtime;
        EXPECT_EQ(runtime.policy_name(), "nrrp-rounded-effective-steal");
        ASSERT_TRUE(runtime.strategy());
        Matrix<double> a(64, 64);
        Matrix<double> c(64, 64);
        a.fill_random(1);
        GemmOptions options;
        options.tile = 16;
        const GemmReport report =
            gemm<double>(runtime, Transpose::no, Transpose::yes, 1, a.view(), a.view(), 0, c.view(), options);
        EXPECT_EQ(report.tasks, 64U);
    }
    starpu_shutdown();
}

} // namespace
} // namespace tangram::apps
