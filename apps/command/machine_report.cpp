#include "apps/command/machine_report.hpp"

#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstddef>
#include <utility>

namespace tangram::apps {

nlohmann::json to_json(const MachineOutcome& machine) {
    nlohmann::json nodes = nlohmann::json::array();
    for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
        const MemoryNode& memory = machine.nodes[node];
        nodes.push_back({{"node", memory.id},
                         {"kind", to_string(memory.kind)},
                         {"name", memory.name},
                         {"home", memory.is_home},
                         {"emulated", memory.is_emulated},
                         {"speed", machine.speeds.flops_per_second[node] * 1e-9},
                         {"workers", memory.workers.size()}});
    }
    nlohmann::json links = nlohmann::json::array();
    for (const Link& link : machine.links) {
        links.push_back({{"from", link.from}, {"to", link.to}, {"bytes_per_second", link.bandwidth}});
    }
    return {{"platform", platform_name()},
            {"starpu_version", Runtime::starpu_version()},
            {"simulated", Runtime::is_simulated()},
            {"precision", to_string(machine.precision)},
            {"tile", machine.tile},
            {"nodes", std::move(nodes)},
            {"links", std::move(links)},
            {"shared_bytes_per_second",
             std::isfinite(machine.shared_bandwidth) ? nlohmann::json(machine.shared_bandwidth) : nlohmann::json()},
            {"size", machine.size},
            {"seconds_bound", machine.seconds_bound},
            {"bytes_bound", machine.bytes_bound}};
}

std::string to_text(const MachineOutcome& machine) {
    std::string text = fmt::format("{}, StarPU {}{}\n", printable(platform_name()), Runtime::starpu_version(),
                                   Runtime::is_simulated() ? ", simulated" : "");
    text += fmt::format("memory nodes (speed: {} tiles of {})\n", to_string(machine.precision), machine.tile);
    for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
        const MemoryNode& memory = machine.nodes[node];
        text += fmt::format("  {}  {:<12}{:>10.1f} GFlop/s{}{}\n", memory.id, memory.name,
                            machine.speeds.flops_per_second[node] * 1e-9, memory.is_home ? "  home" : "",
                            memory.is_emulated ? "  emulated on the CPU" : "");
    }
    if (!machine.links.empty()) {
        text += Runtime::is_simulated() ? "links (of the simulated platform)\n" : "links (as StarPU measured them)\n";
    }
    for (const Link& link : machine.links) {
        text += fmt::format("  {} -> {}  {:>8.2f} GB/s\n", link.from, link.to, link.bandwidth * 1e-9);
    }
    if (std::isfinite(machine.shared_bandwidth)) {
        text += fmt::format("  RAM -> all devices at once  {:>8.2f} GB/s\n", machine.shared_bandwidth * 1e-9);
    }
    text += fmt::format("lower bounds for {0} x {0} x {0} on all nodes, C not read: {1:.4f} s; {2}\n", machine.size,
                        machine.seconds_bound,
                        machine.bytes_bound > 0 ? fmt::format("{} moved if shares of C are in proportion to speed",
                                                              format_bytes(machine.bytes_bound))
                                                : "nothing moved");
    return text;
}

} // namespace tangram::apps
