#pragma once

/// What a node computes and what its link from RAM carries for it, and how long that takes: with transfers before the
/// work, or behind it. The estimates of a plan's zones (load_of) and of a tile size (TiledEstimate) are made of these.
/// The two fill `exposed` differently. A plan knows its zones: no work hides their first slice and the last tile of C.
/// A tile size is chosen before there are zones: there it is the tiles of the first task.

#include "sched/base/machine.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace tangram::sched {

struct NodeLoad {
    double work = 0;    ///< seconds, without transfers
    double in = 0;      ///< bytes that come from RAM
    double out = 0;     ///< bytes that go back
    double exposed = 0; ///< of these, bytes for which the node waits whatever it computes
    double bandwidth = std::numeric_limits<double>::infinity(); ///< of the link, bytes per second

    /// Seconds if the node computes only when it has all its tiles.
    [[nodiscard]] double seconds_one_after_another() const { return work + in / bandwidth; }

    /// Seconds if it computes while tiles come and go.
    [[nodiscard]] double seconds_overlapped() const {
        return std::max(work, std::max(in, out) / bandwidth) + exposed / bandwidth;
    }
};

/// Bytes per second from RAM to the node: infinite at home, where the matrices are, and over a link that was not
/// measured.
inline double bandwidth_from_ram(const std::vector<Link>& links, const MemoryNode& node) {
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    return node.is_home ? unlimited : bandwidth(links, main_memory, node.id).value_or(unlimited);
}

/// Whether copies between devices are more than `times` as fast as copies from RAM.
inline bool devices_are_nearer(const std::vector<Link>& links, double times) {
    double from_ram = 0;
    double between_devices = 0;
    for (const Link& link : links) {
        double& fastest = link.from == main_memory ? from_ram : between_devices;
        if (link.to != main_memory) {
            fastest = std::max(fastest, link.bandwidth);
        }
    }
    return between_devices > times * from_ram;
}

/// Whether copies between devices are clearly faster than copies from RAM, so that tiles come from other devices.
inline bool devices_are_nearer(const std::vector<Link>& links) {
    constexpr double clearly = 1.5;
    return devices_are_nearer(links, clearly);
}

} // namespace tangram::sched
