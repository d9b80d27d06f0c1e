#include "tests/emulated_cuda/calls.hpp"

#include "tests/emulated_cuda/device.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <atomic>
#include <utility>

namespace emulated_cuda {

namespace {

thread_local cudaError_t last = cudaSuccess;

} // namespace

bool fails_on_purpose(std::string_view name) {
    static std::atomic<long> calls = 0;
    if (name != settings().failing) {
        return false;
    }
    const long number = ++calls;
    return settings().goes_on_failing ? number >= settings().first_failing : number == settings().first_failing;
}

cudaError_t last_error(bool forget) {
    return forget ? std::exchange(last, cudaSuccess) : last;
}

cudaError_t set_last_error(cudaError_t error) {
    return last = error;
}

cudaError_t error_on_purpose(std::string_view name) {
    return name == "cudaMalloc" || name == "cudaHostAlloc" || name == "cudaHostRegister" ? cudaErrorMemoryAllocation
                                                                                         : cudaErrorUnknown;
}

cudaError_t device_failure() {
    const int number = current_device();
    return number < settings().devices ? device(number).failure() : cudaSuccess;
}

} // namespace emulated_cuda
