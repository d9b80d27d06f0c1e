#include "sched/zone_order.hpp"

#include "partition/ceil_divided.hpp"
#include "sched/zone_ends.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tangram::sched {

namespace {

std::uint32_t slices_of(std::uint32_t depth) {
    return depth - zone_end(depth);
}

/// Positions by falling count; equal counts keep their order.
std::vector<std::uint32_t> ranks_by_count(const std::vector<std::size_t>& counts) {
    std::vector<std::uint32_t> order(counts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t x, std::uint32_t y) { return counts[x] > counts[y]; });
    std::vector<std::uint32_t> ranks(counts.size());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
        ranks[order[rank]] = rank;
    }
    return ranks;
}

/// Rows or columns with tiles of a zone.
std::uint32_t used(const std::vector<std::size_t>& counts) {
    return static_cast<std::uint32_t>(
        std::count_if(counts.begin(), counts.end(), [](std::size_t count) { return count > 0; }));
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
    if (plan_.blocks.empty()) {
        plan_.blocks.resize(allocation.processors, {side_, side_});
    }
    check_plan();
    struct Counts {
        std::vector<std::size_t> rows, columns, products;
    };
    const std::size_t layers = allocation.layers;
    std::vector<Counts> counts(allocation.processors,
                               {std::vector<std::size_t>(allocation.rows), std::vector<std::size_t>(allocation.columns),
                                std::vector<std::size_t>(layers)});
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        for (std::size_t j = 0; j < allocation.columns; ++j) {
            for (std::size_t k = 0; k < layers; ++k) {
                Counts& of_owner = counts[allocation.owner(i, j, k)];
                ++of_owner.rows[i];
                ++of_owner.columns[j];
                ++of_owner.products[k];
            }
        }
    }
    for (std::size_t node = 0; node < counts.size(); ++node) {
        const BlockSides block = plan_.blocks[node];
        const std::uint32_t down = ceil_divided(used(counts[node].rows), block.rows);
        const std::uint32_t across = ceil_divided(used(counts[node].columns), block.columns);
        left_to_thieves_ = std::max(left_to_thieves_, down * across * shells_of(block));
        ranks_.push_back({ranks_by_count(counts[node].rows), ranks_by_count(counts[node].columns),
                          slices_by_count(counts[node].products, node, counts.size(), slices_), block, across});
    }
}

void ZoneOrder::check_plan() const {
    const auto is_end = [this](std::uint32_t end) { return end >= zone_end(depth_) && end <= depth_; };
    const auto is_block = [](const BlockSides& block) { return block.rows > 0 && block.columns > 0; };
    if ((!plan_.spare.empty() && plan_.spare.size() != allocation_.owners.size()) ||
        plan_.ends.size() != allocation_.processors || !std::all_of(plan_.ends.begin(), plan_.ends.end(), is_end) ||
        plan_.blocks.size() != allocation_.processors ||
        !std::all_of(plan_.blocks.begin(), plan_.blocks.end(), is_block)) {
        throw std::invalid_argument("ZoneOrder: a plan of other zones");
    }
}

std::uint32_t ZoneOrder::first_k(std::uint32_t i, std::uint32_t j) const {
    if (allocation_.is_3d()) {
        return 0;
    }
    return static_cast<std::uint32_t>(allocation_.owner(i, j) * depth_ / allocation_.processors);
}

std::uint32_t ZoneOrder::slice(const Task& task, const Ranks& ranks) const {
    if (allocation_.is_3d()) {
        return ranks.slices[task.k];
    }
    const std::uint32_t place = step(task);
    return place < depth_ - plan_.ends[allocation_.owner(task.i, task.j)] ? place : slices_;
}

std::uint32_t ZoneOrder::shell(const Task& task) const {
    const Ranks& ranks = ranks_[allocation_.owner_of_product(task.i, task.j, task.k)];
    const std::uint32_t row = ranks.rows[task.i];
    const std::uint32_t column = ranks.columns[task.j];
    if (left_for(task)) {
        return left_to_thieves_ + std::max(row, column);
    }
    const std::uint32_t block = row / ranks.block.rows * ranks.blocks_across + column / ranks.block.columns;
    return block * shells_of(ranks.block) + slice(task, ranks) * side_of(ranks.block) +
           std::max(row % ranks.block.rows, column % ranks.block.columns);
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
