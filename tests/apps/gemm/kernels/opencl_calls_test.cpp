/// Kernels of several OpenCL devices at once. Each device widens its kernels' grids while others run them, which
/// PoCL does not bear (apps/gemm/kernels/opencl_cpu_calls.hpp): without what is done about it, the program is aborted.

#include "apps/gemm/kernels/opencl_add.hpp"
#include "apps/gemm/kernels/opencl_cpu_calls.hpp"
#include "apps/gemm/kernels/opencl_gemm.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "tests/apps/emulated_node.hpp"
#include "tests/apps/gemm/kernels/opencl_device.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace tangram::apps {
namespace {

class OpenclCalls : public EmulatedNode<static_policy> {
  protected:
    void SetUp() override {
        if (starpu_opencl_worker_get_count() < 2) {
            GTEST_SKIP() << "fewer than two OpenCL devices: install pocl-opencl-icd";
        }
    }

    /// Calls a function with each device, all at once.
    template <class Call> static void on_all_devices(Call call) {
        const auto devices = static_cast<int>(starpu_opencl_worker_get_count());
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(devices));
        for (int number = 0; number < devices; ++number) {
            threads.emplace_back([call, device = OpenclDevice(number)] { EXPECT_NO_THROW(call(device)); });
        }
    }
};

template <class T> Matrix<T> filled(std::int64_t rows, std::int64_t columns, T value) {
    Matrix<T> matrix(rows, columns);
    matrix.fill(value);
    return matrix;
}

// Were they to run one after the other, none would get past the barrier.
TEST_F(OpenclCalls, RunTogetherWhereTheirShapeIsKnown) {
    OpenclCpuCalls calls;
    const ClblastShape shape{"AXPY", sizeof(float), {1}};
    for (int round = 0; round < 2; ++round) { // programs, then shapes
        on_all_devices([&](const OpenclDevice& device) { calls.run(shape, device.queue, [] {}); });
    }
    std::barrier all(starpu_opencl_worker_get_count());
    on_all_devices([&](const OpenclDevice& device) { calls.run(shape, device.queue, [&] { all.arrive_and_wait(); }); });
}

TEST_F(OpenclCalls, AreAloneWhereTheirShapeIsNew) {
    OpenclCpuCalls calls;
    std::atomic<int> running = 0;
    std::atomic<std::size_t> next = 1;
    on_all_devices([&](const OpenclDevice& device) {
        for (int round = 0; round < 100; ++round) {
            calls.run({"AXPY", sizeof(float), {next++}}, device.queue, [&] {
                EXPECT_EQ(running, 0);
                std::this_thread::yield();
                EXPECT_EQ(running, 0);
            });
            calls.run({"AXPY", sizeof(float), {0}}, device.queue, [&] { // known but for when it is forgotten
                ++running;
                std::this_thread::yield();
                --running;
            });
        }
    });
}

/// Adds columns of ones to columns of zeros: the first, the first two, and so on to all.
template <class T> void expect_ever_more_added(int columns, const OpenclDevice& device) {
    constexpr int rows = 256;
    Matrix<T> ones = filled<T>(rows, columns, 1);
    Matrix<T> sums = filled<T>(rows, columns, 0);
    {
        const DeviceMatrix<T> a(device, ones, 0);
        DeviceMatrix<T> c(device, sums, 0);
        for (int n = 1; n <= columns; ++n) {
            opencl_add(a.const_tile(rows, n), c.tile(rows, n), device.queue);
        }
        c.fetch();
    }
    for (std::int64_t j = 0; j < columns; ++j) {
        for (std::int64_t i = 0; i < rows; ++i) {
            ASSERT_EQ(sums.view()(i, j), static_cast<T>(columns - j));
        }
    }
}

TEST_F(OpenclCalls, AddEverMore) {
    on_all_devices([](const OpenclDevice& device) {
        constexpr int columns = 1000;
        expect_ever_more_added<float>(columns, device);
        expect_ever_more_added<double>(columns, device);
    });
}

/// Matrices of ones and of ever more columns: C = A B, then C = A B + C.
struct Widths {
    int side; ///< rows of A, and of B
    int least;
    int most;
    int step;
};

template <class T> void expect_ever_wider_products(const Widths& widths, const OpenclDevice& device) {
    const int side = widths.side;
    Matrix<T> ones_a = filled<T>(side, side, 1);
    Matrix<T> ones_b = filled<T>(side, widths.most, 1);
    Matrix<T> products = filled<T>(side, widths.most, -1);
    {
        const DeviceMatrix<T> a(device, ones_a, 0);
        const DeviceMatrix<T> b(device, ones_b, 0);
        DeviceMatrix<T> c(device, products, 0);
        for (int n = widths.least; n <= widths.most; n += widths.step) {
            for (const T beta : {T{0}, T{1}}) {
                opencl_gemm<T>(
                    {.a = a.const_tile(side, side), .b = b.const_tile(side, n), .beta = beta, .c = c.tile(side, n)},
                    device.queue);
            }
        }
        c.fetch();
    }
    for (std::int64_t j = 0; j < widths.most; ++j) {
        for (std::int64_t i = 0; i < side; ++i) {
            ASSERT_EQ(products.view()(i, j), static_cast<T>(2 * side));
        }
    }
}

TEST_F(OpenclCalls, MultiplyEverWiderMatrices) {
    on_all_devices([](const OpenclDevice& device) {
        expect_ever_wider_products<float>({.side = 50, .least = 1, .most = 200, .step = 1}, device);
        expect_ever_wider_products<double>({.side = 50, .least = 1, .most = 200, .step = 1}, device);
    });
}

TEST_F(OpenclCalls, MultiplyEverWiderMatricesThatAreCopied) {
    on_all_devices([](const OpenclDevice& device) {
        expect_ever_wider_products<float>({.side = 450, .least = 460, .most = 520, .step = 5}, device);
    });
}

} // namespace
} // namespace tangram::apps
