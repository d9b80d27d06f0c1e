/// Entry points of CUDA's runtime: memory and copies.

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/device.hpp"
#include "tests/emulated_cuda/page_locks.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <cuda_runtime.h>

using namespace emulated_cuda;

namespace {

/// `height` rows of `width` bytes, each `pitch` bytes after the one before.
struct Rows {
    const void* address = nullptr;
    std::size_t pitch = 0;
    std::size_t width = 0;
    std::size_t height = 0;

    [[nodiscard]] std::size_t extent() const { return height == 0 ? 0 : (height - 1) * pitch + width; }
};

struct Copy {
    Rows to, from;
    Device* to_device = nullptr; ///< the host if null
    Device* from_device = nullptr;

    [[nodiscard]] bool is_empty() const { return from.width == 0 || from.height == 0; }
    /// Host memory that is not page-locked is read or written before the call returns.
    [[nodiscard]] bool is_pageable() const {
        return (to_device == nullptr && !page_locks().covers(to.address, to.extent())) ||
               (from_device == nullptr && !page_locks().covers(from.address, from.extent()));
    }
};

Copy make_copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
               std::size_t height) {
    require(width <= to_pitch && width <= from_pitch, cudaErrorInvalidValue);
    return {{to, to_pitch, width, height}, {from, from_pitch, width, height}, owner(to), owner(from)};
}

/// Where the bytes are; nullptr if they are not allocated.
std::byte* find(const Rows& rows, const Device* device) {
    return device != nullptr ? device->memory.find(rows.address, rows.extent())
                             : static_cast<std::byte*>(const_cast<void*>(rows.address));
}

Clock::time_point take_time(const Copy& copy, Clock::time_point ready) {
    constexpr double latency = 5e-6;
    const auto bytes = static_cast<double>(copy.from.width * copy.from.height);
    if (copy.from_device == copy.to_device) {
        return ready;
    }
    if (copy.from_device == nullptr) {
        return copy.to_device->to_device.occupy(ready, latency + bytes / settings().link);
    }
    if (copy.to_device == nullptr) {
        return copy.from_device->to_host.occupy(ready, latency + bytes / settings().link);
    }
    return copy.to_device->from_peers.occupy(ready, latency + bytes / settings().peer);
}

Clock::time_point run(const Copy& copy, Clock::time_point ready) {
    std::byte* to = find(copy.to, copy.to_device);
    const std::byte* from = find(copy.from, copy.from_device);
    if (to == nullptr || from == nullptr) {
        (copy.to_device != nullptr ? copy.to_device : copy.from_device)->fail(cudaErrorIllegalAddress);
        return ready;
    }
    if (settings().timed()) {
        return take_time(copy, ready);
    }
    for (std::size_t row = 0; row < copy.from.height; ++row) {
        std::memcpy(to + row * copy.to.pitch, from + row * copy.from.pitch, copy.from.width);
    }
    return Clock::now();
}

void enqueue(const Copy& copy, cudaStream_t stream, bool wait) {
    if (copy.is_empty()) {
        return;
    }
    Stream& work = device(current_device()).stream(stream).work;
    work.enqueue([copy](Clock::time_point ready) { return run(copy, ready); });
    if (wait || copy.is_pageable()) {
        work.record()->wait();
        require(device_failure() == cudaSuccess, device_failure());
    }
}

void check_kind(const Copy& copy, cudaMemcpyKind kind) {
    const bool from_host = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost;
    const bool to_host = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost;
    require(kind == cudaMemcpyDefault ||
                ((copy.from_device == nullptr) == from_host && (copy.to_device == nullptr) == to_host),
            cudaErrorInvalidMemcpyDirection);
}

void copy_plane(const cudaMemcpy3DPeerParms& parameters, cudaStream_t stream, bool wait) {
    const cudaExtent& extent = parameters.extent;
    require(extent.depth == 1 && parameters.srcArray == nullptr && parameters.dstArray == nullptr,
            cudaErrorNotSupported);
    enqueue(make_copy(parameters.dstPtr.ptr, parameters.dstPtr.pitch, parameters.srcPtr.ptr, parameters.srcPtr.pitch,
                      extent.width, extent.height),
            stream, wait);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): CUDA's names
extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return call("cudaMalloc", [&] {
        *pointer = device(current_device()).allocate(bytes);
        require(*pointer != nullptr, cudaErrorMemoryAllocation);
    });
}

cudaError_t cudaFree(void* pointer) {
    return call("cudaFree", [&] {
        if (pointer == nullptr) {
            return;
        }
        Device* of = owner(pointer);
        require(of != nullptr, cudaErrorInvalidValue);
        of->synchronize();
        require(of->memory.release(pointer), cudaErrorInvalidValue);
    });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return call("cudaMemGetInfo", [&] {
        *total = settings().memory;
        *free = device(current_device()).free_bytes();
    });
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int /*flags*/) {
    return call("cudaHostAlloc", [&] {
        constexpr std::size_t page = 4096;
        *pointer = std::aligned_alloc(page, (std::max<std::size_t>(bytes, 1) + page - 1) / page * page);
        require(*pointer != nullptr && page_locks().add(*pointer, bytes), cudaErrorMemoryAllocation);
    });
}

cudaError_t cudaFreeHost(void* pointer) {
    return call("cudaFreeHost", [&] {
        synchronize_all();
        require(pointer == nullptr || page_locks().remove(pointer), cudaErrorInvalidValue);
        std::free(pointer);
    });
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int /*flags*/) {
    return call("cudaHostRegister",
                [&] { require(page_locks().add(pointer, bytes), cudaErrorHostMemoryAlreadyRegistered); });
}

cudaError_t cudaHostUnregister(void* pointer) {
    return call("cudaHostUnregister", [&] {
        synchronize_all();
        require(page_locks().remove(pointer), cudaErrorHostMemoryNotRegistered);
    });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    return call("cudaPointerGetAttributes", [&] {
        *attributes = {};
        attributes->type = owner(pointer) != nullptr         ? cudaMemoryTypeDevice
                           : page_locks().covers(pointer, 1) ? cudaMemoryTypeHost
                                                             : cudaMemoryTypeUnregistered;
    });
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
    return call("cudaMemset", [&] {
        Device* of = owner(pointer);
        std::byte* found = of == nullptr ? nullptr : of->memory.find(pointer, bytes);
        require(found != nullptr, cudaErrorInvalidValue);
        of->synchronize();
        if (!settings().timed()) {
            std::memset(found, value, bytes);
        }
    });
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return call("cudaMemcpy", [&] {
        const Copy copy = make_copy(to, bytes, from, bytes, bytes, 1);
        check_kind(copy, kind);
        enqueue(copy, nullptr, true);
    });
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return call("cudaMemcpyAsync", [&] {
        const Copy copy = make_copy(to, bytes, from, bytes, bytes, 1);
        check_kind(copy, kind);
        enqueue(copy, stream, false);
    });
}

cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind kind) {
    return call("cudaMemcpy2D", [&] {
        const Copy copy = make_copy(to, to_pitch, from, from_pitch, width, height);
        check_kind(copy, kind);
        enqueue(copy, nullptr, true);
    });
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return call("cudaMemcpy2DAsync", [&] {
        const Copy copy = make_copy(to, to_pitch, from, from_pitch, width, height);
        check_kind(copy, kind);
        enqueue(copy, stream, false);
    });
}

cudaError_t cudaMemcpyPeer(void* to, int /*to_device*/, const void* from, int /*from_device*/, std::size_t bytes) {
    return call("cudaMemcpyPeer", [&] { enqueue(make_copy(to, bytes, from, bytes, bytes, 1), nullptr, true); });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int /*to_device*/, const void* from, int /*from_device*/, std::size_t bytes,
                                cudaStream_t stream) {
    return call("cudaMemcpyPeerAsync", [&] { enqueue(make_copy(to, bytes, from, bytes, bytes, 1), stream, false); });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
    return call("cudaMemcpy3DPeer", [&] { copy_plane(*parameters, nullptr, true); });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
    return call("cudaMemcpy3DPeerAsync", [&] { copy_plane(*parameters, stream, false); });
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
