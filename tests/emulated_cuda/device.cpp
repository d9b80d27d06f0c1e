#include "tests/emulated_cuda/device.hpp"

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace emulated_cuda {

Clock::time_point Engine::occupy(Clock::time_point ready, double seconds) {
    std::unique_lock lock(mutex_);
    const auto duration = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    free_ = std::max(free_, ready) + duration;
    const Clock::time_point until = free_;
    lock.unlock();
    std::this_thread::sleep_until(until);
    return until;
}

Device::Device(int number, std::size_t bytes) : memory(bytes), number_(number) {}

void* Device::allocate(std::size_t bytes) {
    ++allocations_;
    return bytes <= free_bytes() ? memory.allocate(bytes) : nullptr;
}

std::size_t Device::free_bytes() {
    const bool have_come = allocations_ > settings().others_come_late || settings().others_come_late <= 0;
    const bool have_left = ++questions_ > settings().others_leave && settings().others_leave > 0;
    const bool others_are_there = have_come && !have_left;
    const std::size_t taken = memory.allocated() + (others_are_there ? settings().taken_by_others : 0);
    return settings().memory - std::min(settings().memory, taken);
}

CUstream_st& Device::stream(cudaStream_t stream) {
    if (stream != nullptr) {
        return *stream;
    }
    const std::lock_guard lock(mutex_);
    if (default_ == nullptr) {
        default_ = add_stream();
    }
    return *default_;
}

CUstream_st* Device::make_stream() {
    const std::lock_guard lock(mutex_);
    return add_stream();
}

CUstream_st* Device::add_stream() {
    auto stream = std::make_unique<CUstream_st>();
    stream->device = number_;
    return streams_.insert(std::move(stream)).first->get();
}

void Device::destroy_stream(cudaStream_t stream) {
    decltype(streams_)::node_type destroyed;
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(streams_.begin(), streams_.end(), [&](const auto& one) { return one.get() == stream; });
    if (found == streams_.end()) {
        throw CallFailure{cudaErrorInvalidResourceHandle};
    }
    destroyed = streams_.extract(found);
}

void Device::synchronize() {
    std::vector<std::shared_ptr<Completion>> enqueued;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& stream : streams_) {
            enqueued.push_back(stream->work.record());
        }
    }
    for (const auto& completion : enqueued) {
        completion->wait();
    }
}

void Device::reset() {
    synchronize();
    const std::lock_guard lock(mutex_);
    streams_.clear();
    default_ = nullptr;
    memory.release_all();
    failure_ = cudaSuccess;
}

void Device::fail(cudaError_t error) {
    failure_ = error;
}

namespace {

std::vector<std::unique_ptr<Device>> make_devices() {
    std::vector<std::unique_ptr<Device>> made;
    made.reserve(static_cast<std::size_t>(settings().devices));
    for (int number = 0; number < settings().devices; ++number) {
        made.push_back(std::make_unique<Device>(number, settings().memory));
    }
    return made;
}

/// Never destroyed: programs may use CUDA until they end.
const std::vector<std::unique_ptr<Device>>& devices() {
    static const auto* const all = new std::vector<std::unique_ptr<Device>>(make_devices());
    return *all;
}

thread_local int current = 0;

} // namespace

Device& device(int number) {
    if (number < 0 || number >= settings().devices) {
        throw CallFailure{settings().devices == 0 ? cudaErrorNoDevice : cudaErrorInvalidDevice};
    }
    return *devices()[static_cast<std::size_t>(number)];
}

int current_device() {
    return current;
}

void set_current_device(int number) {
    device(number);
    current = number;
}

Device* owner(const void* address) {
    const auto found =
        std::find_if(devices().begin(), devices().end(), [&](const auto& one) { return one->memory.owns(address); });
    return found == devices().end() ? nullptr : found->get();
}

void synchronize_all() {
    for (const auto& one : devices()) {
        one->synchronize();
    }
}

} // namespace emulated_cuda
