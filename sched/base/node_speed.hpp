#pragma once

/// What plans and policies know of a node's speed.

#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

namespace tangram::sched {

/// With products of full tiles.
struct NodeSpeed {
    double lead_seconds = 0;        ///< from taking one, behind those that its worker holds, until it is done
    double products_per_second = 0; ///< of all its workers together
    std::size_t workers = 1;        ///< at least one
    double seconds_home = 0;        ///< of a tile of C on the way home; 0: it is there, or that is not known
    double tile_seconds = 0;        ///< of a tile on the way from RAM, if all nodes fetch at once
    double bus_seconds = 0;         ///< for which a tile on its way from RAM takes what all links share
    double ram_seconds = 0;         ///< for which RAM is busy with a device's product if it limits the whole; else 0
    bool peers_are_nearer = false;  ///< than RAM: tiles of A and B that another device has come from there
    double room_seconds = 0;        ///< to make room in RAM for an auxiliary tile that comes to it; 0: it needs none
    double allocation_seconds = 0;  ///< of a tile on the device, if all devices allocate; 0: it needs none
    /// lead_seconds of a node of which a worker has asked in vain since the node got its last task: its workers hold
    /// less; infinite: not known.
    double asking_seconds = std::numeric_limits<double>::infinity();

    /// Products per second. Those of one tile run one after the other, hence at this rate.
    [[nodiscard]] double of_one_worker() const { return products_per_second / static_cast<double>(workers); }
};

/// Products per second of all nodes together.
inline double total_rate(const std::vector<NodeSpeed>& speeds) {
    return std::accumulate(speeds.begin(), speeds.end(), 0.0,
                           [](double sum, const NodeSpeed& speed) { return sum + speed.products_per_second; });
}

} // namespace tangram::sched
