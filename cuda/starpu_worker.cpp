#include "cuda/starpu_worker.hpp"

#include <starpu.h>
#include <starpu_cublas_v2.h>

namespace tangram::cuda {

WorkerHandles::WorkerHandles() {
    starpu_cublas_init();
}

WorkerHandles::~WorkerHandles() {
    starpu_cublas_shutdown();
}

cublasContext* handle_of_worker() {
    return starpu_cublas_get_local_handle();
}

} // namespace tangram::cuda
