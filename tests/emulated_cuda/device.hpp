#pragma once

#include "tests/emulated_cuda/device_memory.hpp"
#include "tests/emulated_cuda/stream.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <set>

#include <cuda_runtime.h>

/// CUDA's stream, of which its headers say the name only.
struct CUstream_st {
    emulated_cuda::Stream work;
    int device = 0;
};

namespace emulated_cuda {

/// What does one thing at a time, in as long as that takes.
class Engine {
  public:
    /// Waits until it has done what came before and, from `ready` on, this for `seconds`. When that was.
    Clock::time_point occupy(Clock::time_point ready, double seconds);

  private:
    std::mutex mutex_;
    Clock::time_point free_;
};

/// One emulated GPU. Thread-safe.
class Device {
  public:
    Device(int number, std::size_t bytes);

    DeviceMemory memory; ///< allocations by allocate()
    Engine kernels, to_device, to_host, from_peers;

    /// nullptr if there is no room in what others leave.
    void* allocate(std::size_t bytes);
    /// That neither the program nor others took.
    [[nodiscard]] std::size_t free_bytes();

    /// For a null stream, the device's own.
    CUstream_st& stream(cudaStream_t stream);
    CUstream_st* make_stream();
    /// Waits for its work.
    void destroy_stream(cudaStream_t stream);
    void synchronize();
    /// As if nothing had ever been taken of it.
    void reset();

    /// Work failed while it ran: every later call says so, as after a fault of a kernel.
    void fail(cudaError_t error);
    [[nodiscard]] cudaError_t failure() const { return failure_; }

  private:
    CUstream_st* add_stream(); ///< under the lock

    int number_;
    std::atomic<long> allocations_ = 0; ///< that were asked for
    std::atomic<long> questions_ = 0;   ///< how much is free, for EMULATED_CUDA_OTHERS_LEAVE
    std::mutex mutex_;
    std::set<std::unique_ptr<CUstream_st>, std::less<>> streams_;
    CUstream_st* default_ = nullptr; // one of streams_, once it was asked for
    std::atomic<cudaError_t> failure_ = cudaSuccess;
};

/// Throws CallFailure(cudaErrorInvalidDevice) if there is none of that number.
Device& device(int number);
int current_device();
void set_current_device(int number);

/// Of which `address` is one; nullptr for the host's.
Device* owner(const void* address);

/// Waits for the work of all devices.
void synchronize_all();

} // namespace emulated_cuda
