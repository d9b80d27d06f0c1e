/// The kernels that add one tile to another, as StarPU calls them: on whole tiles, which
/// have no padding on devices, and on tiles inside of larger matrices.

#include "apps/gemm/kernels/cpu_add.hpp"
#include "apps/gemm/kernels/opencl_add.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "tests/apps/emulated_node.hpp"
#include "tests/apps/gemm/kernels/tile_of.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#ifdef TANGRAM_HAS_OPENCL
#include "tests/apps/gemm/kernels/opencl_device.hpp"
#endif

namespace tangram::apps {
namespace {

struct Shape {
    int m, n, lda, ldc;
};

constexpr Shape shapes[] = {{1, 1, 1, 1},        {64, 64, 64, 64}, {100, 37, 100, 100},
                            {100, 37, 103, 100}, {5, 300, 5, 9},   {300, 5, 310, 301}};

/// A and C of a shape, and what C becomes, by plain loops; what lies between the columns stays.
template <class T> struct Scene {
    explicit Scene(const Shape& shape)
        : a(random_matrix<T>(shape.lda, shape.n, 1)), c(random_matrix<T>(shape.ldc, shape.n, 2)), expected(c.copy()) {
        for (int j = 0; j < shape.n; ++j) {
            for (int i = 0; i < shape.m; ++i) {
                expected.view()(i, j) += a.view()(i, j);
            }
        }
    }

    void expect_done() {
        const std::vector<T> found(c.data(), c.data() + c.size());
        EXPECT_EQ(found, std::vector<T>(expected.data(), expected.data() + expected.size()));
    }

    Matrix<T> a, c, expected;
};

template <class T> void expect_added_by_cpu(const Shape& shape, int cores) {
    SCOPED_TRACE(fmt::format("{} x {}, ld {} and {}, {} cores", shape.m, shape.n, shape.lda, shape.ldc, cores));
    Scene<T> scene(shape);
    cpu_add(const_tile_of(scene.a, shape.m), tile_of(scene.c, shape.m), cores);
    scene.expect_done();
}

TEST(CpuAdd, AddsAsPlainLoopsDo) {
    for (const Shape& shape : shapes) {
        for (const int cores : {1, 2, 7}) {
            expect_added_by_cpu<float>(shape, cores);
            expect_added_by_cpu<double>(shape, cores);
        }
    }
}

#ifdef TANGRAM_HAS_OPENCL

class OpenclAdd : public EmulatedNode<static_policy> {};

template <class T> void expect_added_by_opencl(const Shape& shape, const OpenclDevice& device) {
    SCOPED_TRACE(fmt::format("{} x {}, ld {} and {}", shape.m, shape.n, shape.lda, shape.ldc));
    Scene<T> scene(shape);
    {
        constexpr std::size_t a_offset = 3;
        constexpr std::size_t c_offset = 10;
        const DeviceMatrix<T> a(device, scene.a, a_offset);
        DeviceMatrix<T> c(device, scene.c, c_offset);
        opencl_add(a.const_tile(shape.m, shape.n), c.tile(shape.m, shape.n), device.queue);
        c.fetch();
    }
    scene.expect_done();
}

TEST_F(OpenclAdd, AddsAsPlainLoopsDo) {
    if (accelerators() == 0) {
        GTEST_SKIP() << "no OpenCL device: install pocl-opencl-icd";
    }
    const OpenclDevice first(0);
    for (const Shape& shape : shapes) {
        expect_added_by_opencl<float>(shape, first);
        expect_added_by_opencl<double>(shape, first);
    }
}

#endif

} // namespace
} // namespace tangram::apps
