#include "sched/base/machine.hpp"

#include <algorithm>

namespace tangram::sched {

std::string to_string(DeviceKind kind) {
    switch (kind) {
    case DeviceKind::cpu: return "CPU";
    case DeviceKind::cuda: return "CUDA";
    case DeviceKind::opencl: return "OpenCL";
    case DeviceKind::other: break;
    }
    return "other";
}

std::optional<double> bandwidth(const std::vector<Link>& links, unsigned from, unsigned to) {
    const auto found = std::find_if(links.begin(), links.end(), [&](const Link& link) {
        return link.from == from && link.to == to && link.bandwidth > 0;
    });
    return found == links.end() ? std::nullopt : std::optional(found->bandwidth);
}

} // namespace tangram::sched
