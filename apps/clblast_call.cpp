#include "apps/clblast_call.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <shared_mutex>
#include <tuple>

namespace tangram::apps {

namespace {

/// The queue's device or context; none if OpenCL has no answer.
template <class T> T of_queue(cl_command_queue queue, cl_command_queue_info which) {
    T answer = nullptr;
    clGetCommandQueueInfo(queue, which, sizeof(T), &answer, nullptr); // NOLINT(bugprone-sizeof-expression): a handle's
    return answer;
}

void enqueue_and_check(const ClblastShape& shape, cl_command_queue queue,
                       const std::function<CLBlastStatusCode()>& enqueue) {
    if (const CLBlastStatusCode status = enqueue(); status != CLBlastSuccess) {
        throw RunFailure(fmt::format("CLBlast's {} failed with status {}", shape.routine, static_cast<int>(status)));
    }
    if (is_on_cpu(queue)) {
        if (const cl_int status = clFinish(queue); status != CL_SUCCESS) {
            throw RunFailure(fmt::format("OpenCL's clFinish failed with status {}", status));
        }
    }
}

/// Of the process, as CLBlast's and PoCL's tables are.
class ClblastCalls {
  public:
    static ClblastCalls& of_process() {
        static ClblastCalls calls;
        return calls;
    }

    void call(const ClblastShape& shape, cl_command_queue queue, const std::function<CLBlastStatusCode()>& enqueue) {
        std::unique_lock door(door_);
        const Program program{shape.routine, shape.element_bytes, of_queue<cl_context>(queue, CL_QUEUE_CONTEXT),
                              of_queue<cl_device_id>(queue, CL_QUEUE_DEVICE)};
        if (!programs_.contains(program)) {
            shapes_.clear();
        }
        if (shapes_.contains(shape)) {
            const std::shared_lock together(running_);
            door.unlock();
            enqueue_and_check(shape, queue, enqueue);
            return;
        }
        // Others wait at the door meanwhile, so that they do not overtake for ever.
        const std::unique_lock alone(running_);
        enqueue_and_check(shape, queue, enqueue);
        programs_.insert(program);
        shapes_.insert(shape);
    }

  private:
    /// What CLBlast caches its programs by, which keep their contexts: addresses are not used again.
    using Program = std::tuple<std::string, std::size_t, cl_context, cl_device_id>;

    std::mutex door_; // guards the sets
    std::set<Program> programs_;
    std::set<ClblastShape> shapes_;
    std::shared_mutex running_;
};

} // namespace

void call_clblast(const ClblastShape& shape, cl_command_queue queue,
                  const std::function<CLBlastStatusCode()>& enqueue) {
    ClblastCalls::of_process().call(shape, queue, enqueue);
}

bool is_on_cpu(cl_command_queue queue) {
    cl_device_type type = 0;
    const cl_int status =
        clGetDeviceInfo(of_queue<cl_device_id>(queue, CL_QUEUE_DEVICE), CL_DEVICE_TYPE, sizeof(type), &type, nullptr);
    return status == CL_SUCCESS && (type & CL_DEVICE_TYPE_CPU) != 0;
}

} // namespace tangram::apps
