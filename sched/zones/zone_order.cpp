#include "sched/zones/zone_order.hpp"

#include "sched/zones/zone_ends.hpp"
#include "sched/zones/zone_ranks.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tangram::sched {

namespace {

std::uint32_t slices_of(std::uint32_t depth) {
    return depth - zone_end(depth);
}

[[noreturn]] void refuse_plan() {
    throw std::invalid_argument("ZoneOrder: a plan of other zones");
}

/// The slices of a zone in three dimensions: products with more tasks first, but each node
/// starts with another one, so that those that share some do not all wait for the same
/// tiles. The last ones of the zone are one slice, `last`.
std::vector<std::uint32_t> slices_by_count(const std::vector<std::size_t>& counts, std::size_t node, std::size_t nodes,
                                           std::uint32_t last) {
    const std::uint32_t own = used(counts);
    const auto first = static_cast<std::uint32_t>(node * own / nodes);
    std::vector<std::uint32_t> slices = ranks_by_count(counts);
    for (std::uint32_t& slice : slices) {
        const std::uint32_t turned = slice < own ? (slice + own - first) % own : slice;
        slice = turned < slices_of(own) ? turned : last;
    }
    return slices;
}

} // namespace

ZoneOrder::ZoneOrder(const partition::Allocation& allocation, std::size_t depth, ZonePlan plan)
    : allocation_(allocation), depth_(static_cast<std::uint32_t>(depth)), plan_(std::move(plan)),
      slices_(slices_of(depth_)), side_(static_cast<std::uint32_t>(std::max(allocation.rows, allocation.columns))) {
    if (plan_.ends.empty()) {
        plan_.ends.resize(allocation.processors, zone_end(depth_));
    }
    check_plan();
    const std::vector<std::vector<std::size_t>> zones = places_of(allocation.owners, allocation.processors);
    tiles_.resize(allocation.owners.size());
    for (const std::vector<std::size_t>& zone : zones) {
        arrange(zone);
    }
    if (allocation.is_3d()) {
        rank_slices(zones);
    }
}

/// The shells of a node's tiles.
void ZoneOrder::arrange(const std::vector<std::size_t>& zone) {
    std::uint32_t shell = 0;
    if (plan_.blocks.empty()) {
        add_part(zone, shell);
    } else {
        for (const std::vector<std::size_t>& block : blocks_of(zone)) {
            add_part(block, shell);
        }
    }
    first_reserved_ = std::max(first_reserved_, shell);
}

/// Their shells are those from `shell` on.
void ZoneOrder::add_part(const std::vector<std::size_t>& tiles, std::uint32_t& shell) {
    const ZoneRanks ranks = zone_ranks(allocation_, tiles);
    const auto part = static_cast<std::uint32_t>(parts_.size());
    for (const std::size_t tile : tiles) {
        const partition::Coordinates at = allocation_.coordinates(tile);
        const std::uint32_t row = ranks.rows[at.i];
        const std::uint32_t column = ranks.columns[at.j];
        const std::uint32_t rank = std::max(row, column);
        const SliceOrder order = plan_.slice_orders.empty() ? SliceOrder::growing : plan_.slice_orders[tile];
        const std::uint32_t line = order == SliceOrder::rows ? row : order == SliceOrder::columns ? column : rank;
        tiles_[tile] = {part, rank, line};
    }
    const std::uint32_t side = plan_.blocks.empty() ? side_ : std::max(ranks.rows_used, ranks.columns_used);
    parts_.push_back({shell, side});
    shell += (slices_ + 1) * side;
}

std::vector<std::vector<std::size_t>> ZoneOrder::blocks_of(const std::vector<std::size_t>& zone) const {
    std::vector<std::vector<std::size_t>> blocks;
    for (const std::size_t tile : zone) {
        blocks.resize(std::max<std::size_t>(blocks.size(), std::size_t{plan_.blocks[tile]} + 1));
        blocks[plan_.blocks[tile]].push_back(tile);
    }
    return blocks;
}

