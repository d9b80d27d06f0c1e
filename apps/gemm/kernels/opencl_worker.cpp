#include "apps/gemm/kernels/opencl_worker.hpp"

#include "apps/gemm/kernels/opencl_queue.hpp"

#include <starpu.h>
#include <starpu_opencl.h>

namespace tangram::apps {

bool has_opencl_kernels() {
    return true;
}

_cl_command_queue* queue_of_worker() {
    cl_command_queue queue = nullptr;
    starpu_opencl_get_queue(starpu_worker_get_devid(starpu_worker_get_id()), &queue);
    return queue;
}

bool is_emulated_opencl_device(int device) {
    cl_device_id id = nullptr;
    starpu_opencl_get_device(device, &id);
    return is_cpu(id);
}

} // namespace tangram::apps
