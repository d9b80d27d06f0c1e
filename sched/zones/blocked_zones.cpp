#include "sched/zones/blocked_zones.hpp"

#include "partition/base/costs.hpp"
#include "partition/partitioners.hpp"
#include "sched/zones/zone_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace tangram::sched {

namespace {

using partition::Allocation;

/// A load that Rounded's zones often have. Blocks of small zones may be rounded to twice what a node should have.
constexpr double far_off = 1.1;

/// Slices by rows or columns must move less than this part of what growing ones move. With them nrrp-rounded-static
/// takes up to 4% longer; with thieves it takes as long (experiments/memory.sh, N = 15360).
constexpr double worth_lines = 0.99;

/// Nodes as several processors each.
struct Parts {
    partition::Problem problem;
    std::vector<Node> nodes;    ///< by part, in rising order
    std::vector<double> memory; ///< by part
};

class Blocking {
  public:
    Blocking(const AllocationKind& kind, const partition::Problem& problem, std::size_t rows, std::size_t columns,
             std::size_t depth, const TileBytes& tile, const std::vector<double>& memory,
             const partition::TileOptions& options)
        : kind_(kind), problem_(problem), rows_(rows), columns_(columns), depth_(depth), tile_(tile), memory_(memory),
          options_(options), zones_(with_half_of_the_budget([&](const partition::TileOptions& half) {
              return kind.allocate(problem, rows, columns, depth, half);
          })) {}

    BlockedZones run() {
        BlockedZones growing = in_strips(SliceRoom::growing);
        if (growing.blocks.empty() || kind_.is_3d() || depth_ == 1) { // the first slice is by growing rows and columns
            return growing;
        }
        growing = improved(std::move(growing), SliceRoom::growing);
        BlockedZones lines = improved(in_strips(SliceRoom::lines), SliceRoom::lines);
        if (bytes_moved(lines) >= worth_lines * bytes_moved(growing)) {
            return growing;
        }
        lines.slice_orders = slice_orders(lines);
        return lines;
    }

  private:
    template <class Allocate> [[nodiscard]] Allocation with_half_of_the_budget(const Allocate& allocate) const {
        if (options_.budget == nullptr) {
            return allocate(options_);
        }
        partition::WorkBudget half = options_.budget->part(0.5);
        partition::TileOptions options = options_;
        options.budget = &half;
        Allocation allocation = allocate(options);
        options_.budget->spend(half.spent());
        return allocation;
    }

    [[nodiscard]] BlockedZones in_strips(SliceRoom room) const {
        return {zones_, zone_blocks(zones_, depth_, tile_, memory_, room)};
    }

    /// Or others that move less, with blocks that are zones of their own.
    BlockedZones improved(BlockedZones best, SliceRoom room) {
        const double most_load = std::max(load(best.allocation), far_off);
        double least = bytes_moved(best);
        std::vector<std::size_t> counts(memory_.size(), 1);
        std::vector<std::size_t> wanted = blocks_wanted(best.allocation, room);
        constexpr int most_tries = 3;
        for (int tries = 0; tries < most_tries && wanted != counts; ++tries) {
            counts = wanted;
            const Parts parts = parts_of(counts);
            const Allocation& of_parts = partitioned(counts, parts);
            const BlockNumbers cut = zone_blocks(of_parts, depth_, tile_, parts.memory, room);
            for (const std::vector<Node>& nodes : {parts.nodes, shared_out(of_parts, parts)}) {
                BlockedZones zones = merged(of_parts, cut, nodes);
                const double bytes = bytes_moved(zones);
                if (load(zones.allocation) <= most_load && bytes < least) {
                    least = bytes;
                    best = std::move(zones);
                }
            }
            for (std::size_t tile = 0; tile < cut.size(); ++tile) {
                const Node node = parts.nodes[of_parts.owners[tile]];
                wanted[node] = cut[tile] > 0 ? counts[node] + 1 : wanted[node];
            }
        }
        return best;
    }

    /// Tiles of C that each node should have.
    [[nodiscard]] std::vector<double> tiles_wanted() const {
        std::vector<double> tiles = partition::shares(problem_.speeds);
        for (double& of_node : tiles) {
            of_node *= static_cast<double>(rows_ * columns_);
        }
        return tiles;
    }

    /// Returns, by node, how many blocks its zone shall have.
    [[nodiscard]] std::vector<std::size_t> blocks_wanted(const Allocation& zones, SliceRoom room) const {
        const std::vector<partition::Footprint> footprints = zones.footprints();
        const std::vector<double> tiles = tiles_wanted();
        std::vector<std::size_t> counts(memory_.size(), 1);
        for (Node node = 0; node < counts.size(); ++node) {
            if (bytes_at_a_time(footprints[node], depth_, tile_) > memory_[node]) {
                const double most = std::max(largest_square(memory_[node], tile_, room), 1.0);
                counts[node] = static_cast<std::size_t>(std::max(std::ceil(tiles[node] / most), 1.0));
            }
        }
        return counts;
    }

    [[nodiscard]] Parts parts_of(const std::vector<std::size_t>& counts) const {
        Parts parts{problem_, {}, {}};
        parts.problem.speeds.clear();
        parts.problem.weights.clear();
        for (Node node = 0; node < counts.size(); ++node) {
            parts.problem.speeds.insert(parts.problem.speeds.end(), counts[node],
                                        problem_.speeds[node] / static_cast<double>(counts[node]));
            parts.problem.weights.insert(parts.problem.weights.end(), counts[node], problem_.weight(node));
            parts.nodes.insert(parts.nodes.end(), counts[node], node);
            parts.memory.insert(parts.memory.end(), counts[node], memory_[node]);
        }
        return parts;
    }

