#include "apps/gemm/machines/host_link.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace tangram::apps {

double host_bandwidth(const std::vector<MemoryNode>& nodes, const std::vector<Link>& links, double shared) {
    if (std::isfinite(shared)) {
        return shared;
    }
    const auto is_ram = [&](unsigned id) {
        return std::any_of(nodes.begin(), nodes.end(),
                           [&](const MemoryNode& node) { return node.is_home && node.id == id; });
    };
    double sum = 0;
    for (const Link& link : links) {
        sum += is_ram(link.from) || is_ram(link.to) ? link.bandwidth : 0;
    }
    return sum;
}

std::string with_host_bandwidth(std::string platform, double bytes_per_second) {
    constexpr std::string_view start = "<link id=\"Host\" bandwidth=\"";
    const std::size_t at = platform.find(start);
    if (at != std::string::npos) {
        const std::size_t value = at + start.size();
        const std::size_t end = std::min(platform.find('"', value), platform.size());
        platform.replace(value, end - value, fmt::format("{:.6f}Bps", std::max(1.0, bytes_per_second)));
    }
    return platform;
}

} // namespace tangram::apps
