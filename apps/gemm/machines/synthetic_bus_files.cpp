#include "apps/gemm/machines/synthetic_bus_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace tangram::apps {

namespace {

/// A row for each memory node (RAM, then the GPUs), in StarPU's format. It takes neither the last number of a row nor
/// the last row of a file that ends early, so there is one more of each.
template <class Value> std::string matrix_text(int gpus, const Value& value) {
    std::string text = "# from each memory node (line) to each (column)\n";
    for (int from = 0; from <= gpus + 1; ++from) {
        for (int to = 0; to <= gpus; ++to) {
            text += from > gpus ? "nan\t" : fmt::format("{:e}\t", from == to ? 0.0 : value(from, to));
        }
        text += "nan\n";
    }
    return text;
}

std::string link_text(const std::string& name, double gigabytes_per_second, double microseconds) {
    return fmt::format("   <link id=\"{}\" bandwidth=\"{:f}Bps\" latency=\"{:.9f}s\"/>\n", name,
                       gigabytes_per_second * 1e9, microseconds * 1e-6);
}

std::string route_text(const std::string& from, const std::string& to, const std::vector<std::string>& links) {
    std::string text = fmt::format("   <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">", from, to);
    for (const std::string& link : links) {
        text += fmt::format("<link_ctn id=\"{}\"/>", link);
    }
    return text + "</route>\n";
}

std::string gpu_name(int gpu) {
    return fmt::format("CUDA{}", gpu);
}

/// Speeds of hosts have no meaning: StarPU multiplies its models' times with them.
std::string hosts_text(const SyntheticPlatform& platform) {
    constexpr std::string_view speed = "2000000000f";
    std::string text = "   <host id=\"MAIN\" speed=\"1f\"/>\n";
    for (int cpu = 0; cpu < platform.cpus + platform.gpus; ++cpu) { // a core drives each GPU
        text += fmt::format("   <host id=\"CPU{}\" speed=\"{}\"/>\n", cpu, speed);
    }
    for (int gpu = 0; gpu < platform.gpus; ++gpu) {
        text += fmt::format("   <host id=\"{}\" speed=\"{}\">\n"
                            "     <prop id=\"memsize\" value=\"{:.0f}\"/>\n"
                            "     <prop id=\"memcpy_peer\" value=\"{}\"/>\n"
                            "   </host>\n",
                            gpu_name(gpu), speed, platform.gpu_memory_gb * 1e9, platform.p2p_gbs > 0 ? 1 : 0);
    }
    return text + "   <host id=\"RAM\" speed=\"1f\"/>\n";
}

/// As in StarPU's own files a shared link has no latency; of the two ports that a
/// copy between GPUs crosses the first one has it.
std::string links_text(const SyntheticPlatform& platform) {
    std::string text;
    if (platform.host_gbs > 0) {
        text += link_text("Host", platform.host_gbs, 0);
    }
    for (int gpu = 0; gpu < platform.gpus; ++gpu) {
        text += link_text("RAM-" + gpu_name(gpu), platform.link_gbs, platform.latency_us);
        text += link_text(gpu_name(gpu) + "-RAM", platform.link_gbs, platform.latency_us);
        if (platform.p2p_gbs > 0) {
            text += link_text(gpu_name(gpu) + "-out", platform.p2p_gbs, platform.latency_us);
            text += link_text(gpu_name(gpu) + "-in", platform.p2p_gbs, 0);
        }
    }
    return text;
}

std::string routes_text(const SyntheticPlatform& platform) {
    std::string text;
    for (int gpu = 0; gpu < platform.gpus; ++gpu) {
        std::vector<std::string> down{"RAM-" + gpu_name(gpu)};
        std::vector<std::string> up{gpu_name(gpu) + "-RAM"};
        if (platform.host_gbs > 0) {
            down.emplace_back("Host");
            up.emplace_back("Host");
        }
        text += route_text("RAM", gpu_name(gpu), down);
        text += route_text(gpu_name(gpu), "RAM", up);
        for (int other = 0; platform.p2p_gbs > 0 && other < platform.gpus; ++other) {
            if (other != gpu) {
                text += route_text(gpu_name(gpu), gpu_name(other), {gpu_name(gpu) + "-out", gpu_name(other) + "-in"});
            }
        }
    }
    return text;
}

/// SimGrid models the network as StarPU expects: links are shared evenly, without
/// the corrections for TCP.
constexpr std::string_view head = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM 'http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd'>
<platform version="4">
 <config id="General">
   <prop id="network/TCP-gamma" value="-1"></prop>
   <prop id="network/latency-factor" value="1"></prop>
   <prop id="network/bandwidth-factor" value="1"></prop>
   <prop id="network/weight-S" value="0.0"></prop>
   <prop id="network/crosstraffic" value="0"></prop>
 </config>
 <AS id="AS0" routing="Full">
)";

} // namespace

BusFiles bus_files(const SyntheticPlatform& platform) {
    const double host = platform.host_gbs > 0 ? std::min(platform.host_gbs, platform.link_gbs) : platform.link_gbs;
    const auto through_ram = [&](int from, int to) { return from != 0 && to != 0 && platform.p2p_gbs == 0; };
    const auto megabytes_per_second = [&](int from, int to) {
        const double direct = from != 0 && to != 0 ? platform.p2p_gbs : host;
        return (through_ram(from, to) ? host / 2 : direct) * 1e3;
    };
    const auto microseconds = [&](int from, int to) { return platform.latency_us * (through_ram(from, to) ? 2 : 1); };
    return {matrix_text(platform.gpus, megabytes_per_second), matrix_text(platform.gpus, microseconds),
            std::string(head) + hosts_text(platform) + links_text(platform) + routes_text(platform) +
                " </AS>\n</platform>\n"};
}

} // namespace tangram::apps
