#pragma once

#include <cstddef>
#include <map>
#include <mutex>

namespace emulated_cuda {

/// The memory of one device. Its addresses are reserved, but the host may not touch them; kernels
/// and copies reach the same bytes by other addresses. Thread-safe.
class DeviceMemory {
  public:
    /// Throws std::system_error if the system has no such range of addresses.
    explicit DeviceMemory(std::size_t bytes);
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    ~DeviceMemory();

    /// The first gap that is large enough, in pieces of 512 bytes; nullptr if there is none.
    void* allocate(std::size_t bytes);
    /// False if nothing was allocated there.
    bool release(void* address);
    void release_all();

    [[nodiscard]] bool owns(const void* address) const;
    /// Where the emulation finds `bytes` from a device's address on; nullptr if they do not lie in
    /// one allocation.
    [[nodiscard]] std::byte* find(const void* address, std::size_t bytes) const;
    [[nodiscard]] std::size_t allocated() const;

  private:
    std::size_t bytes_;
    std::byte* device_ = nullptr;
    std::byte* host_ = nullptr;
    mutable std::mutex mutex_;
    std::map<std::size_t, std::size_t> allocations_; // from offset to bytes
};

} // namespace emulated_cuda
