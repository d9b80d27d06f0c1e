#pragma once

/// What StarPU's CUDA workers compute with.

struct cublasContext;

namespace tangram::cuda {

/// Handles of cuBLAS's for all StarPU workers, for as long as it lives; made when StarPU has started, gone before it
/// ends. One at a time. The program's own, from starpu_cublas_init(), stay what they are.
class WorkerHandles {
  public:
    /// Throws Unavailable if there are CUDA workers but no cuBLAS, RunFailure if it does not start.
    WorkerHandles();
    ~WorkerHandles(); // NOLINT(performance-trivially-destructible): it is where there is no CUDA
    WorkerHandles(const WorkerHandles&) = delete;
    WorkerHandles& operator=(const WorkerHandles&) = delete;
};

/// That of the StarPU worker that calls; its stream is the worker's.
cublasContext* handle_of_worker();

} // namespace tangram::cuda
