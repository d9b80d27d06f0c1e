#pragma once

/// The arguments of `tangram gemm` and `tangram outer`, and the options that set them.

#include "apps/gemm/runtime/runtime.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

struct GemmArguments {
    std::optional<std::int64_t> size, m, n, k;
    std::string given_tile; ///< --tile as written; set_tile makes the next two of it
    std::int64_t tile = 0;
    bool measures_tile = false;
    std::string precision;
    std::string transa = "n";
    std::string transb = "n";
    double alpha = 1;
    double beta = 0;
    std::string a, b, c, out;
    std::uint64_t seed = 1;
    std::string verify = Runtime::is_simulated() ? "none" : "freivalds";
    std::string sched;
    std::string cpu_groups;
    std::string host_memory = "page-locked";
    std::string allocation;
    double effort = 1;
    int repeat = 1;
    std::string draw, gantt, json;
    std::string progress = "auto";
    int patience = 60;
};

/// Declares the options of `gemm`, and those of `outer`.
void add_gemm_options(CLI::App& command, GemmArguments& arguments);
void add_outer_options(CLI::App& command, GemmArguments& arguments);

/// Those of `gemm` that a product on several processes has, too.
void add_distributed_gemm_options(CLI::App& command, GemmArguments& arguments);

/// Sets tile and measures_tile from --tile or its default, once the command line is parsed.
void set_tile(GemmArguments& arguments);

} // namespace tangram::apps
