/// What the emulated devices promise, as far as tests of Tangram lean on it.

#include "tests/emulated_cuda/device.hpp"

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include <cublas_v2.h>
#include <cuda_runtime.h>

namespace {

constexpr std::size_t count = 1000;
constexpr std::size_t bytes = count * sizeof(double);

double* on_device(std::size_t size) {
    void* address = nullptr;
    EXPECT_EQ(cudaMalloc(&address, size), cudaSuccess);
    return static_cast<double*>(address);
}

TEST(EmulatedMemory, KeepsWhatIsCopiedThereAndTheHostCannotTouchIt) {
    double* device = on_device(bytes);
    const std::vector<double> sent(count, 3);
    std::vector<double> received(count);
    ASSERT_EQ(cudaMemcpy(device, sent.data(), bytes, cudaMemcpyHostToDevice), cudaSuccess);
    ASSERT_EQ(cudaMemcpy(received.data(), device, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(received, sent);
    EXPECT_DEATH(*device = 1, "");
    EXPECT_EQ(cudaMemcpy(device, sent.data(), bytes, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
    EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue) << "twice";
}

TEST(EmulatedMemory, CopiesRowsOfAMatrix) {
    constexpr std::size_t ld = 5;
    constexpr std::size_t rows = 3;
    constexpr std::size_t columns = 4;
    std::vector<double> matrix(ld * columns);
    for (std::size_t index = 0; index < matrix.size(); ++index) {
        matrix[index] = static_cast<double>(index);
    }
    double* device = on_device(rows * columns * sizeof(double));
    constexpr std::size_t row = sizeof(double);
    ASSERT_EQ(cudaMemcpy2D(device, rows * row, matrix.data(), ld * row, rows * row, columns, cudaMemcpyHostToDevice),
              cudaSuccess);
    std::vector<double> packed(rows * columns);
    ASSERT_EQ(cudaMemcpy(packed.data(), device, packed.size() * row, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(packed, (std::vector<double>{0, 1, 2, 5, 6, 7, 10, 11, 12, 15, 16, 17}));
    cudaFree(device);
}

TEST(EmulatedMemory, RunsOut) {
    std::size_t free = 0;
    std::size_t total = 0;
    ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
    void* all = on_device(free);
    void* more = nullptr;
    EXPECT_EQ(cudaMalloc(&more, bytes), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    cudaFree(all);
}

TEST(EmulatedHostMemory, IsLockedOnce) {
    std::vector<double> matrix(count);
    EXPECT_EQ(cudaHostRegister(matrix.data(), bytes, cudaHostRegisterDefault), cudaSuccess);
    EXPECT_EQ(cudaHostRegister(matrix.data() + 10, 80, cudaHostRegisterDefault), cudaErrorHostMemoryAlreadyRegistered);
    EXPECT_EQ(cudaHostUnregister(matrix.data()), cudaSuccess);
    EXPECT_EQ(cudaHostUnregister(matrix.data()), cudaErrorHostMemoryNotRegistered);
    cudaGetLastError();
}

class EmulatedKernels : public testing::Test {
  protected:
    void SetUp() override {
        cublasCreate(&handle_);
        cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
        cublasSetStream(handle_, stream_);
    }
    void TearDown() override {
        cublasDestroy(handle_);
        cudaStreamDestroy(stream_);
    }

    /// C += A of count elements.
    cublasStatus_t add(const double* a, double* c) {
        const double one = 1;
        constexpr int n = count;
        return cublasDgeam(handle_, CUBLAS_OP_N, CUBLAS_OP_N, n, 1, &one, a, n, &one, c, n, c, n);
    }

    cublasHandle_t handle_ = nullptr;
    cudaStream_t stream_ = nullptr;
};

TEST_F(EmulatedKernels, AreDoneInOrderAfterTheCallReturned) {
    double* a = on_device(bytes);
    double* c = on_device(bytes);
    std::vector<double> host(count, 1);
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(c, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaEvent_t event = nullptr;
    cudaEventCreate(&event);
    std::promise<void> go;
    stream_->work.enqueue([&](emulated_cuda::Clock::time_point ready) {
        go.get_future().wait();
        return ready;
    });
    constexpr int kernels = 20;
    for (int kernel = 0; kernel < kernels; ++kernel) {
        ASSERT_EQ(add(a, c), CUBLAS_STATUS_SUCCESS);
    }
    cudaEventRecord(event, stream_);
    EXPECT_EQ(cudaEventQuery(event), cudaErrorNotReady);
    EXPECT_EQ(cudaStreamQuery(stream_), cudaErrorNotReady);
    go.set_value();
    EXPECT_EQ(cudaEventSynchronize(event), cudaSuccess);
    EXPECT_EQ(cudaStreamQuery(stream_), cudaSuccess);
    cudaMemcpy(host.data(), c, bytes, cudaMemcpyDeviceToHost);
    EXPECT_EQ(host, std::vector<double>(count, 1 + kernels));
    cudaEventDestroy(event);
    cudaFree(a);
    cudaFree(c);
}

/// Last, as the device is lost after it.
TEST_F(EmulatedKernels, FailTheDeviceOutsideOfWhatIsAllocated) {
    double* a = on_device(bytes);
    double* c = on_device(bytes);
    cudaFree(a);
    EXPECT_EQ(add(a, c), CUBLAS_STATUS_SUCCESS) << "nobody knows yet";
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorIllegalAddress);
    EXPECT_EQ(add(a, c), CUBLAS_STATUS_EXECUTION_FAILED);
    EXPECT_EQ(cudaFree(c), cudaErrorIllegalAddress);
}

} // namespace
