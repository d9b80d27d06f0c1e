/// A Runtime in a program that has StarPU and cuBLAS running, on emulated CUDA devices: the program's cuBLAS handles
/// are its own.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/product/gemm.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include <cublas_v2.h>
#include <starpu.h>
#include <starpu_cublas_v2.h>

namespace tangram::apps {
namespace {

/// StarPU's, of all workers.
std::vector<cublasHandle_t> handles_of_program() {
    std::vector<cublasHandle_t> handles(starpu_worker_get_count());
    starpu_execute_on_each_worker(
        [](void* all) { static_cast<cublasHandle_t*>(all)[starpu_worker_get_id()] = starpu_cublas_get_local_handle(); },
        handles.data(), STARPU_CUDA);
    return handles;
}

void multiply(Runtime& runtime) {
    constexpr std::int64_t size = 64;
    Matrix<double> a(size, size);
    Matrix<double> c(size, size);
    a.fill_random(1);
    GemmOptions options;
    options.tile = 16;
    const GemmReport report =
        gemm<double>(runtime, Transpose::no, Transpose::yes, 1, a.view(), a.view(), 0, c.view(), options);
    EXPECT_EQ(report.tasks, 64U);
}

TEST(ProgramsCublas, KeepsItsHandles) {
    ASSERT_EQ(starpu_init(nullptr), 0);
    starpu_cublas_init();
    const std::vector<cublasHandle_t> before = handles_of_program();
    {
        Runtime runtime({starpu_sched_ctx_get_sched_policy(0)->policy_name, std::nullopt});
        EXPECT_EQ(handles_of_program(), before);
        multiply(runtime);
    }
    EXPECT_EQ(handles_of_program(), before);
    starpu_cublas_shutdown(); // destroys each once
    starpu_shutdown();
}

TEST(ProgramsCublas, MayEndBeforeTheRuntime) {
    Runtime runtime;
    ASSERT_EQ(starpu_init(nullptr), 0);
    starpu_cublas_init();
    multiply(runtime);
    starpu_cublas_shutdown();
    multiply(runtime);
    starpu_shutdown();
}

} // namespace
} // namespace tangram::apps
