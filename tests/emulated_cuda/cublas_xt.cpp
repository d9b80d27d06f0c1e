/// Entry points of cuBLASXt: products of matrices in host memory, on one device, done when a call returns.

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/device.hpp"
#include "tests/emulated_cuda/host_gemm.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

#include <cublasXt.h>

using namespace emulated_cuda;

struct cublasXtContext {
    int device = 0;
    std::size_t block = 2048;
};

namespace {

/// Kernels, or the copies of two blocks for each of them.
template <class T> double seconds(const cublasXtContext& context, std::size_t m, std::size_t n, std::size_t k) {
    const double flops = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    return std::max(flops / settings().flops, flops / static_cast<double>(context.block) * sizeof(T) / settings().link);
}

template <class T> cublasStatus_t gemm(const char* name, cublasXtHandle_t handle, cublasOperation_t transa,
                                       cublasOperation_t transb, std::size_t m, std::size_t n, std::size_t k, T alpha,
                                       const T* a, std::size_t lda, const T* b, std::size_t ldb, T beta, T* c,
                                       std::size_t ldc) {
    Device& on = device(handle->device);
    if (3 * handle->block * handle->block * sizeof(T) > on.free_bytes()) {
        return CUBLAS_STATUS_ALLOC_FAILED;
    }
    if (fails_on_purpose(name) || on.failure() != cudaSuccess) {
        return CUBLAS_STATUS_EXECUTION_FAILED;
    }
    if (settings().timed()) {
        on.kernels.occupy(Clock::now(), seconds<T>(*handle, m, n, k));
        return CUBLAS_STATUS_SUCCESS;
    }
    const auto size = [](std::size_t value) { return static_cast<int>(value); };
    host_gemm(transa, transb, size(m), size(n), size(k), alpha, a, size(lda), b, size(ldb), beta, c, size(ldc));
    return CUBLAS_STATUS_SUCCESS;
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): cuBLASXt's names
extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle) {
    if (fails_on_purpose("cublasXtCreate")) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    *handle = std::make_unique<cublasXtContext>().release();
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
    const std::unique_ptr<cublasXtContext> destroyed(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
    if (count != 1) {
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    handle->device = devices[0];
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int block) {
    if (block < 1) {
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    handle->block = static_cast<std::size_t>(block);
    return CUBLAS_STATUS_SUCCESS;
}

/// Copies take no time here.
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t, cublasXtPinnedMemMode_t) {
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSgemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, std::size_t m,
                             std::size_t n, std::size_t k, const float* alpha, const float* a, std::size_t lda,
                             const float* b, std::size_t ldb, const float* beta, float* c, std::size_t ldc) {
    return gemm("cublasXtSgemm", handle, transa, transb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
}

cublasStatus_t cublasXtDgemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, std::size_t m,
                             std::size_t n, std::size_t k, const double* alpha, const double* a, std::size_t lda,
                             const double* b, std::size_t ldb, const double* beta, double* c, std::size_t ldc) {
    return gemm("cublasXtDgemm", handle, transa, transb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
