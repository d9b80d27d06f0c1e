#include "sched/zones/block_footprints.hpp"

#include <cstdint>
#include <map>
#include <utility>

namespace tangram::sched {

NumberedBlocks numbered_blocks(const BlockedZones& zones) {
    partition::Allocation of_blocks = zones.allocation;
    NumberedBlocks blocks;
    std::map<std::pair<Node, std::uint32_t>, std::size_t> numbers;
    for (std::size_t tile = 0; tile < of_blocks.owners.size(); ++tile) {
        const Node owner = zones.allocation.owners[tile];
        const std::uint32_t block = zones.blocks.empty() ? 0 : zones.blocks[tile];
        const auto [found, is_new] = numbers.try_emplace({owner, block}, blocks.footprints.size());
        if (is_new) {
            blocks.footprints.push_back({owner, {}});
        }
        of_blocks.owners[tile] = found->second;
    }
    of_blocks.processors = blocks.footprints.size();
    const std::vector<partition::Footprint> footprints = of_blocks.footprints();
    for (std::size_t block = 0; block < blocks.footprints.size(); ++block) {
        blocks.footprints[block].tiles = footprints[block];
    }
    blocks.of_tiles = std::move(of_blocks.owners);
    return blocks;
}

std::vector<BlockFootprint> block_footprints(const BlockedZones& zones) {
    return numbered_blocks(zones).footprints;
}

std::vector<double> input_bytes(const BlockedZones& zones, std::size_t depth, const TileBytes& tile) {
    std::vector<double> bytes(zones.allocation.processors);
    const std::size_t products = zones.allocation.products_of_tile(depth);
    for (const BlockFootprint& block : block_footprints(zones)) {
        bytes[block.node] += input_bytes(block.tiles, products, tile);
    }
    return bytes;
}

} // namespace tangram::sched
