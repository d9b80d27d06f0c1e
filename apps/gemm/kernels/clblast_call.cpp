#include "apps/gemm/kernels/clblast_call.hpp"

#include "apps/gemm/kernels/opencl_cpu_calls.hpp"
#include "apps/gemm/kernels/opencl_queue.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <mutex>
#include <optional>

namespace tangram::apps {

namespace {

/// Of the process, as PoCL's list is. Not destroyed, as StarPU's workers may end after it.
OpenclCpuCalls& calls_on_cpus() {
    static auto& calls = *new OpenclCpuCalls;
    return calls;
}

/// The first call of all alone; others wait for it.
CLBlastStatusCode enqueued(const std::function<CLBlastStatusCode()>& enqueue) {
    static std::once_flag first;
    std::optional<CLBlastStatusCode> status;
    std::call_once(first, [&] { status = enqueue(); });
    return status ? *status : enqueue();
}

void check(CLBlastStatusCode status, const std::string& routine) {
    if (status != CLBlastSuccess) {
        throw RunFailure(fmt::format("CLBlast's {} failed with status {}", routine, static_cast<int>(status)));
    }
}

} // namespace

void call_clblast(const ClblastShape& shape, cl_command_queue queue,
                  const std::function<CLBlastStatusCode()>& enqueue) {
    if (!is_cpu(device_of(queue))) {
        check(enqueued(enqueue), shape.routine);
        return;
    }
    calls_on_cpus().run(shape, queue, [&] {
        const CLBlastStatusCode status = enqueued(enqueue);
        finish(queue); // also what was enqueued before it failed
        check(status, shape.routine);
    });
}

} // namespace tangram::apps
