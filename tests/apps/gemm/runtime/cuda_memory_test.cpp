/// What StarPU is told of CUDA devices' memory, here of devices that nobody has.

#include "apps/gemm/runtime/cuda_memory.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <vector>

namespace tangram::apps {
namespace {

constexpr std::size_t gibibyte = std::size_t{1} << 30;

class CudaMemory : public testing::Test {
  protected:
    void TearDown() override {
        unsetenv("STARPU_LIMIT_CUDA_MEM");
        unsetenv("STARPU_LIMIT_CUDA_1_MEM");
    }

    const std::map<int, cuda::DeviceMemory> devices_{{0, {79 * gibibyte, 80 * gibibyte}},
                                                     {1, {20 * gibibyte, 80 * gibibyte}}};
};

TEST_F(CudaMemory, IsLimitedToWhatOthersLeave) {
    const std::vector<MemoryLimit> limits = memory_limits(devices_);
    ASSERT_EQ(limits.size(), 1U) << "StarPU takes nine tenths of the first one, which are free";
    EXPECT_EQ(limits[0].variable, "STARPU_LIMIT_CUDA_1_MEM");
    EXPECT_EQ(limits[0].mebibytes, 18 * 1024U);
    EXPECT_THAT(limits[0].warning, testing::HasSubstr("CUDA 1 has 21.47 GB of 85.90 GB free"));
}

TEST_F(CudaMemory, TheUsersLimitsWin) {
    setenv("STARPU_LIMIT_CUDA_1_MEM", "100", 1);
    EXPECT_TRUE(memory_limits(devices_).empty());
    unsetenv("STARPU_LIMIT_CUDA_1_MEM");
    setenv("STARPU_LIMIT_CUDA_MEM", "100", 1);
    EXPECT_TRUE(memory_limits(devices_).empty());
}

TEST_F(CudaMemory, IsEnoughToStartOn) {
    EXPECT_NO_THROW(check_free_memory(devices_));
    EXPECT_THROW(check_free_memory({{0, {63 << 20, 80 * gibibyte}}}), Unavailable);
}

} // namespace
} // namespace tangram::apps
