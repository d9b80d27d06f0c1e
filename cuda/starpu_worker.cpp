#include "cuda/starpu_worker.hpp"

#include "base/error.hpp"
#include "cuda/cublas.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include <starpu.h>
#include <starpu_cuda.h>

namespace tangram::cuda {

namespace {

struct DestroyHandle {
    void operator()(cublasHandle_t handle) const noexcept { cublas().destroy(handle); }
};
using Handle = std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, DestroyHandle>;

/// By worker, those that the calling thread drives.
std::map<int, Handle>& handles_of_thread() {
    thread_local std::map<int, Handle> handles;
    return handles;
}

/// On a worker. Writes its status to the atomic one if it fails.
void create_handle(void* failure) {
    cublasHandle_t handle = nullptr;
    cublasStatus_t status = cublas().create(&handle);
    if (status == CUBLAS_STATUS_SUCCESS) {
        handles_of_thread()[starpu_worker_get_id()].reset(handle);
        status = cublas().set_stream(handle, starpu_cuda_get_local_stream());
    }
    if (status != CUBLAS_STATUS_SUCCESS) {
        *static_cast<std::atomic<cublasStatus_t>*>(failure) = status;
    }
}

void destroy_handle(void* /*argument*/) {
    handles_of_thread().erase(starpu_worker_get_id());
}

void destroy_handles() {
    starpu_execute_on_each_worker(destroy_handle, nullptr, STARPU_CUDA);
}

} // namespace

// Not starpu_cublas_init(), whose handles are the program's: a second call replaces them, and starpu_cublas_shutdown()
// destroys them.
WorkerHandles::WorkerHandles() {
    if (starpu_cuda_worker_get_count() == 0) {
        return;
    }
    cublas(); // here, as the workers cannot throw
    std::atomic<cublasStatus_t> failure = CUBLAS_STATUS_SUCCESS;
    starpu_execute_on_each_worker(create_handle, &failure, STARPU_CUDA);
    if (failure != CUBLAS_STATUS_SUCCESS) {
        destroy_handles();
        throw RunFailure(std::string("cuBLAS does not start: ") + cublas().status_string(failure));
    }
}

WorkerHandles::~WorkerHandles() {
    destroy_handles();
}

cublasContext* handle_of_worker() {
    return handles_of_thread().at(starpu_worker_get_id()).get();
}

} // namespace tangram::cuda
