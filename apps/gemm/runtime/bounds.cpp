#include "apps/gemm/runtime/bounds.hpp"

#include "apps/gemm/runtime/device_memory.hpp"

namespace tangram::apps {

ProductBounds product_bounds(const std::vector<partition::TrafficProblem::MemoryNode>& nodes, TileShape product,
                             Precision precision, bool reads_c) {
    double speed = 0;
    for (const auto& node : nodes) {
        speed += node.speed;
    }
    return {.seconds = product.flops() / speed,
            .bytes = partition::traffic_bound({.m = static_cast<double>(product.m),
                                               .n = static_cast<double>(product.n),
                                               .k = static_cast<double>(product.k),
                                               .element_bytes = element_size(precision),
                                               .reads_c = reads_c,
                                               .nodes = nodes})};
}

ProductBounds product_bounds(const std::vector<MemoryNode>& nodes, const Speeds& speeds, TileShape product,
                             Precision precision, bool reads_c) {
    std::vector<partition::TrafficProblem::MemoryNode> all;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        all.push_back({speeds.flops_per_second[node], nodes[node].is_home, device_memory(nodes[node])});
    }
    return product_bounds(all, product, precision, reads_c);
}

} // namespace tangram::apps
