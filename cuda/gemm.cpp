#include "cuda/gemm.hpp"

#include "base/error.hpp"
#include "cuda/cublas.hpp"

#include <string>

namespace tangram::cuda {

namespace {

cublasOperation_t to_cublas(Transpose transpose) {
    return transpose == Transpose::no ? CUBLAS_OP_N : CUBLAS_OP_T;
}

cublasStatus_t enqueue(const GemmCall<float>& p, cublasHandle_t handle) {
    return cublas().sgemm(handle, to_cublas(p.transa), to_cublas(p.transb), p.m(), p.n(), p.k(), &p.alpha, p.a.data,
                          p.a.ld, p.b.data, p.b.ld, &p.beta, p.c.data, p.c.ld);
}

cublasStatus_t enqueue(const GemmCall<double>& p, cublasHandle_t handle) {
    return cublas().dgemm(handle, to_cublas(p.transa), to_cublas(p.transb), p.m(), p.n(), p.k(), &p.alpha, p.a.data,
                          p.a.ld, p.b.data, p.b.ld, &p.beta, p.c.data, p.c.ld);
}

} // namespace

template <class T> void gemm(const GemmCall<T>& call, cublasContext* handle) {
    const cublasStatus_t status = enqueue(call, handle);
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw RunFailure(std::string("cuBLAS's GEMM failed: ") + cublas().status_string(status));
    }
}

template void gemm<float>(const GemmCall<float>&, cublasContext*);
template void gemm<double>(const GemmCall<double>&, cublasContext*);

} // namespace tangram::cuda
