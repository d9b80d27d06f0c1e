#include "apps/bounds.hpp"

#include "apps/device_memory.hpp"
#include "partition/traffic.hpp"

#include <numeric>

namespace tangram::apps {

ProductBounds product_bounds(const std::vector<MemoryNode>& nodes, const Speeds& speeds, TileShape product,
                             Precision precision, bool reads_c) {
    const std::vector<double>& flops = speeds.flops_per_second;
    partition::TrafficProblem traffic{.m = static_cast<double>(product.m),
                                      .n = static_cast<double>(product.n),
                                      .k = static_cast<double>(product.k),
                                      .element_bytes = element_size(precision),
                                      .reads_c = reads_c,
                                      .nodes = {}};
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        traffic.nodes.push_back({flops[node], nodes[node].is_home, device_memory(nodes[node])});
    }
    return {product.flops() / std::accumulate(flops.begin(), flops.end(), 0.0), partition::traffic_bound(traffic)};
}

} // namespace tangram::apps
