#include "apps/gemm/kernels/opencl_cpu_calls.hpp"

#include "apps/gemm/kernels/opencl_queue.hpp"

namespace tangram::apps {

void OpenclCpuCalls::run(const ClblastShape& shape, cl_command_queue queue, const std::function<void()>& call) {
    const cl_device_id device = device_of(queue);
    const Program program{shape.routine, shape.element_bytes, context_of(queue), device};
    const Shape on_device{name_of(device), shape};
    std::unique_lock door(door_);
    if (!programs_.contains(program) || (shapes_.size() == most_shapes && !shapes_.contains(on_device))) {
        shapes_.clear();
    }
    if (shapes_.contains(on_device)) {
        const std::shared_lock together(running_);
        door.unlock();
        call();
        return;
    }
    const std::unique_lock alone(running_);
    call();
    programs_.insert(program);
    shapes_.insert(on_device);
}

} // namespace tangram::apps