void ZoneOrder::rank_slices(const std::vector<std::vector<std::size_t>>& zones) {
    for (std::size_t node = 0; node < zones.size(); ++node) {
        std::vector<std::size_t> products(allocation_.layers);
        for (const std::size_t tile : zones[node]) {
            ++products[allocation_.coordinates(tile).k];
        }
        slice_of_.push_back(slices_by_count(products, node, zones.size(), slices_));
    }
}

void ZoneOrder::check_plan() const {
    const auto is_end = [this](std::uint32_t end) { return end >= zone_end(depth_) && end <= depth_; };
    for (const std::optional<Node>& thief : plan_.spare) {
        if (thief && *thief >= allocation_.processors) {
            refuse_plan();
        }
    }
    const std::size_t tiles = allocation_.owners.size();
    const auto is_start = [this](std::uint32_t start) { return start >= 1 && start <= std::max(depth_ / 4, 1U); };
    const auto is_by_tile = [tiles](std::size_t size) { return size == 0 || size == tiles; };
    const auto is_beyond = [tiles](std::uint32_t number) { return number >= tiles; };
    if (!is_by_tile(plan_.spare.size()) || plan_.ends.size() != allocation_.processors ||
        !std::all_of(plan_.ends.begin(), plan_.ends.end(), is_end) ||
        (!plan_.starts.empty() && plan_.starts.size() != allocation_.processors) ||
        !std::all_of(plan_.starts.begin(), plan_.starts.end(), is_start) || !is_by_tile(plan_.blocks.size()) ||
        !is_by_tile(plan_.slice_orders.size()) || plan_.slice_orders.size() > plan_.blocks.size() ||
        std::any_of(plan_.blocks.begin(), plan_.blocks.end(), is_beyond)) {
        refuse_plan();
    }
}

std::uint32_t ZoneOrder::first_k(std::uint32_t i, std::uint32_t j) const {
    if (allocation_.is_3d()) {
        return 0;
    }
    return static_cast<std::uint32_t>(allocation_.owner(i, j) * depth_ / allocation_.processors);
}

std::uint32_t ZoneOrder::slice(const Task& task) const {
    const Node owner = allocation_.owner_of_product(task.i, task.j, task.k);
    if (allocation_.is_3d()) {
        return slice_of_[owner][task.k];
    }
    const std::uint32_t place = plan_.starts.empty() || step(task) >= plan_.starts[owner] ? step(task) : 0;
    return place < depth_ - plan_.ends[owner] ? place : slices_;
}

std::uint32_t ZoneOrder::shell(const Task& task) const {
    const TileInPart& tile = tiles_[allocation_.index_of_product(task.i, task.j, task.k)];
    if (reserved_for(task)) {
        return first_reserved_ + step(task) % slices_for_thieves() * side_ + tile.rank;
    }
    const Part& part = parts_[tile.part];
    const std::uint32_t slice_of_task = slice(task);
    return part.first_shell + slice_of_task * part.side + (slice_of_task == 0 ? tile.rank : tile.line);
}

std::vector<Task> ZoneOrder::all_tasks() const {
    std::vector<std::vector<Task>> by_shell(shells());
    for (std::uint32_t i = 0; i < allocation_.rows; ++i) {
        for (std::uint32_t j = 0; j < allocation_.columns; ++j) {
            for (std::uint32_t step = 0; step < depth_; ++step) {
                const Task task{i, j, (first_k(i, j) + step) % depth_};
                by_shell[shell(task)].push_back(task);
            }
        }
    }
    std::vector<Task> all;
    all.reserve(allocation_.rows * allocation_.columns * depth_);
    for (const std::vector<Task>& tasks : by_shell) {
        all.insert(all.end(), tasks.begin(), tasks.end());
    }
    return all;
}

} // namespace tangram::sched
