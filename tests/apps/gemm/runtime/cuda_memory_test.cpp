/// What StarPU is told of CUDA devices, here of devices that nobody has.

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
        for (const char* variable :
             {"STARPU_LIMIT_CUDA_MEM", "STARPU_LIMIT_CUDA_1_MEM", "STARPU_NCUDA", "STARPU_WORKERS_CUDAID"}) {
            unsetenv(variable);
        }
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

TEST_F(CudaMemory, MattersOnDevicesThatStarpuWillStart) {
    EXPECT_EQ(devices_to_start(3), (std::vector<int>{0, 1, 2}));
    setenv("STARPU_NCUDA", "2", 1);
    EXPECT_EQ(devices_to_start(3), (std::vector<int>{0, 1}));
    setenv("STARPU_WORKERS_CUDAID", "2 0 1", 1);
    EXPECT_EQ(devices_to_start(3), (std::vector<int>{2, 0}));
}

TEST_F(CudaMemory, DevicesThatAreNotThereAreNamed) {
    EXPECT_NO_THROW(check_cuda_count({0, "no driver"})) << "nobody asked for any";
    setenv("STARPU_NCUDA", "2", 1);
    EXPECT_NO_THROW(check_cuda_count({2, ""}));
    try {
        check_cuda_count({0, "no driver"});
        ADD_FAILURE() << "two devices were found";
    } catch (const Unavailable& error) {
        EXPECT_STREQ(error.what(), "STARPU_NCUDA is 2, but CUDA finds 0 devices: no driver");
    }
}

TEST_F(CudaMemory, NumbersOfDevicesThatAreNotThereAreNamed) {
    EXPECT_NO_THROW(check_cuda_ids(2));
    setenv("STARPU_WORKERS_CUDAID", "1 2", 1);
    EXPECT_NO_THROW(check_cuda_ids(0)) << "then StarPU starts none";
    EXPECT_NO_THROW(check_cuda_ids(1 + 2));
    EXPECT_THROW(check_cuda_ids(2), Unavailable);
    setenv("STARPU_NCUDA", "1", 1);
    EXPECT_NO_THROW(check_cuda_ids(2)) << "it takes the first of them";
}

TEST_F(CudaMemory, DevicesStartOnce) {
    setenv("STARPU_WORKERS_CUDAID", "1", 1);
    EXPECT_NO_THROW(check_cuda_ids(2));
    setenv("STARPU_NCUDA", "2", 1);
    EXPECT_THROW(check_cuda_ids(2), InvalidInput) << "StarPU would repeat the list";
    setenv("STARPU_WORKERS_CUDAID", "1 1 0", 1);
    EXPECT_THROW(check_cuda_ids(2), InvalidInput);
    setenv("STARPU_NCUDA", "1", 1);
    EXPECT_NO_THROW(check_cuda_ids(2));
}

} // namespace
} // namespace tangram::apps
