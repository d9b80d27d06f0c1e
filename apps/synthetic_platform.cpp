#include "apps/synthetic_platform.hpp"

#include "apps/parsed_number.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <variant>

namespace tangram::apps {

namespace {

struct Key {
    std::string_view name;
    std::variant<int SyntheticPlatform::*, double SyntheticPlatform::*, std::vector<double> SyntheticPlatform::*> value;
    double lowest;
    double highest;
    std::string_view meaning;
};

constexpr int most_gpus = 16; // StarPU is configured so for simulation (cmake/)
constexpr int most_cpus = 48; // of 64 cores; each GPU takes one
constexpr double tiny = 1e-3; // what must not be 0
constexpr double huge = 1e9;

const std::array keys{
    Key{"gpus", &SyntheticPlatform::gpus, 0, most_gpus, "number of GPUs"},
    Key{"gpu_gflops", &SyntheticPlatform::gpu_gflops, tiny, huge,
        "GFlop/s of a GPU in double precision; 1000x4+500x4 for four of one and four of another kind"},
    Key{"cpus", &SyntheticPlatform::cpus, 0, most_cpus, "number of CPU workers"},
    Key{"cpu_gflops", &SyntheticPlatform::cpu_gflops, tiny, huge, "GFlop/s of a CPU worker in double precision"},
    Key{"float_factor", &SyntheticPlatform::float_factor, tiny, huge, "single precision is so many times faster"},
    Key{"link_gbs", &SyntheticPlatform::link_gbs, tiny, huge, "GB/s between a GPU and RAM, each way"},
    Key{"host_gbs", &SyntheticPlatform::host_gbs, 0, huge,
        "GB/s of all transfers from and to RAM together; 0: no such limit"},
    Key{"p2p_gbs", &SyntheticPlatform::p2p_gbs, 0, huge,
        "GB/s between a GPU and all other GPUs, each way; 0: they copy through RAM"},
    Key{"latency_us", &SyntheticPlatform::latency_us, 0, huge, "latency of a transfer in microseconds"},
    Key{"gpu_memory_gb", &SyntheticPlatform::gpu_memory_gb, 0.01, huge,
        "memory of a GPU in GB, of which StarPU uses nine tenths"},
};

std::string names_of_keys() {
    std::vector<std::string_view> names;
    names.reserve(keys.size());
    for (const Key& key : keys) {
        names.push_back(key.name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string range_text(const Key& key) {
    return fmt::format("from {:g} to {:g}", key.lowest, key.highest);
}

/// What a key's value must be.
std::string expected_value(const Key& key) {
    if (std::holds_alternative<int SyntheticPlatform::*>(key.value)) {
        return "a whole number " + range_text(key);
    }
    if (std::holds_alternative<double SyntheticPlatform::*>(key.value)) {
        return "a number " + range_text(key);
    }
    return fmt::format("numbers {}, like 1000 or 1000x4+500x4, of at most {} GPUs", range_text(key), most_gpus);
}

[[noreturn]] void refuse(const Key& key, std::string_view value) {
    throw InvalidInput(
        fmt::format("synthetic platform: {} is '{}', expected {}", key.name, value, expected_value(key)));
}

template <class Number> Number number(const Key& key, std::string_view text) {
    const auto value = parsed<Number>(text);
    if (!value || !(*value >= key.lowest) || !(*value <= key.highest)) {
        refuse(key, text);
    }
    return *value;
}

/// One kind of GPU after another: SPEED or SPEEDxCOUNT, with a + between them.
std::vector<double> speeds(const Key& key, std::string_view text) {
    std::vector<double> all;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('+', begin), text.size());
        const std::string_view kind = text.substr(begin, end - begin);
        const std::size_t times = kind.find('x');
        const auto speed = number<double>(key, kind.substr(0, times));
        const int count = times == std::string_view::npos ? 1 : parsed<int>(kind.substr(times + 1)).value_or(0);
        if (count < 1 || all.size() + static_cast<std::size_t>(count) > most_gpus) {
            refuse(key, text);
        }
        all.insert(all.end(), static_cast<std::size_t>(count), speed);
        begin = end + 1;
    }
    return all;
}

void set(SyntheticPlatform& platform, const Key& key, std::string_view text) {
    if (const auto* whole = std::get_if<int SyntheticPlatform::*>(&key.value)) {
        platform.*(*whole) = number<int>(key, text);
    } else if (const auto* real = std::get_if<double SyntheticPlatform::*>(&key.value)) {
        platform.*(*real) = number<double>(key, text);
    } else {
        platform.*std::get<std::vector<double> SyntheticPlatform::*>(key.value) = speeds(key, text);
    }
}

/// One speed stands for all GPUs; a list says how many there are, as gpus may do, too.
void agree_on_gpus(SyntheticPlatform& platform, bool gpus_given, bool speeds_listed) {
    const int listed = static_cast<int>(platform.gpu_gflops.size());
    if (!speeds_listed) {
        platform.gpu_gflops.assign(static_cast<std::size_t>(platform.gpus), platform.gpu_gflops.front());
    } else if (gpus_given && platform.gpus != listed) {
        throw InvalidInput(
            fmt::format("synthetic platform: gpus is {}, but gpu_gflops lists {}", platform.gpus, listed));
    } else {
        platform.gpus = listed;
    }
}

std::string default_text(const Key& key) {
    const SyntheticPlatform defaults;
    if (const auto* whole = std::get_if<int SyntheticPlatform::*>(&key.value)) {
        return fmt::format("{}", defaults.*(*whole));
    }
    if (const auto* real = std::get_if<double SyntheticPlatform::*>(&key.value)) {
        return fmt::format("{}", defaults.*(*real));
    }
    return fmt::format("{}", (defaults.*std::get<std::vector<double> SyntheticPlatform::*>(key.value)).front());
}

/// A row for each memory node (RAM, then the GPUs), in StarPU's format. It does not
/// take the last number of a row, so there is one more.
template <class Value> std::string matrix_text(int gpus, const Value& value) {
    std::string text = "# from each memory node (line) to each (column)\n";
    for (int from = 0; from <= gpus; ++from) {
        for (int to = 0; to <= gpus; ++to) {
            text += fmt::format("{:e}\t", from == to ? 0.0 : value(from, to));
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

/// SimGrid's network is told to be what StarPU expects: links that are shared
/// evenly, without TCP's corrections.
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

SyntheticPlatform parse_synthetic(std::string_view specification) {
    std::string_view rest = specification.substr(synthetic_prefix.size());
    SyntheticPlatform platform;
    std::map<std::string_view, std::string_view> given;
    while (!rest.empty()) {
        rest.remove_prefix(1); // the colon, then commas
        const std::string_view word = rest.substr(0, rest.find(','));
        rest.remove_prefix(word.size());
        const std::size_t equals = word.find('=');
        const auto key = std::find_if(keys.begin(), keys.end(),
                                      [&](const Key& known) { return known.name == word.substr(0, equals); });
        if (equals == std::string_view::npos || key == keys.end()) {
            throw InvalidInput(fmt::format("synthetic platform: '{}' is not KEY=VALUE with one of the keys {}", word,
                                           names_of_keys()));
        }
        const std::string_view value = word.substr(equals + 1);
        if (!given.emplace(key->name, value).second) {
            throw InvalidInput(fmt::format("synthetic platform: {} is given twice", key->name));
        }
        set(platform, *key, value);
    }
    agree_on_gpus(platform, given.contains("gpus"), given["gpu_gflops"].find_first_of("x+") != std::string_view::npos);
    if (platform.gpus + platform.cpus == 0) {
        throw InvalidInput("synthetic platform: neither GPUs nor CPU workers, nobody would compute");
    }
    return platform;
}

std::string synthetic_help() {
    std::string text;
    for (const Key& key : keys) {
        text += fmt::format("    {:<20}{} ({})\n", fmt::format("{}={}", key.name, default_text(key)), key.meaning,
                            range_text(key));
    }
    return text;
}

PlatformDescription describe(const SyntheticPlatform& platform) {
    PlatformDescription description;
    description.name = synthetic_prefix;
    description.cpu_workers = platform.cpus;
    description.cuda_devices = platform.gpus;
    NominalSpeeds speeds{.cpu = platform.cpu_gflops * 1e9, .gpus = {}, .float_factor = platform.float_factor};
    for (const double gflops : platform.gpu_gflops) {
        speeds.gpus.push_back(gflops * 1e9);
    }
    description.nominal = speeds;
    return description;
}

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
