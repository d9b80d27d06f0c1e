#include "apps/gemm/machines/device_ids.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <vector>

namespace tangram::apps {
namespace {

using Ids = std::vector<int>;

class DeviceIds : public testing::Test {
  protected:
    void TearDown() override {
        for (const char* variable :
             {"STARPU_NCUDA", "STARPU_WORKERS_CUDAID", "STARPU_NOPENCL", "STARPU_WORKERS_OPENCLID"}) {
            unsetenv(variable);
        }
    }
};

TEST_F(DeviceIds, StandBetweenBlanks) {
    EXPECT_EQ(parsed_device_ids("3"), Ids{3});
    EXPECT_EQ(parsed_device_ids(" 2 0\t1  "), (Ids{2, 0, 1}));
    EXPECT_EQ(parsed_device_ids("0\n+1\n"), (Ids{0, 1}));
}

TEST_F(DeviceIds, MayEndWithAComma) {
    EXPECT_EQ(parsed_device_ids("0,"), Ids{0});
    EXPECT_EQ(parsed_device_ids("1 0 ,\n"), (Ids{1, 0}));
}

TEST_F(DeviceIds, AreNumbersAndNothingElse) {
    for (const char* text : {"", " ", ",", "abc", "0,1", "0,,", "0 -1", "+-0", "1 2x", "99999999999"}) {
        EXPECT_EQ(parsed_device_ids(text), std::nullopt) << text;
    }
}

TEST_F(DeviceIds, NothingAsksForNoWorker) {
    EXPECT_EQ(workers_asked_for("STARPU_NCUDA"), std::nullopt);
    setenv("STARPU_NCUDA", "", 1);
    EXPECT_EQ(workers_asked_for("STARPU_NCUDA"), 0);
    EXPECT_EQ(cuda_devices_to_start(2), Ids{});
    setenv("STARPU_NCUDA", " +2", 1);
    EXPECT_EQ(workers_asked_for("STARPU_NCUDA"), 2);
}

TEST_F(DeviceIds, AreTheFirstOfTheList) {
    EXPECT_EQ(cuda_devices_to_start(3), (Ids{0, 1, 2}));
    setenv("STARPU_NCUDA", "2", 1);
    EXPECT_EQ(cuda_devices_to_start(3), (Ids{0, 1}));
    setenv("STARPU_WORKERS_CUDAID", "2 0 1", 1);
    EXPECT_EQ(cuda_devices_to_start(3), (Ids{2, 0}));
    setenv("STARPU_NCUDA", "9", 1);
    EXPECT_EQ(cuda_devices_to_start(1), Ids{2}) << "no more than there are";
}

TEST_F(DeviceIds, OfOpenclStartOnceAndNotAsCudasToo) {
    EXPECT_EQ(opencl_devices_to_start(3, {1}), (Ids{0, 2}));
    setenv("STARPU_WORKERS_OPENCLID", "5 0 0 1", 1);
    EXPECT_EQ(opencl_devices_to_start(3, {}), (Ids{5, 0, 1}));
    EXPECT_EQ(opencl_devices_to_start(3, {5}), (Ids{0, 1}));
    setenv("STARPU_NOPENCL", "1", 1);
    EXPECT_EQ(opencl_devices_to_start(3, {}), Ids{5});
}

TEST_F(DeviceIds, AreMissedWhereThereAreFewer) {
    EXPECT_EQ(missing_device({1, 2, 5}, 2), 2);
    EXPECT_EQ(missing_device({1, 0}, 2), std::nullopt);
}

TEST_F(DeviceIds, OfCudaStartOnce) {
    setenv("STARPU_WORKERS_CUDAID", "1", 1);
    EXPECT_NO_THROW(check_cuda_list(2));
    setenv("STARPU_NCUDA", "2", 1);
    EXPECT_THROW(check_cuda_list(2), InvalidInput) << "StarPU would repeat the list";
    EXPECT_NO_THROW(check_cuda_list(1)) << "of one device StarPU starts one worker";
    setenv("STARPU_WORKERS_CUDAID", "1 1 0", 1);
    EXPECT_THROW(check_cuda_list(2), InvalidInput);
    setenv("STARPU_NCUDA", "1", 1);
    EXPECT_NO_THROW(check_cuda_list(2));
}

} // namespace
} // namespace tangram::apps
