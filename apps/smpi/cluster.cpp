#include "apps/smpi/cluster.hpp"

#include "apps/command/number_list.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace tangram::apps {

namespace {

constexpr std::size_t most_nodes = 64;

// Beyond them SimGrid's times are no numbers any more.
constexpr double least_gbs = 1e-6;
constexpr double most_gbs = 1e9;
constexpr double most_latency_us = 1e9;

} // namespace

Cluster parse_cluster(const std::string& text) {
    const std::size_t cross = text.find('x');
    const std::optional<std::size_t> nodes = parsed<std::size_t>(std::string_view(text).substr(0, cross));
    if (cross == std::string::npos || !nodes || *nodes < 1 || *nodes > most_nodes || cross + 1 == text.size()) {
        throw InvalidInput(fmt::format("--cluster {}: expected NxPLATFORM as in 4xsirocco, from 1 to {} nodes",
                                       excerpt(text), most_nodes));
    }
    return {.nodes = *nodes, .platform = text.substr(cross + 1), .gpus = {}, .network = {}};
}

Network parse_network(const std::string& text) {
    const auto refuse = [&text] {
        throw InvalidInput(fmt::format(
            "--network {}: expected gbs=NUMBER, latency_us=NUMBER or both with a comma between", excerpt(text)));
    };
    Network network;
    std::set<std::string_view> keys;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view item = rest.substr(0, rest.find(','));
        const std::size_t equals = std::min(item.find('='), item.size());
        const std::string_view key = item.substr(0, equals);
        const std::optional<double> value = parsed<double>(item.substr(std::min(equals + 1, item.size())));
        if ((key != "gbs" && key != "latency_us") || !value || !std::isfinite(*value) || *value < 0 ||
            !keys.insert(key).second) {
            refuse();
        }
        (key == "gbs" ? network.gbs : network.latency_us) = *value;
        rest.remove_prefix(item.size());
        if (!rest.empty()) {
            rest.remove_prefix(1);
            if (rest.empty()) {
                refuse();
            }
        }
    }
    if (network.gbs < least_gbs || network.gbs > most_gbs || network.latency_us > most_latency_us) {
        throw InvalidInput(fmt::format("--network {}: gbs from {} to {}, latency_us from 0 to {}", excerpt(text),
                                       least_gbs, most_gbs, most_latency_us));
    }
    return network;
}

std::vector<std::size_t> parse_gpus(const std::string& text, std::size_t nodes) {
    const std::vector<double> numbers = parse_numbers(text, "--node-gpus");
    if (numbers.size() != nodes) {
        throw InvalidInput(
            fmt::format("--node-gpus {}: {} numbers for {} nodes", excerpt(text), numbers.size(), nodes));
    }
    std::vector<std::size_t> gpus;
    for (const double number : numbers) {
        constexpr double most = 64;
        if (number < 0 || number > most || number != std::floor(number)) {
            throw InvalidInput(fmt::format("--node-gpus {}: expected whole numbers from 0 to {}", excerpt(text), most));
        }
        gpus.push_back(static_cast<std::size_t>(number));
    }
    return gpus;
}

Slowdown parse_slowdown(const std::string& text, std::size_t nodes) {
    const std::string_view all = text;
    const std::size_t first = std::min(all.find(':'), all.size());
    const std::size_t second = std::min(all.find(':', first + 1), all.size());
    const std::optional<std::size_t> node = parsed<std::size_t>(all.substr(0, first));
    const std::optional<double> factor =
        parsed<double>(all.substr(std::min(first + 1, all.size()), second - std::min(first + 1, second)));
    const std::optional<std::size_t> products = parsed<std::size_t>(all.substr(std::min(second + 1, all.size())));
    constexpr double least = 1e-3;
    if (!node || !factor || !products || *node >= nodes || !(*factor >= least && *factor < 1)) {
        throw InvalidInput(
            fmt::format("--slowdown {}: expected NODE:FACTOR:PRODUCTS as in 3:0.5:1, a node from 0 to {} and a factor "
                        "from {} to less than 1",
                        excerpt(text), nodes - 1, least));
    }
    return {*node, *factor, *products};
}

} // namespace tangram::apps
