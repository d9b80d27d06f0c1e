#pragma once

/// How much of a product a memory node can hold.

#include "apps/runtime.hpp"

#include <limits>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

/// Bytes that StarPU may fill; infinite at home, where the matrices are, and without a limit.
inline double device_memory(const MemoryNode& node) {
    const starpu_ssize_t total = starpu_memory_get_total(node.id); // -1: not limited
    return node.is_home || total <= 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(total);
}

/// What plans fill of it. The rest is for what thieves take, and for what StarPU keeps free.
inline constexpr double usable_share = 0.9;

inline std::vector<double> device_memories(const std::vector<MemoryNode>& nodes) {
    std::vector<double> memory;
    memory.reserve(nodes.size());
    for (const MemoryNode& node : nodes) {
        memory.push_back(device_memory(node));
    }
    return memory;
}

} // namespace tangram::apps
