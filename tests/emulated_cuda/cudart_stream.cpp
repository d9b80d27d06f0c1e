/// Entry points of CUDA's runtime: streams and events.

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/device.hpp"

#include <algorithm>
#include <memory>

#include <cuda_runtime.h>

using namespace emulated_cuda;

struct CUevent_st {
    std::shared_ptr<Completion> recorded;
};

namespace {

/// Throws what failed on the stream's device, if anything did.
void require_no_failure(cudaStream_t stream) {
    const cudaError_t failure = device(stream == nullptr ? current_device() : stream->device).failure();
    require(failure == cudaSuccess, failure);
}

Stream& work_of(cudaStream_t stream) {
    return device(current_device()).stream(stream).work;
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): CUDA's names
extern "C" {

/// The default stream waits for streams that block, which is not emulated: there are none.
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
    return call("cudaStreamCreateWithFlags", [&] {
        require(flags == cudaStreamNonBlocking, cudaErrorNotSupported);
        *stream = device(current_device()).make_stream();
    });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return call("cudaStreamDestroy", [&] { device(stream->device).destroy_stream(stream); });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return call("cudaStreamQuery", [&] {
        if (!work_of(stream).idle()) {
            return cudaErrorNotReady;
        }
        require_no_failure(stream);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return call("cudaStreamSynchronize", [&] {
        work_of(stream).record()->wait();
        require_no_failure(stream);
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int /*flags*/) {
    return call("cudaStreamWaitEvent", [&] {
        if (event->recorded) {
            work_of(stream).enqueue([completion = event->recorded](Clock::time_point ready) {
                completion->wait();
                return std::max(ready, completion->time());
            });
        }
    });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int /*flags*/) {
    return call("cudaEventCreateWithFlags", [&] { *event = std::make_unique<CUevent_st>().release(); });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return call("cudaEventDestroy", [&] { const std::unique_ptr<CUevent_st> destroyed(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return call("cudaEventRecord", [&] { event->recorded = work_of(stream).record(); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return call("cudaEventQuery", [&] {
        if (event->recorded && !event->recorded->done()) {
            return cudaErrorNotReady;
        }
        require_no_failure(nullptr);
        return cudaSuccess;
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return call("cudaEventSynchronize", [&] {
        if (event->recorded) {
            event->recorded->wait();
        }
        require_no_failure(nullptr);
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return call("cudaEventElapsedTime", [&] {
        require(start->recorded && end->recorded, cudaErrorInvalidResourceHandle);
        require(start->recorded->done() && end->recorded->done(), cudaErrorNotReady);
        *milliseconds =
            std::chrono::duration<float, std::milli>(end->recorded->time() - start->recorded->time()).count();
    });
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
