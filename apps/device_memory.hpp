#pragma once

/// How much of a product a memory node can hold.

#include "apps/runtime.hpp"
#include "sched/settings.hpp"

#include <algorithm>
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

/// By node, what zones are to fit: blocks are worked off in the order of zones alone.
inline std::vector<double> memory_for_zones(const std::vector<MemoryNode>& nodes) {
    std::vector<double> memory(nodes.size(), std::numeric_limits<double>::infinity());
    if (sched::order() == sched::Order::zone) {
        std::transform(nodes.begin(), nodes.end(), memory.begin(), device_memory);
    }
    return memory;
}

} // namespace tangram::apps
