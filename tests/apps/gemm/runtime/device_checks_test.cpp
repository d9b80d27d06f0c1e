#include "apps/gemm/runtime/device_checks.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tangram::apps {
namespace {

class DeviceChecks : public testing::Test {
  protected:
    void TearDown() override {
        unsetenv("STARPU_NCUDA");
        unsetenv("STARPU_WORKERS_CUDAID");
    }
};

TEST_F(DeviceChecks, NameDevicesThatAreNotThere) {
    EXPECT_NO_THROW(check_cuda_count({0, "no driver"})) << "nobody asked for any";
    setenv("STARPU_NCUDA", "2", 1);
    EXPECT_NO_THROW(check_cuda_count({2, ""}));
    EXPECT_EQ(test::message_of<Unavailable>([] {
                  check_cuda_count({0, "no driver"});
              }),
              "STARPU_NCUDA is 2, but CUDA finds 0 devices: no driver");
}

TEST_F(DeviceChecks, NameNumbersOfDevicesThatAreNotThere) {
    EXPECT_NO_THROW(check_cuda_ids(2));
    setenv("STARPU_WORKERS_CUDAID", "1 2", 1);
    EXPECT_NO_THROW(check_cuda_ids(0)) << "then StarPU starts none";
    EXPECT_NO_THROW(check_cuda_ids(1 + 2));
    EXPECT_THROW(check_cuda_ids(2), Unavailable);
    setenv("STARPU_NCUDA", "1", 1);
    EXPECT_NO_THROW(check_cuda_ids(2)) << "it takes the first of them";
    setenv("STARPU_NCUDA", "2", 1);
    setenv("STARPU_WORKERS_CUDAID", "1 1", 1);
    EXPECT_THROW(check_cuda_ids(2), InvalidInput);
}

} // namespace
} // namespace tangram::apps