    /// counts: the parts' by node. For both rooms they are often the same.
    const Allocation& partitioned(const std::vector<std::size_t>& counts, const Parts& parts) {
        const auto [found, is_new] = partitions_.try_emplace(counts);
        if (is_new) {
            const partition::Partitioner& partitioner = partition::best_partitioner(parts.nodes.size(), false);
            found->second = with_half_of_the_budget([&](const partition::TileOptions& half) {
                return kind_.discretisation->run(partitioner.run(parts.problem), parts.problem, {rows_, columns_},
                                                 half);
            });
        }
        return found->second;
    }

    /// Longest of the nodes' times by what it should be.
    [[nodiscard]] double load(const Allocation& allocation) const {
        return partition::max_load_ratio(allocation.tile_counts(), problem_.speeds);
    }

    /// Tiles beyond what their nodes should have, which thieves will take.
    [[nodiscard]] double surplus(const Allocation& allocation) const {
        const std::vector<std::size_t> tiles = allocation.tile_counts();
        const std::vector<double> wanted = tiles_wanted();
        double sum = 0;
        for (Node node = 0; node < tiles.size(); ++node) {
            sum += std::max(static_cast<double>(tiles[node]) - wanted[node], 0.0);
        }
        return sum;
    }

    /// Returns a node for each part, to make up for what Rounded gave some nodes too much and others too little: the
    /// largest part first, each to the node that lacks most tiles of those with the same memory.
    [[nodiscard]] std::vector<Node> shared_out(const Allocation& of_parts, const Parts& parts) const {
        const std::vector<std::size_t> tiles = of_parts.tile_counts();
        std::vector<double> lacking = tiles_wanted();
        std::vector<Node> nodes = parts.nodes;
        for (const std::size_t part : by_falling_count(tiles)) {
            for (Node node = 0; node < memory_.size(); ++node) {
                const bool is_alike = memory_[node] == parts.memory[part] && std::isfinite(memory_[node]);
                nodes[part] = is_alike && lacking[node] > lacking[nodes[part]] ? node : nodes[part];
            }
            lacking[nodes[part]] -= static_cast<double>(tiles[part]);
        }
        return nodes;
    }

    /// nodes: by part. A node's blocks are those of its parts, one part after the other.
    [[nodiscard]] BlockedZones merged(const Allocation& of_parts, const BlockNumbers& cut,
                                      const std::vector<Node>& nodes) const {
        BlockedZones zones{of_parts, BlockNumbers(of_parts.owners.size())};
        zones.allocation.name = kind_.name;
        zones.allocation.processors = memory_.size();
        const std::vector<std::vector<std::size_t>> places = places_of(of_parts.owners, nodes.size());
        std::vector<std::uint32_t> next(memory_.size());
        for (std::size_t part = 0; part < nodes.size(); ++part) {
            const Node node = nodes[part];
            const std::uint32_t first = next[node];
            for (const std::size_t tile : places[part]) {
                zones.allocation.owners[tile] = node;
                zones.blocks[tile] = first + (cut.empty() ? 0 : cut[tile]);
                next[node] = std::max(next[node], zones.blocks[tile] + 1);
            }
        }
        return zones;
    }

    /// Returns the order of each tile's block: growing if there is room for that, else the one that takes less.
    [[nodiscard]] std::vector<SliceOrder> slice_orders(const BlockedZones& zones) const {
        const NumberedBlocks blocks = numbered_blocks(zones);
        std::vector<SliceOrder> of_blocks;
        for (const BlockFootprint& block : blocks.footprints) {
            const auto bytes = [&](SliceOrder order) { return slice_bytes(block.tiles, tile_, order); };
            of_blocks.push_back(bytes(SliceOrder::growing) <= memory_[block.node]      ? SliceOrder::growing
                                : bytes(SliceOrder::rows) < bytes(SliceOrder::columns) ? SliceOrder::rows
                                                                                       : SliceOrder::columns);
        }
        std::vector<SliceOrder> orders;
        for (const std::size_t number : blocks.of_tiles) {
            orders.push_back(of_blocks[number]);
        }
        return orders;
    }

    /// Returns the bytes moved, with C in one direction, and a row and a column for each tile that thieves will take.
    [[nodiscard]] double bytes_moved(const BlockedZones& zones) const {
        const std::vector<double> inputs = input_bytes(zones, depth_, tile_);
        const std::vector<std::size_t> tiles = zones.allocation.tile_counts();
        double bytes = surplus(zones.allocation) * input_bytes({1, 1, 1}, depth_, tile_);
        for (Node node = 0; node < inputs.size(); ++node) {
            bytes += problem_.weight(node) * (inputs[node] + static_cast<double>(tiles[node]) * tile_.c);
        }
        return bytes;
    }

    const AllocationKind& kind_;
    const partition::Problem& problem_;
    std::size_t rows_;
    std::size_t columns_;
    std::size_t depth_;
    const TileBytes& tile_;
    const std::vector<double>& memory_;
    const partition::TileOptions& options_;
    Allocation zones_;                                          ///< the kind's own
    std::map<std::vector<std::size_t>, Allocation> partitions_; ///< by parts of each node
};

} // namespace

BlockedZones blocked_zones(const AllocationKind& kind, const partition::Problem& problem, std::size_t rows,
                           std::size_t columns, std::size_t depth, const TileBytes& tile,
                           const std::vector<double>& memory, const partition::TileOptions& options) {
    return Blocking(kind, problem, rows, columns, depth, tile, memory, options).run();
}

} // namespace tangram::sched
