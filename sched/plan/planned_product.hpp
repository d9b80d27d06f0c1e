#pragma once

/// What a plan is made for: a product in tiles on a machine. Plain data, and what follows from it.

#include "partition/base/problem.hpp"
#include "sched/base/machine.hpp"
#include "sched/base/product_tiles.hpp"
#include "sched/zones/tile_bytes.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Products that a worker of a device holds, with the usual window: it is done with them before the next one.
inline constexpr double usual_lead = 5;

struct PlannedProduct {
    partition::Problem problem; ///< speeds in flops per second
    std::size_t rows = 0;       ///< tiles of C
    std::size_t columns = 0;
    std::size_t depth = 0; ///< tiles along k
    LastTiles last = {};
    TileBytes tile_bytes;
    double task_flops = 0;         ///< of a full tile's task
    bool reads_c = false;          ///< beta is not 0
    double seconds_bound = 0;      ///< the work by the sum of the speeds
    std::vector<MemoryNode> nodes; ///< by processor of the problem
    std::vector<double> memory;    ///< bytes by node that tiles can fill; infinite where nothing limits them
    /// Where memory is short, tiles of at most this many bytes are not fetched ahead: StarPU might look for room
    /// forever (late_tile_limit() in apps/gemm/runtime/device_memory.hpp). The largest of the devices' limits.
    std::size_t late_tile_limit = 0;
    std::vector<Link> links;
    /// Bytes per second that all devices together fetch from RAM at once; infinite where links share nothing.
    double ram_bandwidth = std::numeric_limits<double>::infinity();
    bool may_hand_on = false;   ///< the strategy lets nodes take over what slow workers have begun
    double planning_effort = 1; ///< multiplies the work that searches for tiles may do (planning_limit)

    bool operator==(const PlannedProduct&) const = default;

    /// Of all nodes together.
    [[nodiscard]] double speed() const { return std::accumulate(problem.speeds.begin(), problem.speeds.end(), 0.0); }
    /// Seconds of a tile of C, with all its products, for a worker of speed 1.
    [[nodiscard]] double tile_seconds_at_speed_1() const {
        return seconds_bound * speed() / static_cast<double>(rows * columns);
    }
    /// Where the matrices live, if it has workers.
    [[nodiscard]] std::optional<std::size_t> home() const {
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [](const MemoryNode& node) { return node.is_home; });
        return found == nodes.end() ? std::nullopt : std::optional<std::size_t>(found - nodes.begin());
    }
    /// Whether workers of the node need not end the tiles that they begin, as they hand them on (OwnTasks::hand_on): at
    /// home alone, under a strategy that lets them, where they are slow beside those of another node.
    [[nodiscard]] bool hands_tiles_on(std::size_t node) const {
        const auto speed_of_worker = [this](std::size_t n) {
            return problem.speeds[n] / static_cast<double>(workers(n));
        };
        double fastest = 0;
        for (std::size_t other = 0; other < nodes.size(); ++other) {
            fastest = std::max(fastest, other == node ? 0 : speed_of_worker(other));
        }
        return may_hand_on && nodes[node].is_home && fastest > usual_lead * speed_of_worker(node);
    }
    /// At least one.
    [[nodiscard]] std::size_t workers(std::size_t node) const {
        return std::max<std::size_t>(1, nodes[node].workers.size());
    }
};

} // namespace tangram::sched
