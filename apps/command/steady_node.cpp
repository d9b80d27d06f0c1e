#include "apps/command/steady_node.hpp"

#include "apps/command/output.hpp"
#include "apps/command/run_guarded.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include <starpu.h>

namespace tangram::apps {

namespace steady = model::steady_state;

namespace {

constexpr int tiles_in = 3;  // A, B and C
constexpr int tiles_out = 1; // C

/// Seconds to 12 significant digits: else numbers would be very long. Rounded down, so that the throughput stays a
/// bound.
steady::Rational rounded_down(double seconds) {
    constexpr int digits = 12;
    const int exponent = static_cast<int>(std::floor(std::log10(seconds))) + 1 - digits;
    const steady::Rational unit = steady::parsed_rational(fmt::format("1e{}", exponent));
    const steady::Rational units = steady::Rational(seconds) / unit;
    return steady::Integer(units.get_num() / units.get_den()) * unit;
}

/// The platform's resources by name, made when asked for first.
std::size_t resource(steady::Platform& platform, const std::string& name, std::optional<steady::Rational> c = {}) {
    for (std::size_t r = 0; r < platform.resources.size(); ++r) {
        if (platform.resources[r].name == name) {
            return r;
        }
    }
    platform.resources.push_back({name, std::move(c)});
    return platform.resources.size() - 1;
}

/// RAM takes part without workers, too.
std::size_t add_processors(NodeStream& stream, const std::vector<MemoryNode>& nodes, const Speeds& speeds,
                           std::map<unsigned, std::size_t>& place) {
    steady::Platform& platform = stream.problem.platform;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        place[nodes[n].id] = platform.processors.size();
        platform.processors.push_back({nodes[n].name, rounded_down(stream.flops_of_job / speeds.flops_per_second[n])});
        stream.flops_per_second += speeds.flops_per_second[n];
    }
    if (!place.contains(sched::main_memory)) {
        place[sched::main_memory] = platform.processors.size();
        platform.processors.push_back({"RAM", std::nullopt});
    }
    return place[sched::main_memory];
}

/// How long a tile takes over the bandwidth that devices share on their way from RAM, if they do.
std::optional<steady::Rational> shared_time(Runtime& runtime, double tile_bytes) {
    const double bandwidth = runtime.bandwidth_from_ram();
    return std::isfinite(bandwidth) ? std::optional(rounded_down(tile_bytes / bandwidth)) : std::nullopt;
}

void add_links(steady::Platform& platform, Runtime& runtime, double tile_bytes,
               const std::map<unsigned, std::size_t>& place) {
    const std::size_t home = place.at(sched::main_memory);
    const std::optional<steady::Rational> shared = shared_time(runtime, tile_bytes);
    const bool homeward_is_shared = shared && !runtime.links_are_independent();
    for (const Link& link : runtime.links()) {
        const auto from = place.find(link.from);
        const auto to = place.find(link.to);
        if (from == place.end() || to == place.end() || from == to) {
            continue;
        }
        std::vector<std::size_t> resources;
        if (from->second != home) {
            resources.push_back(resource(platform, "out " + platform.processors[from->second].name));
        }
        if (to->second != home) {
            resources.push_back(resource(platform, "in " + platform.processors[to->second].name));
        }
        if (shared && (from->second == home || (to->second == home && homeward_is_shared))) {
            resources.push_back(resource(platform, "bus", shared));
        }
        platform.links.push_back(
            {from->second, to->second, rounded_down(tile_bytes / link.bandwidth), std::move(resources)});
    }
}

} // namespace

NodeStream node_stream(const SteadyNodeArguments& arguments) {
    Runtime runtime(runtime_options(sched::default_strategy().name, ""));
    const Precision precision =
        arguments.precision == "float" ? Precision::single_precision : Precision::double_precision;
    NodeStream stream;
    constexpr std::int64_t size = 8192; // that a tile is chosen for
    stream.tile = arguments.tile != 0 ? arguments.tile : choose_tile(size, size, size, starpu_worker_get_count());
    const TileShape shape{stream.tile, stream.tile, stream.tile};
    const Speeds speeds = node_speeds(runtime, precision, shape, notify_on_stderr());
    stream.flops_of_job = shape.flops();
    std::map<unsigned, std::size_t> place; // of StarPU's memory nodes
    const std::size_t home = add_processors(stream, runtime.nodes(), speeds, place);
    stream.problem.platform.masters = {home};
    stream.problem.gather = home;
    add_links(stream.problem.platform, runtime, tile_bytes(shape, precision).c, place);
    stream.problem.tree = {{{"product", 1}}, {{steady::outside, 0, tiles_in}, {0, steady::outside, tiles_out}}};
    return stream;
}

} // namespace tangram::apps
