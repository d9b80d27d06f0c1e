#include "tests/emulated_cuda/device_memory.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <numeric>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

namespace emulated_cuda {

namespace {

constexpr std::size_t piece = 512;

std::byte* map(std::size_t bytes, int protection, int file) {
    void* address = mmap(nullptr, bytes, protection, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (address == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "memory of an emulated device");
    }
    return static_cast<std::byte*>(address);
}

} // namespace

DeviceMemory::DeviceMemory(std::size_t bytes) : bytes_(bytes) {
    const int file = memfd_create("emulated_cuda", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) {
        throw std::system_error(errno, std::generic_category(), "memory of an emulated device");
    }
    device_ = map(bytes, PROT_NONE, file);
    host_ = map(bytes, PROT_READ | PROT_WRITE, file);
    close(file);
}

DeviceMemory::~DeviceMemory() {
    munmap(device_, bytes_);
    munmap(host_, bytes_);
}

void* DeviceMemory::allocate(std::size_t bytes) {
    const std::size_t wanted = std::max(piece, (bytes + piece - 1) / piece * piece);
    const std::lock_guard lock(mutex_);
    std::size_t from = 0;
    for (const auto& [offset, taken] : allocations_) {
        if (offset - from >= wanted) {
            break;
        }
        from = offset + taken;
    }
    if (bytes_ - from < wanted) {
        return nullptr;
    }
    allocations_.emplace(from, wanted);
    return device_ + from;
}

bool DeviceMemory::release(void* address) {
    const std::lock_guard lock(mutex_);
    return owns(address) &&
           allocations_.erase(static_cast<std::size_t>(static_cast<std::byte*>(address) - device_)) == 1;
}

void DeviceMemory::release_all() {
    const std::lock_guard lock(mutex_);
    allocations_.clear();
}

bool DeviceMemory::owns(const void* address) const {
    return address >= device_ && address < device_ + bytes_;
}

std::byte* DeviceMemory::find(const void* address, std::size_t bytes) const {
    if (!owns(address)) {
        return nullptr;
    }
    const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - device_);
    const std::lock_guard lock(mutex_);
    const auto next = allocations_.upper_bound(offset);
    if (next == allocations_.begin()) {
        return nullptr;
    }
    const auto& [from, taken] = *std::prev(next);
    return offset + bytes <= from + taken ? host_ + offset : nullptr;
}

std::size_t DeviceMemory::allocated() const {
    const std::lock_guard lock(mutex_);
    return std::accumulate(allocations_.begin(), allocations_.end(), std::size_t{0},
                           [](std::size_t sum, const auto& allocation) { return sum + allocation.second; });
}

} // namespace emulated_cuda
