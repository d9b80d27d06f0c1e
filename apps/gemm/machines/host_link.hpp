#pragma once

#include "apps/gemm/machines/machine.hpp"

#include <string>
#include <vector>

namespace tangram::apps {

/// Bytes per second of the link that all transfers from and to RAM share in a simulation of the machine. shared: what
/// all devices fetch from RAM at once; if infinite, the link holds up nothing: it has the sum of all links at RAM, in
/// both directions. 0 without devices.
[[nodiscard]] double host_bandwidth(const std::vector<MemoryNode>& nodes, const std::vector<Link>& links,
                                    double shared);

/// StarPU's description of a machine for SimGrid (bus/NAME.platform.v4.xml) with this bandwidth of that link, "Host".
/// StarPU gives it that of the fastest single link, or 0, which simulations refuse, to machines without devices:
/// nothing travels there, and 0 becomes 1 byte per second.
[[nodiscard]] std::string with_host_bandwidth(std::string platform, double bytes_per_second);

} // namespace tangram::apps
