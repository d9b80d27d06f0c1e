#include "cluster/gemm/receive_buffers.hpp"

#include "base/ceil_divided.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <starpu.h>

namespace tangram::cluster {

namespace {

/// Simulated, nobody reads what lies there.
constexpr int flags = STARPU_MALLOC_PINNED | STARPU_MALLOC_SIMULATION_FOLDED;

/// Of a full tile of A or B, with what lies between it and the next one.
std::size_t bytes_of_tile(const nodes::NodeProblem& problem) {
    constexpr std::size_t alignment = 64;
    const auto line = static_cast<std::size_t>(std::max(problem.rows().length(0), problem.columns().length(0)));
    const std::size_t bytes = line * static_cast<std::size_t>(problem.depth().length(0)) * problem.element_bytes;
    return ceil_divided(bytes, alignment) * alignment;
}

} // namespace

ReceiveMemory::~ReceiveMemory() {
    if (memory_ != nullptr) {
        starpu_free_flags(memory_, bytes_, flags);
    }
}

char* ReceiveMemory::reserve(std::size_t bytes) {
    if (bytes <= bytes_) {
        return static_cast<char*>(memory_);
    }
    if (memory_ != nullptr) {
        starpu_free_flags(std::exchange(memory_, nullptr), std::exchange(bytes_, 0), flags);
    }
    if (starpu_malloc_flags(&memory_, bytes, flags) != 0) {
        throw Unavailable(fmt::format("out of memory: tiles from other processes need {} bytes", bytes));
    }
    bytes_ = bytes;
    return static_cast<char*>(memory_);
}

std::size_t ReceiveBuffers::bytes_of_slice(const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                                           const nodes::LocalZone& zone, std::size_t process) {
    return most_foreign_tiles(plan, zone, process, static_cast<std::size_t>(problem.depth().count())) *
           bytes_of_tile(problem);
}

ReceiveBuffers::ReceiveBuffers(ReceiveMemory& memory, const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                               const nodes::LocalZone& zone, std::size_t process, std::size_t window)
    : window_(std::min(window, static_cast<std::size_t>(problem.depth().count()))),
      bytes_of_slice_(bytes_of_slice(problem, plan, zone, process)), bytes_of_tile_(bytes_of_tile(problem)),
      given_(static_cast<std::size_t>(problem.depth().count())), memory_(memory.reserve(window_ * bytes_of_slice_)) {}

void* ReceiveBuffers::next_place(std::size_t k) {
    return memory_ + k % window_ * bytes_of_slice_ + given_[k]++ * bytes_of_tile_;
}

} // namespace tangram::cluster
