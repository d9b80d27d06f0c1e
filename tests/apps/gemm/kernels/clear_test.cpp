/// The kernels that set a tile to 0, with padding and without.

#include "apps/gemm/kernels/cpu_clear.hpp"
#include "apps/gemm/kernels/opencl_clear.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "tests/apps/emulated_node.hpp"
#include "tests/apps/gemm/kernels/tile_of.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#ifdef TANGRAM_HAS_OPENCL
#include "tests/apps/gemm/kernels/opencl_device.hpp"
#endif

namespace tangram::apps {
namespace {

constexpr int rows = 37;
constexpr int columns = 5;

/// Calls a function that clears the first rows of a matrix of so many.
template <class T, class Clear> void expect_cleared(int all_rows, Clear clear) {
    Matrix<T> c = random_matrix<T>(all_rows, columns, 1);
    const Matrix<T> before = c.copy();
    clear(c);
    for (int j = 0; j < columns; ++j) {
        for (int i = 0; i < all_rows; ++i) {
            ASSERT_EQ(c.view()(i, j), i < rows ? T{0} : before.view()(i, j)) << i << ", " << j;
        }
    }
}

TEST(CpuClear, LeavesWhatLiesBetweenColumns) {
    for (const int all_rows : {rows, rows + 3}) {
        expect_cleared<float>(all_rows, [](Matrix<float>& c) { cpu_clear(tile_of(c, rows)); });
        expect_cleared<double>(all_rows, [](Matrix<double>& c) { cpu_clear(tile_of(c, rows)); });
    }
}

#ifdef TANGRAM_HAS_OPENCL

class OpenclClear : public EmulatedNode<static_policy> {};

template <class T> void clear_on(const OpenclDevice& device, Matrix<T>& matrix) {
    constexpr std::size_t offset = 10;
    DeviceMatrix<T> c(device, matrix, offset);
    opencl_clear(c.tile(rows, columns), device.queue);
    c.fetch();
}

TEST_F(OpenclClear, LeavesWhatLiesBetweenColumns) {
    if (accelerators() == 0) {
        GTEST_SKIP() << "no OpenCL device: install pocl-opencl-icd";
    }
    const OpenclDevice first(0);
    for (const int all_rows : {rows, rows + 3}) {
        expect_cleared<float>(all_rows, [&](Matrix<float>& c) { clear_on(first, c); });
        expect_cleared<double>(all_rows, [&](Matrix<double>& c) { clear_on(first, c); });
    }
}

#endif

} // namespace
} // namespace tangram::apps
