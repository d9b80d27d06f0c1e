#include "sched/zones/reduction.hpp"

#include <algorithm>

namespace tangram::sched {

Reduction::Reduction(const partition::Allocation& allocation, std::optional<Node> home, AuxiliaryTiles auxiliary)
    : columns_(allocation.columns), nodes_(static_cast<std::uint32_t>(allocation.processors)), auxiliary_(auxiliary) {
    std::vector<std::size_t> products(allocation.processors);
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        for (std::size_t j = 0; j < allocation.columns; ++j) {
            std::fill(products.begin(), products.end(), 0);
            for (std::size_t k = 0; k < allocation.layers; ++k) {
                ++products[allocation.owner(i, j, k)];
            }
            const auto most = std::max_element(products.begin(), products.end());
            const bool is_shared = *most < allocation.layers;
            keepers_.push_back({home && products[*home] > 0 ? *home : static_cast<Node>(most - products.begin()),
                                !is_shared || auxiliary == AuxiliaryTiles::of_others});
        }
    }
}

} // namespace tangram::sched
