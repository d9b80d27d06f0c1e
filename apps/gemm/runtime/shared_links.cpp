#include "apps/gemm/runtime/shared_links.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>

#include <starpu.h>

namespace tangram::apps {

namespace {

constexpr std::size_t bytes = shared_link_block;
constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Data in RAM, as fast to fetch as a matrix.
class Block {
  public:
    Block() {
        if (starpu_malloc_flags(&memory_, bytes, STARPU_MALLOC_PINNED) != 0) {
            throw Unavailable("no memory to measure what links share");
        }
        starpu_vector_data_register(&handle_, STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(memory_), bytes, 1);
    }
    ~Block() {
        starpu_data_unregister_no_coherency(handle_);
        starpu_free_flags(memory_, bytes, STARPU_MALLOC_PINNED);
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    void prefetch(int node) const { starpu_data_prefetch_on_node(handle_, static_cast<unsigned>(node), 1); }
    void wait(int node) const {
        if (starpu_data_acquire_on_node(handle_, node, STARPU_R) == 0) {
            starpu_data_release_on_node(handle_, node);
        }
    }

  private:
    void* memory_ = nullptr;
    starpu_data_handle_t handle_ = nullptr;
};

/// Whether a block, which StarPU keeps for data of its size, takes next to nothing of the device's memory.
bool has_room(int node) {
    constexpr starpu_ssize_t blocks = 256;
    const starpu_ssize_t total = starpu_memory_get_total(static_cast<unsigned>(node));
    return total < 0 || total >= blocks * static_cast<starpu_ssize_t>(bytes);
}

/// Returns the seconds in which each of the nodes gets a block.
double seconds_to_fetch(const std::vector<int>& nodes) {
    constexpr double microseconds = 1e6;
    const std::vector<std::unique_ptr<Block>> blocks = [&] {
        std::vector<std::unique_ptr<Block>> made;
        std::generate_n(std::back_inserter(made), nodes.size(), [] { return std::make_unique<Block>(); });
        return made;
    }();
    const double start = starpu_timing_now();
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        blocks[n]->prefetch(nodes[n]);
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        blocks[n]->wait(nodes[n]);
    }
    return (starpu_timing_now() - start) / microseconds;
}

/// The least of a few tries: others are busy now and then.
double least_seconds_to_fetch(const std::vector<int>& nodes) {
    constexpr int tries = 10;
    double least = std::numeric_limits<double>::infinity();
    for (int n = 0; n < tries; ++n) {
        least = std::min(least, seconds_to_fetch(nodes));
    }
    return least;
}

} // namespace

double bandwidth_by_times(const FetchTimes& times) {
    constexpr double hardly = 1.1;
    const auto [fastest, slowest] = std::minmax_element(times.alone.begin(), times.alone.end());
    if (times.at_once <= hardly * *slowest) {
        return unlimited;
    }
    const double together = static_cast<double>(times.alone.size() * bytes) / (times.at_once - times.latency);
    return std::max(together, static_cast<double>(bytes) / *fastest);
}

double shared_bandwidth_from_ram(const std::vector<MemoryNode>& nodes) {
    std::vector<int> devices;
    for (const MemoryNode& node : nodes) {
        if (!node.is_home) {
            devices.push_back(static_cast<int>(node.id));
        }
    }
    if (devices.size() < 2 || !std::all_of(devices.begin(), devices.end(), has_room)) {
        return unlimited;
    }
    FetchTimes times;
    for (const int device : devices) {
        times.alone.push_back(least_seconds_to_fetch({device}));
    }
    const auto slowest = std::max_element(times.alone.begin(), times.alone.end());
    const auto device = static_cast<unsigned>(devices[static_cast<std::size_t>(slowest - times.alone.begin())]);
    constexpr double megabyte = 1e6;
    const double by_bandwidth = bytes / (starpu_transfer_bandwidth(STARPU_MAIN_RAM, device) * megabyte);
    times.latency = std::max(0.0, *slowest - by_bandwidth);
    times.at_once = least_seconds_to_fetch(devices);
    return bandwidth_by_times(times);
}

} // namespace tangram::apps
