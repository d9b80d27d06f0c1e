#pragma once

/// The arguments of `tangram steady`, and the options that set them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// The node whose tile products are the stream.
struct SteadyNodeArguments {
    bool is_asked_for = false;
    std::optional<std::int64_t> given_tile;
    std::int64_t tile = 0; ///< 0: chosen from the number of workers
    std::string precision = "double";
};

struct SteadyArguments {
    SteadyNodeArguments node;
    std::string platform; ///< file
    std::string tree;     ///< file
    std::string example;
    std::string outputs = "stay"; ///< or gather:NAME
    std::string ends = "joint";
    std::string grain = "both";
    std::string period;
    std::size_t simulate = 0; ///< periods
    std::string draw;
    std::string draw_schedule;
    std::string json;
};

/// Declares the options. In simulation the stream is always that of a node, the one that --platform names there.
void add_steady_options(CLI::App& command, SteadyArguments& arguments);

} // namespace tangram::apps
