/// Entry points of cuBLASXt: products of matrices in host memory, on one device, done when a call returns.

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/device.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

#include <cblas.h>
#include <cublasXt.h>

using namespace emulated_cuda;

struct cublasXtContext {
    int device = 0;
    std::size_t block = 2048;
};

namespace {

CBLAS_TRANSPOSE transpose(cublasOperation_t operation) {
    return operation == CUBLAS_OP_N ? CblasNoTrans : CblasTrans;
}

/// Kernels, or the copies of two blocks for each of them.
template <class T> double seconds(const cublasXtContext& context, std::size_t m, std::size_t n, std::size_t k) {
    const double flops = 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    return std::max(flops / settings().flops, flops / static_cast<double>(context.block) * sizeof(T) / settings().link);
}

template <class T, class Multiply> cublasStatus_t gemm(const char* name, cublasXtHandle_t handle, std::size_t m,
                                                       std::size_t n, std::size_t k, const Multiply& multiply) {
    Device& on = device(handle->device);
    const std::size_t blocks = 3 * handle->block * handle->block * sizeof(T);
    if (on.memory.allocated() + settings().taken_by_others + blocks > settings().memory) {
        return CUBLAS_STATUS_ALLOC_FAILED;
    }
    if (fails_on_purpose(name) || on.failure() != cudaSuccess) {
        return CUBLAS_STATUS_EXECUTION_FAILED;
    }
    if (settings().timed()) {
        on.kernels.occupy(Clock::now(), seconds<T>(*handle, m, n, k));
    } else {
        multiply();
    }
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

cublasStatus_t cublasXtSgemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, std::size_t m,
                             std::size_t n, std::size_t k, const float* alpha, const float* a, std::size_t lda,
                             const float* b, std::size_t ldb, const float* beta, float* c, std::size_t ldc) {
    return gemm<float>("cublasXtSgemm", handle, m, n, k, [&] {
        cblas_sgemm(CblasColMajor, transpose(transa), transpose(transb), static_cast<int>(m), static_cast<int>(n),
                    static_cast<int>(k), *alpha, a, static_cast<int>(lda), b, static_cast<int>(ldb), *beta, c,
                    static_cast<int>(ldc));
    });
}

cublasStatus_t cublasXtDgemm(cublasXtHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, std::size_t m,
                             std::size_t n, std::size_t k, const double* alpha, const double* a, std::size_t lda,
                             const double* b, std::size_t ldb, const double* beta, double* c, std::size_t ldc) {
    return gemm<double>("cublasXtDgemm", handle, m, n, k, [&] {
        cblas_dgemm(CblasColMajor, transpose(transa), transpose(transb), static_cast<int>(m), static_cast<int>(n),
                    static_cast<int>(k), *alpha, a, static_cast<int>(lda), b, static_cast<int>(ldb), *beta, c,
                    static_cast<int>(ldc));
    });
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
