#pragma once

/// The arguments of `tangram affinity`, and the options that set them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// The kernel's limit on --blocks: tasks are numbered by 32 bits, and 65535^2 and 1625^3 are below 2^32.
inline constexpr std::int64_t most_blocks_of_vectors = 65535;
inline constexpr std::int64_t most_blocks_of_matrices = 1625;

struct AffinityArguments {
    std::string kernel, strategy;
    std::optional<std::uint32_t> blocks;
    std::optional<std::size_t> processors;
    std::string speeds = "uniform:10:100";
    bool same_speeds = false;
    std::size_t runs = 10;
    std::uint64_t seed = 1;
    std::string beta;
    std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
    std::string json;
    std::string progress = "auto";
    bool markdown = false;
};

/// Declares the options, and the tables of names below them.
void add_affinity_options(CLI::App& command, AffinityArguments& arguments);

} // namespace tangram::apps
