#include "sched/zones/allocations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace tangram::sched {

namespace {

std::vector<AllocationKind> all_allocation_kinds() {
    std::vector<AllocationKind> all;
    for (const partition::Partitioner& partitioner : partition::partitioners()) {
        if (partitioner.purpose != partition::Purpose::planning) {
            continue;
        }
        for (const partition::Discretisation& discretisation : partition::discretisations()) {
            all.push_back({fmt::format("{}-{}", partitioner.name, discretisation.name),
                           fmt::format("zones by {}: {}; tiles: {}", partitioner.name, partitioner.description,
                                       discretisation.description),
                           &partitioner, &discretisation});
        }
    }
    return all;
}

} // namespace

partition::Allocation AllocationKind::allocate(const partition::Problem& problem, std::size_t rows, std::size_t columns,
                                               std::size_t depth, const partition::TileOptions& options) const {
    return discretisation->run(partitioner->run(problem), problem, {rows, columns, is_3d() ? depth : 1}, options);
}

const std::vector<AllocationKind>& allocation_kinds() {
    static const std::vector<AllocationKind> all = all_allocation_kinds();
    return all;
}

const AllocationKind& allocation_kind(std::string_view name) {
    const std::vector<AllocationKind>& all = allocation_kinds();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const AllocationKind& kind) { return kind.name == name; });
    if (found == all.end()) {
        throw std::invalid_argument(fmt::format("no allocation is called {}", name));
    }
    return *found;
}

const AllocationKind& default_allocation_kind() {
    return allocation_kind("nrrp-rounded");
}

double least_search_work(const partition::Problem& problem, std::size_t rows, std::size_t columns) {
    return partition::least_refined_work(problem, {rows, columns});
}

const AllocationKind& exact_allocation_kind(bool may_search) {
    return allocation_kind(may_search ? "nrrp-refined" : "nrrp-precise");
}

} // namespace tangram::sched
