/// Entry points of cuBLAS: products and sums of matrices.

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/device.hpp"
#include "tests/emulated_cuda/host_gemm.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include <cublas_v2.h>

using namespace emulated_cuda;

struct cublasContext {
    int device = 0;
    cudaStream_t stream = nullptr;
};

namespace {

/// A column-major matrix in a device's memory.
template <class T> struct Operand {
    const T* address;
    int rows, columns, ld;

    [[nodiscard]] bool is_empty() const { return rows == 0 || columns == 0; }
    [[nodiscard]] bool is_valid() const { return rows >= 0 && columns >= 0 && ld >= std::max(1, rows); }
    [[nodiscard]] double bytes() const { return sizeof(T) * static_cast<double>(rows) * columns; }
    /// Where the emulation finds it; nullptr if some of it is not allocated.
    [[nodiscard]] T* find(const Device& device) const {
        const std::size_t elements =
            static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(ld) + static_cast<std::size_t>(rows);
        return reinterpret_cast<T*>(device.memory.find(address, elements * sizeof(T)));
    }
};

template <class T> Operand<T> operand(const T* address, cublasOperation_t operation, int rows, int columns, int ld) {
    return operation == CUBLAS_OP_N ? Operand<T>{address, rows, columns, ld} : Operand<T>{address, columns, rows, ld};
}

/// Enqueues a kernel of that many seconds; compute(device) is false if it finds no memory.
cublasStatus_t launch(const char* name, cublasHandle_t handle, double seconds,
                      std::function<bool(const Device&)> compute) {
    if (handle == nullptr) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    Device& on = device(handle->device);
    if (fails_on_purpose(name) || on.failure() != cudaSuccess) {
        return CUBLAS_STATUS_EXECUTION_FAILED;
    }
    on.stream(handle->stream).work.enqueue([&on, seconds, compute = std::move(compute)](Clock::time_point ready) {
        const bool fails = fails_on_purpose("kernel") || (!settings().timed() && !compute(on));
        if (fails) {
            on.fail(cudaErrorIllegalAddress);
        }
        return settings().timed() && !fails ? on.kernels.occupy(ready, seconds) : Clock::now();
    });
    return CUBLAS_STATUS_SUCCESS;
}

constexpr double launch_seconds = 5e-6;

template <class T> cublasStatus_t gemm(const char* name, cublasHandle_t handle, cublasOperation_t transa,
                                       cublasOperation_t transb, int m, int n, int k, T alpha, const T* a, int lda,
                                       const T* b, int ldb, T beta, T* c, int ldc) {
    const Operand<T> of_a = operand(a, transa, m, k, lda);
    const Operand<T> of_b = operand(b, transb, k, n, ldb);
    const Operand<T> of_c{c, m, n, ldc};
    if (!of_a.is_valid() || !of_b.is_valid() || !of_c.is_valid()) {
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    if (of_c.is_empty()) {
        return CUBLAS_STATUS_SUCCESS;
    }
    const auto compute = [=](const Device& on) {
        T* found_c = of_c.find(on);
        const T* found_a = k == 0 ? found_c : of_a.find(on);
        const T* found_b = k == 0 ? found_c : of_b.find(on);
        if (found_a == nullptr || found_b == nullptr || found_c == nullptr) {
            return false;
        }
        host_gemm(transa, transb, m, n, k, alpha, found_a, lda, found_b, ldb, beta, found_c, ldc);
        return true;
    };
    static std::atomic<unsigned> calls = 0;
    const double slowdown = ++calls % 2 == 0 ? settings().slowdown : 1;
    return launch(name, handle, launch_seconds + slowdown * 2.0 * m * n * k / settings().flops, compute);
}

/// Of matrices that are not transposed, as Tangram adds them.
template <class T> cublasStatus_t geam(const char* name, cublasHandle_t handle, cublasOperation_t transa,
                                       cublasOperation_t transb, int m, int n, T alpha, const T* a, int lda, T beta,
                                       const T* b, int ldb, T* c, int ldc) {
    const Operand<T> of_a{a, m, n, lda};
    const Operand<T> of_b{b, m, n, ldb};
    const Operand<T> of_c{c, m, n, ldc};
    if (!of_a.is_valid() || !of_b.is_valid() || !of_c.is_valid()) {
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    if (transa != CUBLAS_OP_N || transb != CUBLAS_OP_N) {
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    if (of_c.is_empty()) {
        return CUBLAS_STATUS_SUCCESS;
    }
    const auto compute = [=](const Device& on) {
        const T* found_a = of_a.find(on);
        const T* found_b = of_b.find(on);
        T* found_c = of_c.find(on);
        if (found_a == nullptr || found_b == nullptr || found_c == nullptr) {
            return false;
        }
        for (std::ptrdiff_t j = 0; j < n; ++j) {
            for (std::ptrdiff_t i = 0; i < m; ++i) {
                found_c[i + j * ldc] = alpha * found_a[i + j * lda] + beta * found_b[i + j * ldb];
            }
        }
        return true;
    };
    constexpr double bytes_per_second = 2e12;
    return launch(name, handle, launch_seconds + 3 * of_c.bytes() / bytes_per_second, compute);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): cuBLAS's names
extern "C" {

const char* cublasGetStatusString(cublasStatus_t status) {
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "the library was not initialized";
    case CUBLAS_STATUS_INVALID_VALUE: return "an invalid value was used as an argument";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "the function failed to launch on the GPU";
    default: return "unknown status";
    }
}

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
    if (fails_on_purpose("cublasCreate_v2") || device_failure() != cudaSuccess) {
        *handle = nullptr;
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    *handle = std::make_unique<cublasContext>(cublasContext{current_device(), nullptr}).release();
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    const std::unique_ptr<cublasContext> destroyed(handle);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    if (handle == nullptr) {
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSgemm_v2(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                              int k, const float* alpha, const float* a, int lda, const float* b, int ldb,
                              const float* beta, float* c, int ldc) {
    return gemm("cublasSgemm_v2", handle, transa, transb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
}

cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                              int k, const double* alpha, const double* a, int lda, const double* b, int ldb,
                              const double* beta, double* c, int ldc) {
    return gemm("cublasDgemm_v2", handle, transa, transb, m, n, k, *alpha, a, lda, b, ldb, *beta, c, ldc);
}

cublasStatus_t cublasSgeam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                           const float* alpha, const float* a, int lda, const float* beta, const float* b, int ldb,
                           float* c, int ldc) {
    return geam("cublasSgeam", handle, transa, transb, m, n, *alpha, a, lda, *beta, b, ldb, c, ldc);
}

cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                           const double* alpha, const double* a, int lda, const double* beta, const double* b, int ldb,
                           double* c, int ldc) {
    return geam("cublasDgeam", handle, transa, transb, m, n, *alpha, a, lda, *beta, b, ldb, c, ldc);
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
