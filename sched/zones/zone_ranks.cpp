#include "sched/zones/zone_ranks.hpp"

#include <algorithm>
#include <numeric>

namespace tangram::sched {

std::vector<std::uint32_t> by_falling_count(const std::vector<std::size_t>& counts) {
    std::vector<std::uint32_t> order(counts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return counts[x] > counts[y]; });
    return order;
}

std::vector<std::uint32_t> ranks_by_count(const std::vector<std::size_t>& counts) {
    const std::vector<std::uint32_t> order = by_falling_count(counts);
    std::vector<std::uint32_t> ranks(counts.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
        ranks[order[rank]] = rank;
    }
    return ranks;
}

std::uint32_t used(const std::vector<std::size_t>& counts) {
    return static_cast<std::uint32_t>(
        std::count_if(counts.begin(), counts.end(), [](std::size_t count) { return count > 0; }));
}

ZoneRanks zone_ranks(const partition::Allocation& allocation, const std::vector<std::size_t>& tiles) {
    std::vector<std::size_t> rows(allocation.rows);
    std::vector<std::size_t> columns(allocation.columns);
    for (const std::size_t tile : tiles) {
        const partition::Coordinates at = allocation.coordinates(tile);
        ++rows[at.i];
        ++columns[at.j];
    }
    return {ranks_by_count(rows), ranks_by_count(columns), used(rows), used(columns)};
}

std::vector<std::vector<std::size_t>> places_of(const std::vector<std::size_t>& numbers, std::size_t count) {
    std::vector<std::vector<std::size_t>> places(count);
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        places[numbers[at]].push_back(at);
    }
    return places;
}

} // namespace tangram::sched
