#include "cluster/solver/block.hpp"

#include "cluster/fronts/front_costs.hpp"

#include <algorithm>

namespace tangram::solver {

namespace {

/// What remains to be eliminated when a panel begins, with the panel's pivots.
Front remaining(const Front& front, const Block& panel) {
    return {pivots_in(front, panel), front.order - panel.begin, {}, {}};
}

} // namespace

std::vector<Block> dealt_to_slaves(const Front& front, int master, Index panel_rows, const std::vector<Share>& slaves) {
    std::vector<Block> blocks;
    for (Index begin = 0; begin < front.pivots; begin += panel_rows) {
        blocks.push_back({master, begin, std::min(begin + panel_rows, front.pivots)});
    }
    for (const Share& slave : slaves) {
        const Index begin = blocks.back().end;
        blocks.push_back({slave.process, begin, begin + slave.rows});
    }
    return blocks;
}

std::vector<Block> dealt_to_all(const Front& front, int processes, Index least_rows) {
    constexpr Index blocks_each = 4;
    const Index rows = std::max(least_rows, 1 + (front.order - 1) / (blocks_each * processes));
    std::vector<Block> blocks;
    for (Index begin = 0; begin < front.order; begin += rows) {
        const int process = static_cast<int>(blocks.size()) % processes;
        blocks.push_back({process, begin, std::min(begin + rows, front.order)});
    }
    return blocks;
}

Index pivots_in(const Front& front, const Block& block) {
    return std::clamp<Index>(front.pivots - block.begin, 0, block.rows());
}

Index contributed_in(const Front& front, const Block& block) {
    return block.rows() - pivots_in(front, block);
}

std::size_t panels(const Front& front, const std::vector<Block>& blocks) {
    const auto has_pivots = [&](const Block& block) { return block.begin < front.pivots; };
    return static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), has_pivots));
}

std::int64_t entries(const Front& front, const Block& block) {
    return fronts::slave_entries(front, block.rows());
}

std::int64_t contributed_entries(const Front& front, const Block& block) {
    return fronts::contribution_entries(front, contributed_in(front, block));
}

std::int64_t update_flops(const Front& front, const Block& block, const Block& panel) {
    return fronts::slave_flops(remaining(front, panel), block.rows());
}

std::int64_t elimination_flops(const Front& front, const Block& block) {
    const Front rest = remaining(front, block);
    return fronts::master_flops(rest) + fronts::slave_flops(rest, contributed_in(front, block));
}

std::int64_t block_flops(const Front& front, const std::vector<Block>& blocks, std::size_t k) {
    const Block& block = blocks[k];
    std::int64_t flops = pivots_in(front, block) > 0 ? elimination_flops(front, block) : 0;
    for (std::size_t panel = 0; panel < std::min(k, panels(front, blocks)); ++panel) {
        flops += update_flops(front, block, blocks[panel]);
    }
    return flops;
}

} // namespace tangram::solver
