#include "sched/zone_order.hpp"

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

[[noreturn]] void refuse_plan() {
    throw std::invalid_argument("ZoneOrder: a plan of other zones");
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
        plan_.blocks.resize(allocation.processors);
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
        Ranks& ranks = ranks_.emplace_back(Ranks{ranks_by_count(counts[node].rows),
                                                 ranks_by_count(counts[node].columns),
                                                 slices_by_count(counts[node].products, node, counts.size(), slices_),
                                                 used(counts[node].columns),
                                                 plan_.blocks[node],
                                                 {},
                                                 {}});
        arrange(ranks, used(counts[node].rows));
        left_to_thieves_ = std::max(left_to_thieves_, ranks.first_shells.back() + shells_of(ranks.blocks.back()));
    }
}

/// The shells of each block, and in which one each place is.
void ZoneOrder::arrange(Ranks& ranks, std::uint32_t rows_used) const {
    constexpr std::uint32_t none = UINT32_MAX;
    if (ranks.blocks.empty()) {
        ranks.blocks = {{0, 0, side_, side_}};
        ranks.first_shells = {0};
        return;
    }
    ranks.block_at.resize(std::size_t{rows_used} * ranks.columns_used, none);
    std::uint32_t shell = 0;
    for (std::uint32_t number = 0; number < ranks.blocks.size(); ++number) {
        const Block& block = ranks.blocks[number];
        ranks.first_shells.push_back(shell);
        shell += shells_of(block);
        for (std::size_t row = block.row; row < std::size_t{block.row} + block.rows; ++row) {
            for (std::size_t column = block.column; column < std::size_t{block.column} + block.columns; ++column) {
                if (row >= rows_used || column >= ranks.columns_used ||
                    std::exchange(ranks.block_at[row * ranks.columns_used + column], number) != none) {
                    refuse_plan();
                }
            }
        }
    }
    if (std::find(ranks.block_at.begin(), ranks.block_at.end(), none) != ranks.block_at.end()) {
        refuse_plan();
    }
}

void ZoneOrder::check_plan() const {
    const auto is_end = [this](std::uint32_t end) { return end >= zone_end(depth_) && end <= depth_; };
    for (const std::optional<Node>& thief : plan_.spare) {
        if (thief && *thief >= allocation_.processors) {
            refuse_plan();
        }
    }
    if ((!plan_.spare.empty() && plan_.spare.size() != allocation_.owners.size()) ||
        plan_.ends.size() != allocation_.processors || !std::all_of(plan_.ends.begin(), plan_.ends.end(), is_end) ||
        plan_.blocks.size() != allocation_.processors) {
        refuse_plan();
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
    const std::size_t number =
        ranks.block_at.empty() ? 0 : ranks.block_at[std::size_t{row} * ranks.columns_used + column];
    const Block& block = ranks.blocks[number];
    return ranks.first_shells[number] + slice(task, ranks) * side_of(block) +
           std::max(row - block.row, column - block.column);
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
