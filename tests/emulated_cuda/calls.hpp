#pragma once

#include <exception>
#include <string_view>
#include <type_traits>

#include <cuda_runtime.h>

namespace emulated_cuda {

/// A call's error, thrown inside of it.
struct CallFailure {
    cudaError_t error = cudaErrorUnknown;
};

/// Whether the settings make this call fail, or this kernel. Counts them. Thread-safe.
bool fails_on_purpose(std::string_view name);

/// The thread's last error, which is then forgotten if so asked.
cudaError_t last_error(bool forget);
cudaError_t set_last_error(cudaError_t error);

/// What an error of the settings says of a call of CUDA's runtime.
cudaError_t error_on_purpose(std::string_view name);

/// The error of the device in use, if work on it failed.
cudaError_t device_failure();

/// The body of an entry point: body() throws CallFailure, or returns what is an answer rather than a failure
/// (cudaErrorNotReady: drivers poll, and an exception for each time would slow them down).
template <class Body> cudaError_t call(std::string_view name, Body&& body) noexcept {
    try {
        if (fails_on_purpose(name)) {
            throw CallFailure{error_on_purpose(name)};
        }
        if (const cudaError_t error = device_failure(); error != cudaSuccess) {
            throw CallFailure{error};
        }
        if constexpr (std::is_same_v<std::invoke_result_t<Body>, cudaError_t>) {
            const cudaError_t answer = body();
            return answer == cudaSuccess ? cudaSuccess : set_last_error(answer);
        } else {
            body();
            return cudaSuccess;
        }
    } catch (const CallFailure& failure) {
        return set_last_error(failure.error);
    } catch (const std::exception&) {
        return set_last_error(cudaErrorUnknown);
    }
}

/// Throws CallFailure(error) unless `holds`.
inline void require(bool holds, cudaError_t error) {
    if (!holds) {
        throw CallFailure{error};
    }
}

} // namespace emulated_cuda
