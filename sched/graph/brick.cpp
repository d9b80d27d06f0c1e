#include "sched/graph/brick.hpp"

#include "sched/graph/brick_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tangram::sched::graph {

Brick::Brick(const std::vector<double>& speeds, Kind kind) : owners_{0} {
    constexpr std::size_t widest = 8;
    if (speeds.size() < 2) {
        return;
    }
    double least = std::numeric_limits<double>::infinity();
    const auto narrowest = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(speeds.size()))));
    for (std::size_t side = narrowest; side <= std::max(widest, narrowest); ++side) {
        BrickSearch search(speeds, side, kind);
        search.run();
        // copies of a tile, and work that waits for the fullest
        const double value = search.best() / static_cast<double>(2 * side) * (1 + 2 * search.imbalance());
        if (value < 0.98 * least) {
            least = value;
            side_ = side;
            owners_ = search.owners();
        }
    }
}

} // namespace tangram::sched::graph
