#include "cluster/nodes/zones_near.hpp"

#include "cluster/nodes/node_zones.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

namespace tangram::nodes {

namespace {

using partition::Allocation;

struct Pair {
    std::size_t from = 0;
    std::size_t to = 0;
    std::size_t alike = 0; ///< tiles that stay where they are, if `from` goes to `to`
};

/// By from, 0 to number - 1: where it goes. The pairs with most alike come first; they must allow for all to have one.
std::vector<std::size_t> matching(std::vector<Pair> pairs, std::size_t number) {
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.alike > b.alike; });
    std::vector<std::size_t> places(number, number);
    std::vector<bool> is_taken(number);
    for (const Pair& pair : pairs) {
        if (places[pair.from] == number && !is_taken[pair.to]) {
            places[pair.from] = pair.to;
            is_taken[pair.to] = true;
        }
    }
    return places;
}

/// By process: the first one, from the fewest tiles on, that has nearly as many.
std::vector<std::size_t> groups_of(const std::vector<std::size_t>& tiles) {
    constexpr std::size_t differences = 50; // of 2%
    std::vector<std::size_t> by_tiles(tiles.size());
    std::iota(by_tiles.begin(), by_tiles.end(), std::size_t{0});
    std::stable_sort(by_tiles.begin(), by_tiles.end(),
                     [&](std::size_t a, std::size_t b) { return tiles[a] < tiles[b]; });
    std::vector<std::size_t> groups(tiles.size());
    std::size_t first = by_tiles.front();
    for (const std::size_t process : by_tiles) {
        if ((tiles[process] - tiles[first]) * differences > tiles[first]) {
            first = process;
        }
        groups[process] = first;
    }
    return groups;
}

/// Processes of a group exchange their zones.
Allocation dealt_out_again(Allocation zones, const Allocation& before) {
    const std::size_t processes = zones.processors;
    std::vector<std::vector<std::size_t>> common(processes, std::vector<std::size_t>(processes)); // by zone and process
    for (std::size_t tile = 0; tile < zones.owners.size(); ++tile) {
        ++common[zones.owners[tile]][before.owners[tile]];
    }
    const std::vector<std::size_t> groups = groups_of(zones.tile_counts());
    std::vector<Pair> pairs;
    for (std::size_t zone = 0; zone < processes; ++zone) {
        for (std::size_t process = 0; process < processes; ++process) {
            if (groups[zone] == groups[process]) {
                pairs.push_back({zone, process, common[zone][process]});
            }
        }
    }
    const std::vector<std::size_t> process_of = matching(std::move(pairs), processes);
    for (std::size_t& owner : zones.owners) {
        owner = process_of[owner];
    }
    return zones;
}

/// places: by row, where it goes.
Allocation with_rows_at(const std::vector<std::size_t>& places, const Allocation& zones) {
    Allocation moved = zones;
    for (std::size_t i = 0; i < zones.rows; ++i) {
        for (std::size_t j = 0; j < zones.columns; ++j) {
            moved.owners[moved.index(places[i], j)] = zones.owner(i, j);
        }
    }
    return moved;
}

Allocation with_rows_reversed(const Allocation& zones) {
    std::vector<std::size_t> places(zones.rows);
    std::iota(places.rbegin(), places.rend(), std::size_t{0});
    return with_rows_at(places, zones);
}

Allocation with_rows_matched(const Allocation& zones, const Allocation& before) {
    std::vector<Pair> pairs;
    for (std::size_t row = 0; row < zones.rows; ++row) {
        for (std::size_t place = 0; place < zones.rows; ++place) {
            const auto first = zones.owners.begin() + static_cast<std::ptrdiff_t>(zones.index(row, 0));
            const auto other = before.owners.begin() + static_cast<std::ptrdiff_t>(before.index(place, 0));
            const auto length = static_cast<std::ptrdiff_t>(zones.columns);
            pairs.push_back({row, place,
                             std::transform_reduce(first, first + length, other, std::size_t{0}, std::plus<>(),
                                                   [](std::size_t a, std::size_t b) { return a == b ? 1U : 0U; })});
        }
    }
    return with_rows_at(matching(std::move(pairs), zones.rows), zones);
}

Allocation with_columns_reversed(const Allocation& zones) {
    return partition::transposed(with_rows_reversed(partition::transposed(zones)));
}

Allocation with_columns_matched(const Allocation& zones, const Allocation& before) {
    return partition::transposed(with_rows_matched(partition::transposed(zones), partition::transposed(before)));
}

/// WorkBudget: of with_rows_matched() and with_columns_matched().
double matching_work(const Allocation& zones) {
    return static_cast<double>(zones.rows + zones.columns) * static_cast<double>(zones.owners.size());
}

} // namespace

std::vector<Allocation> zones_near(const std::string& name, const NodeProblem& problem, const Allocation& before,
                                   partition::WorkBudget& budget) {
    partition::WorkBudget half = budget.part(0.5);
    const Allocation found = node_zones(name, problem, &half);
    budget.spend(half.spent());
    std::vector<Allocation> turned{found};
    if (found.rows == found.columns && name != columns_name) {
        turned.push_back(partition::transposed(found));
    }
    std::vector<Allocation> all;
    for (const Allocation& zones : turned) {
        for (const Allocation& mirrored : {zones, with_rows_reversed(zones), with_columns_reversed(zones),
                                           with_rows_reversed(with_columns_reversed(zones))}) {
            all.push_back(dealt_out_again(mirrored, before));
        }
        if (const double work = matching_work(zones); work <= budget.remaining()) {
            budget.spend(work);
            const Allocation dealt = dealt_out_again(zones, before);
            all.push_back(dealt_out_again(with_columns_matched(with_rows_matched(dealt, before), before), before));
        }
    }
    return all;
}

} // namespace tangram::nodes
