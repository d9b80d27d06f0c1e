/// What a build without CUDA says and does where one with CUDA has devices and kernels.

#include "base/error.hpp"
#include "cuda/add.hpp"
#include "cuda/clear.hpp"
#include "cuda/devices.hpp"
#include "cuda/gemm.hpp"
#include "cuda/starpu_worker.hpp"

#include <gtest/gtest.h>

namespace tangram::cuda {
namespace {

TEST(WithoutCuda, ThereAreNoDevicesForAReason) {
    EXPECT_FALSE(has_kernels());
    EXPECT_EQ(devices().count, 0);
    EXPECT_EQ(devices().why_none, "this build has no CUDA kernels");
    EXPECT_FALSE(device_memory(0).has_value());
}

TEST(WithoutCuda, KernelsAreUnavailable) {
    double element = 1;
    const TileView<double> c{&element, 1, 1, 1};
    const TileView<const double> a{&element, 1, 1, 1};
    EXPECT_THROW(handle_of_worker(), Unavailable);
    EXPECT_THROW(gemm<double>({.a = a, .b = a, .c = c}, nullptr), Unavailable);
    EXPECT_THROW(add(a, c, nullptr), Unavailable);
    EXPECT_THROW(clear(c, nullptr), Unavailable);
    EXPECT_EQ(element, 1);
}

} // namespace
} // namespace tangram::cuda
