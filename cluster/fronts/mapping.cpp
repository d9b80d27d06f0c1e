#include "cluster/fronts/mapping.hpp"

#include "base/error.hpp"
#include "cluster/fronts/front_costs.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace tangram::fronts {

namespace {

/// Some fronts, with what they, or their subtrees, cost, and the processes that get them.
struct Shares {
    std::vector<FrontId> fronts;
    std::vector<std::size_t> processes; ///< by position in fronts
    std::vector<std::int64_t> loads;    ///< by process
};

/// The costliest first, each on the least loaded process (Graham 1969). Ties go to the lowest numbers.
Shares shared_out(std::vector<FrontId> fronts, const std::vector<std::int64_t>& costs, std::size_t processes) {
    std::stable_sort(fronts.begin(), fronts.end(), [&](FrontId a, FrontId b) { return costs[a] > costs[b]; });
    using Loaded = std::pair<std::int64_t, std::size_t>; // load and process
    std::priority_queue<Loaded, std::vector<Loaded>, std::greater<>> least;
    for (std::size_t process = 0; process < processes; ++process) {
        least.emplace(0, process);
    }
    Shares shares{std::move(fronts), {}, std::vector<std::int64_t>(processes, 0)};
    for (const FrontId front : shares.fronts) {
        const auto [load, process] = least.top();
        least.pop();
        shares.processes.push_back(process);
        shares.loads[process] = load + costs[front];
        least.emplace(shares.loads[process], process);
    }
    return shares;
}

/// The busiest process's load, in means. Infinite where there is none.
double imbalance(const std::vector<std::int64_t>& loads) {
    const auto sum = static_cast<double>(std::accumulate(loads.begin(), loads.end(), std::int64_t{0}));
    const auto most = static_cast<double>(*std::max_element(loads.begin(), loads.end()));
    return sum > 0 ? most * static_cast<double>(loads.size()) / sum : std::numeric_limits<double>::infinity();
}

/// The roots of the largest subtrees of at most so many flops.
std::vector<FrontId> subtree_roots(const AssemblyTree& tree, const std::vector<std::int64_t>& flops, double limit) {
    const auto is_small = [&](FrontId front) { return static_cast<double>(flops[front]) <= limit; };
    std::vector<FrontId> roots;
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        const std::optional<FrontId> parent = tree.fronts[front].parent;
        if (is_small(front) && !(parent && is_small(*parent))) {
            roots.push_back(front);
        }
    }
    return roots;
}

Shares balanced_subtrees(const AssemblyTree& tree, std::size_t processes, const MappingOptions& options) {
    constexpr double step = 0.8;
    constexpr double negligible = 0.001; // of a process's share: whatever the balance, waiting for it costs no time
    const std::vector<std::int64_t> flops = subtree_flops(tree);
    const double share = static_cast<double>(total_flops(tree)) / static_cast<double>(processes);
    double limit = processes == 1 ? share : options.subtree_share * share;
    Shares best = shared_out(subtree_roots(tree, flops, limit), flops, processes);
    while (imbalance(best.loads) > options.imbalance && limit > negligible * share) {
        limit *= step;
        Shares next = shared_out(subtree_roots(tree, flops, limit), flops, processes);
        if (imbalance(next.loads) < imbalance(best.loads)) {
            best = std::move(next);
        }
    }
    return best;
}

void place_subtrees(const AssemblyTree& tree, const Shares& subtrees, std::vector<Place>& places) {
    const std::vector<std::size_t> sizes = subtree_sizes(tree);
    for (std::size_t k = 0; k < subtrees.fronts.size(); ++k) {
        const FrontId root = subtrees.fronts[k];
        for (FrontId front = root + 1 - sizes[root]; front <= root; ++front) {
            places[front] = {FrontType::sequential, subtrees.processes[k], root};
        }
    }
}

/// The largest root, if it is above the subtrees and large enough.
std::optional<FrontId> front_on_all(const AssemblyTree& tree, const std::vector<FrontId>& above, Index root_order) {
    std::optional<FrontId> largest;
    for (const FrontId front : above) {
        const Front& candidate = tree.fronts[front];
        if (!candidate.parent && candidate.order >= root_order &&
            !(largest && tree.fronts[*largest].order >= candidate.order)) {
            largest = front;
        }
    }
    return largest;
}

/// Memory of the factors that the process holds for good which gets these fronts.
std::vector<std::int64_t> static_memory(const AssemblyTree& tree, const std::vector<Place>& places) {
    std::vector<std::int64_t> entries;
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        const bool is_sequential = places[front].type == FrontType::sequential;
        entries.push_back(is_sequential ? factor_entries(tree.fronts[front]) : master_entries(tree.fronts[front]));
    }
    return entries;
}

void place_fronts_above(const AssemblyTree& tree, const MappingOptions& options, Mapping& mapping) {
    std::vector<Place>& places = mapping.places;
    std::vector<FrontId> above;
    for (FrontId front = 0; front < tree.fronts.size(); ++front) {
        if (!places[front].subtree) {
            above.push_back(front);
            const bool is_parallel = tree.fronts[front].contribution() >= options.parallel_rows;
            places[front].type = is_parallel ? FrontType::parallel : FrontType::sequential;
        }
    }
    if (const auto root = front_on_all(tree, above, options.root_order)) {
        places[*root].type = FrontType::on_all;
        above.erase(std::find(above.begin(), above.end(), *root));
    }
    const Shares shares = shared_out(above, static_memory(tree, places), mapping.processes);
    for (std::size_t k = 0; k < shares.fronts.size(); ++k) {
        places[shares.fronts[k]].process = shares.processes[k];
    }
}

} // namespace

Mapping mapped(const AssemblyTree& tree, std::size_t processes, const MappingOptions& options) {
    if (processes < 1) {
        throw InvalidInput("mapping: there is no process");
    }
    require_valid(tree);
    Mapping mapping{processes, std::vector<Place>(tree.fronts.size())};
    place_subtrees(tree, balanced_subtrees(tree, processes, options), mapping.places);
    place_fronts_above(tree, options, mapping);
    return mapping;
}

std::vector<std::size_t> decisions(const Mapping& mapping) {
    std::vector<std::size_t> counts(mapping.processes, 0);
    for (const Place& place : mapping.places) {
        counts[place.process] += place.type == FrontType::parallel ? 1 : 0;
    }
    return counts;
}

} // namespace tangram::fronts
