#pragma once

/// cuBLAS, loaded when a CUDA worker needs it. To load it takes 0.2 s and 200 MB in each process, also where there is
/// no GPU: commands that only plan, and the processes of a cluster without GPUs, do without.

#include <cublas_v2.h>

namespace tangram::cuda {

/// The functions that Tangram calls; a kernel that needs another one adds it here.
struct Cublas {
    decltype(&cublasCreate_v2) create;
    decltype(&cublasDestroy_v2) destroy;
    decltype(&cublasSetStream_v2) set_stream;
    decltype(&cublasSgemm_v2) sgemm;
    decltype(&cublasDgemm_v2) dgemm;
    decltype(&cublasSgeam) sgeam;
    decltype(&cublasDgeam) dgeam;
    decltype(&cublasGetStatusString) status_string;
};

/// Loads the library in the first call; it stays. For any thread. Throws Unavailable where it is missing.
const Cublas& cublas();

} // namespace tangram::cuda
