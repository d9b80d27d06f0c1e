#include "cluster/nodes/local_zone.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

namespace tangram::nodes {

std::size_t LocalZone::tiles() const {
    return static_cast<std::size_t>(std::count(is_own.begin(), is_own.end(), true));
}

LocalZone local_zone(const NodePlan& plan, std::size_t process) {
    const partition::Allocation& zones = plan.zones();
    const auto has = [process](std::span<const std::size_t> users) {
        return std::binary_search(users.begin(), users.end(), process);
    };
    LocalZone zone;
    for (std::size_t i = 0; i < zones.rows; ++i) {
        if (has(plan.users_of_row(i))) {
            zone.rows.push_back(i);
        }
    }
    for (std::size_t j = 0; j < zones.columns; ++j) {
        if (has(plan.users_of_column(j))) {
            zone.columns.push_back(j);
        }
    }
    for (const std::size_t i : zone.rows) {
        for (const std::size_t j : zone.columns) {
            zone.is_own.push_back(zones.owner(i, j) == process);
        }
    }
    return zone;
}

std::size_t foreign_tiles(const NodePlan& plan, const LocalZone& zone, std::size_t process, std::size_t k) {
    const auto of_a = std::count_if(zone.rows.begin(), zone.rows.end(),
                                    [&](std::size_t i) { return plan.owner_of_a(i, k) != process; });
    const auto of_b = std::count_if(zone.columns.begin(), zone.columns.end(),
                                    [&](std::size_t j) { return plan.owner_of_b(k, j) != process; });
    return static_cast<std::size_t>(of_a + of_b);
}

std::size_t most_foreign_tiles(const NodePlan& plan, const LocalZone& zone, std::size_t process, std::size_t slices) {
    std::size_t most = 0;
    for (std::size_t k = 0; k < slices; ++k) {
        most = std::max(most, foreign_tiles(plan, zone, process, k));
    }
    return most;
}

Tiling put_together(const Tiling& all, const std::vector<std::size_t>& lines) {
    const std::int64_t size =
        std::accumulate(lines.begin(), lines.end(), std::int64_t{0}, [&](std::int64_t sum, std::size_t line) {
            return sum + all.length(static_cast<std::int64_t>(line));
        });
    return {size, all.tile};
}

} // namespace tangram::nodes
