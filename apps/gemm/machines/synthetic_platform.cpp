#include "apps/gemm/machines/synthetic_platform.hpp"

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "base/parsed_number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace tangram::apps {

namespace {

struct Key {
    std::string_view name;
    std::variant<int SyntheticPlatform::*, double SyntheticPlatform::*, std::vector<double> SyntheticPlatform::*> value;
    double lowest;
    double highest;
    std::string_view meaning;
    std::string_view advice{}; ///< to who gives another value
};

constexpr int most_gpus = 16;         // StarPU is configured so for simulation (cmake/)
constexpr int most_cpus = 48;         // of 64 cores; each GPU takes one
constexpr double tiny = lowest_speed; // what must not be 0
constexpr double huge = highest_speed;

const std::array keys{
    Key{"gpus", &SyntheticPlatform::gpus, 0, most_gpus, "number of GPUs"},
    Key{"gpu_gflops", &SyntheticPlatform::gpu_gflops, tiny, huge,
        "GFlop/s of a GPU in double precision; 1000x4+500x4: four GPUs of each of two kinds"},
    Key{"cpus", &SyntheticPlatform::cpus, 0, most_cpus, "number of CPU workers",
        "; where there are more cores, let one worker be a whole socket: fewer cpus, cpu_gflops as many times as high"},
    Key{"cpu_gflops", &SyntheticPlatform::cpu_gflops, tiny, huge, "GFlop/s of a CPU worker in double precision"},
    Key{"float_factor", &SyntheticPlatform::float_factor, tiny, huge, "speed of single precision relative to double"},
    Key{"link_gbs", &SyntheticPlatform::link_gbs, tiny, huge, "GB/s between a GPU and RAM, each way"},
    Key{"host_gbs", &SyntheticPlatform::host_gbs, 0, huge,
        "GB/s of all transfers from and to RAM together; 0: no limit"},
    Key{"p2p_gbs", &SyntheticPlatform::p2p_gbs, 0, huge,
        "GB/s between a GPU and all other GPUs, each way; 0: they copy through RAM"},
    Key{"copy_engines", &SyntheticPlatform::copy_engines, fewest_copy_engines, most_copy_engines,
        "copy engines of a GPU; up to 2: copies between GPUs take turns with those from and to RAM"},
    Key{"latency_us", &SyntheticPlatform::latency_us, 0, huge, "latency of a transfer in microseconds"},
    Key{"gpu_memory_gb", &SyntheticPlatform::gpu_memory_gb, 0.01, huge,
        "memory of a GPU in GB, of which StarPU uses nine tenths"},
};

std::vector<std::string> names_of_keys() {
    std::vector<std::string> names;
    names.reserve(keys.size());
    for (const Key& key : keys) {
        names.emplace_back(key.name);
    }
    return names;
}

/// The key of a word KEY=VALUE.
const Key& key_of(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
        throw InvalidInput(fmt::format("synthetic platform: '{}' is not KEY=VALUE. The keys are {}", word,
                                       fmt::join(names_of_keys(), ", ")));
    }
    const std::string_view name = word.substr(0, equals);
    const auto* const key =
        std::find_if(keys.begin(), keys.end(), [&](const Key& known) { return known.name == name; });
    if (key == keys.end()) {
        const std::vector<std::string> names = names_of_keys();
        throw InvalidInput(fmt::format("synthetic platform: there is no key '{}'{} The keys are {}", name,
                                       guess(name, names, {.otherwise = "."}), fmt::join(names, ", ")));
    }
    return *key;
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
        fmt::format("synthetic platform: {} is '{}', expected {}{}", key.name, value, expected_value(key), key.advice));
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

} // namespace

SyntheticPlatform parse_synthetic(std::string_view specification) {
    std::string_view rest = specification.substr(synthetic_prefix.size());
    SyntheticPlatform platform;
    std::map<std::string_view, std::string_view> given;
    while (!rest.empty()) {
        rest.remove_prefix(1); // the colon, then commas
        const std::string_view word = rest.substr(0, rest.find(','));
        rest.remove_prefix(word.size());
        const Key& key = key_of(word);
        const std::string_view value = word.substr(word.find('=') + 1);
        if (!given.emplace(key.name, value).second) {
            throw InvalidInput(fmt::format("synthetic platform: {} is given twice", key.name));
        }
        set(platform, key, value);
    }
    agree_on_gpus(platform, given.contains("gpus"), given["gpu_gflops"].find_first_of("x+") != std::string_view::npos);
    if (platform.gpus + platform.cpus == 0) {
        throw InvalidInput("synthetic platform: it has neither GPUs nor CPU workers");
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
    description.copy_engines = platform.copy_engines;
    NominalSpeeds speeds{.cpu = platform.cpu_gflops * 1e9, .gpus = {}, .float_factor = platform.float_factor};
    for (const double gflops : platform.gpu_gflops) {
        speeds.gpus.push_back(gflops * 1e9);
    }
    description.nominal = speeds;
    return description;
}

} // namespace tangram::apps
