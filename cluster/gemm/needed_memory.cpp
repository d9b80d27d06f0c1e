#include "cluster/gemm/needed_memory.hpp"

#include "cluster/gemm/receive_buffers.hpp"
#include "cluster/nodes/local_zone.hpp"

#include <algorithm>

namespace tangram::cluster {

BytesNeeded bytes_needed(const nodes::NodeProblem& problem, const nodes::NodePlan& plan, std::size_t process,
                         bool reads_c) {
    constexpr std::uint64_t early = 2;
    const nodes::OwnedElements own = nodes::owned_elements(problem, plan, process);
    const nodes::LocalZone zone = nodes::local_zone(plan, process);
    return {(own.a + own.b + own.c * (reads_c ? 2 : 1)) * problem.element_bytes,
            early * ReceiveBuffers::bytes_of_slice(problem, plan, zone, process)};
}

std::uint64_t bytes_needed_to_change(const nodes::NodeProblem& problem, const nodes::NodePlan& now,
                                     const nodes::NodePlan& next, std::size_t process, bool reads_c,
                                     std::size_t window) {
    const std::uint64_t has = bytes_needed(problem, now, process, reads_c).of(window);
    const std::uint64_t needs = bytes_needed(problem, next, process, reads_c).of(window);
    const nodes::OwnedElements own = nodes::owned_elements(problem, next, process);
    return (needs > has ? needs - has : 0) + std::max({own.a, own.b, own.c}) * problem.element_bytes;
}

std::size_t fitting_window(const BytesNeeded& host, std::uint64_t available, std::size_t depth) {
    const std::uint64_t half = available / 2;
    if (depth <= least_window || host.of(depth) <= half) {
        return depth;
    }
    return host.of(least_window) >= half ? least_window : static_cast<std::size_t>((half - host.tiles) / host.slice);
}

} // namespace tangram::cluster
