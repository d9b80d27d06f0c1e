#pragma once

/// What StarPU's CUDA workers compute with.

struct cublasContext;

namespace tangram::cuda {

/// cuBLAS's handles of all StarPU workers, for as long as it lives; made when StarPU has started, gone before it ends.
class WorkerHandles {
  public:
    WorkerHandles();
    ~WorkerHandles(); // NOLINT(performance-trivially-destructible): it is where there is no CUDA
    WorkerHandles(const WorkerHandles&) = delete;
    WorkerHandles& operator=(const WorkerHandles&) = delete;
};

/// cuBLAS's handle of the StarPU worker that calls; its stream is the worker's.
cublasContext* handle_of_worker();

} // namespace tangram::cuda
