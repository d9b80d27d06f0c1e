/// The kernels that add one tile to another, as StarPU calls them: on whole tiles, which
/// have no padding on devices, and on tiles inside of larger matrices.

#include "apps/cpu_add.hpp"
#include "apps/matrix.hpp"
#include "apps/opencl_add.hpp"
#include "tests/apps/emulated_node.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#ifdef TANGRAM_HAS_OPENCL
#include <CL/cl.h>
#include <starpu.h>
#include <starpu_opencl.h>
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
    explicit Scene(const Shape& shape) : a(shape.lda, shape.n), c(shape.ldc, shape.n) {
        a.fill_random(1);
        c.fill_random(2);
        expected = c.copy();
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
    cpu_add<T>({shape.m, shape.n, scene.a.data(), shape.lda, scene.c.data(), shape.ldc}, cores);
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

constexpr char static_policy[] = "nrrp-rounded-static";

class OpenclAdd : public EmulatedNode<static_policy> {};

/// StarPU's OpenCL device of a number.
struct Device {
    explicit Device(int number) {
        starpu_opencl_get_context(number, &context);
        starpu_opencl_get_queue(number, &queue);
    }

    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
};

/// A copy of a matrix in the device's memory, `offset` elements behind its start.
template <class T> class DeviceMatrix {
  public:
    DeviceMatrix(const Device& device, Matrix<T>& matrix, std::size_t offset)
        : queue_(device.queue), matrix_(matrix), offset_(offset),
          memory_(clCreateBuffer(device.context, CL_MEM_READ_WRITE, (offset + matrix.size()) * sizeof(T), nullptr,
                                 nullptr)) {
        clEnqueueWriteBuffer(queue_, memory_, CL_TRUE, offset_ * sizeof(T), matrix_.size() * sizeof(T), matrix_.data(),
                             0, nullptr, nullptr);
    }
    ~DeviceMatrix() { clReleaseMemObject(memory_); }
    DeviceMatrix(const DeviceMatrix&) = delete;
    DeviceMatrix& operator=(const DeviceMatrix&) = delete;

    [[nodiscard]] cl_mem memory() const { return memory_; }
    void fetch() {
        clEnqueueReadBuffer(queue_, memory_, CL_TRUE, offset_ * sizeof(T), matrix_.size() * sizeof(T), matrix_.data(),
                            0, nullptr, nullptr);
    }

  private:
    cl_command_queue queue_;
    Matrix<T>& matrix_;
    std::size_t offset_;
    cl_mem memory_;
};

template <class T> void expect_added_by_opencl(const Shape& shape, const Device& device) {
    SCOPED_TRACE(fmt::format("{} x {}, ld {} and {}", shape.m, shape.n, shape.lda, shape.ldc));
    Scene<T> scene(shape);
    {
        constexpr std::size_t a_offset = 3;
        constexpr std::size_t c_offset = 10;
        const DeviceMatrix<T> a(device, scene.a, a_offset);
        DeviceMatrix<T> c(device, scene.c, c_offset);
        opencl_add<T>({static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n), a.memory(), a_offset,
                       static_cast<std::size_t>(shape.lda), c.memory(), c_offset, static_cast<std::size_t>(shape.ldc)},
                      device.queue);
        c.fetch();
    }
    scene.expect_done();
}

TEST_F(OpenclAdd, AddsAsPlainLoopsDo) {
    if (accelerators() == 0) {
        GTEST_SKIP() << "no OpenCL device: install pocl-opencl-icd";
    }
    const Device first(0);
    for (const Shape& shape : shapes) {
        expect_added_by_opencl<float>(shape, first);
        expect_added_by_opencl<double>(shape, first);
    }
}

/// Adds columns of ones to columns of zeros: the first, the first two, and so on to all.
template <class T> void expect_ever_more_added(std::int64_t columns, const Device& device) {
    constexpr std::int64_t rows = 256;
    Matrix<T> ones(rows, columns);
    Matrix<T> sums(rows, columns);
    ones.fill(1);
    sums.fill(0);
    {
        const DeviceMatrix<T> a(device, ones, 0);
        DeviceMatrix<T> c(device, sums, 0);
        for (std::int64_t n = 1; n <= columns; ++n) {
            opencl_add<T>({rows, static_cast<std::size_t>(n), a.memory(), 0, rows, c.memory(), 0, rows}, device.queue);
        }
        c.fetch();
    }
    for (std::int64_t j = 0; j < columns; ++j) {
        for (std::int64_t i = 0; i < rows; ++i) {
            ASSERT_EQ(sums.view()(i, j), static_cast<T>(columns - j));
        }
    }
}

// Each device widens its kernels' grids while others run them, which PoCL does not bear
// (apps/clblast_call.hpp): without what is done about it, the program is aborted.
TEST_F(OpenclAdd, AddsEverMoreOnSeveralDevicesAtOnce) {
    if (accelerators() < 2) {
        GTEST_SKIP() << "fewer than two OpenCL devices: install pocl-opencl-icd";
    }
    std::vector<std::jthread> threads;
    threads.reserve(accelerators());
    for (int number = 0; number < static_cast<int>(accelerators()); ++number) {
        threads.emplace_back([device = Device(number)] {
            constexpr std::int64_t columns = 1000;
            expect_ever_more_added<float>(columns, device);
            expect_ever_more_added<double>(columns, device);
        });
    }
}

#endif

} // namespace
} // namespace tangram::apps
