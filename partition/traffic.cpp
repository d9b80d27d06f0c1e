#include "partition/traffic.hpp"

#include "partition/bounds.hpp"
#include "partition/error.hpp"
#include "partition/problem.hpp"
#include "partition/touched.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangram::partition {

namespace {

void require_sizes(const TrafficProblem& problem) {
    for (double size : {problem.m, problem.n, problem.k})
        if (!std::isfinite(size) || size <= 0)
            throw InvalidInput(fmt::format("product of size {} x {} x {}: all must be positive and finite", problem.m,
                                           problem.n, problem.k));
    if (problem.element_bytes == 0)
        throw InvalidInput("elements of 0 bytes: the element size must be positive");
    for (const auto& node : problem.nodes)
        if (!(node.bytes > 0))
            throw InvalidInput(fmt::format("a memory of {} bytes: it must be positive", node.bytes));
}

void require_fit(const Allocation& allocation, const TrafficProblem& problem, double tile) {
    if (allocation.processors != problem.nodes.size())
        throw InvalidInput(fmt::format("allocation for {} processors, but {} memory nodes", allocation.processors,
                                       problem.nodes.size()));
    const auto fits = [&](std::size_t tiles, double size) {
        return static_cast<double>(tiles) == std::ceil(size / tile);
    };
    if (!(tile > 0) || !fits(allocation.rows, problem.m) || !fits(allocation.columns, problem.n) ||
        (allocation.is_3d() && !fits(allocation.layers, problem.k)))
        throw InvalidInput(fmt::format("{} x {} x {} tiles of {} elements do not make a product of {} x {} x {}",
                                       allocation.rows, allocation.columns, allocation.layers, tile, problem.m,
                                       problem.n, problem.k));
}

} // namespace

double traffic_bound(const TrafficProblem& problem) {
    require_sizes(problem);
    Problem zones{.height = problem.m, .width = problem.n};
    for (const auto& node : problem.nodes)
        zones.speeds.push_back(node.speed);
    require_valid(zones);
    double elements = 0;
    const std::vector<double> share = shares(zones.speeds);
    for (std::size_t p = 0; p < share.size(); ++p) {
        if (problem.nodes[p].is_home)
            continue;
        const double c = share[p] * problem.m * problem.n;
        const double held = problem.nodes[p].bytes / static_cast<double>(problem.element_bytes);
        const double once = problem.k * least_half_perimeter(c, std::min(problem.m, problem.n));
        elements += std::max(once, 2 * c * problem.k / std::sqrt(held)) + c * (problem.reads_c ? 2 : 1);
    }
    return elements * static_cast<double>(problem.element_bytes);
}

double traffic(const Allocation& allocation, const TrafficProblem& problem, double tile) {
    require_sizes(problem);
    require_fit(allocation, problem, tile);
    const std::size_t layers = allocation.layers;
    const auto extent = [&](std::size_t position, double size) {
        return std::min(tile, size - static_cast<double>(position) * tile);
    };
    const auto depth = [&](std::size_t k) { return allocation.is_3d() ? extent(k, problem.k) : problem.k; };

    double elements = 0;
    const auto count = [&](std::size_t p, double size) { elements += problem.nodes[p].is_home ? 0 : size; };
    for_each_touched(
        allocation, [&](std::size_t p, std::size_t a) { count(p, extent(a / layers, problem.m) * depth(a % layers)); },
        [&](std::size_t p, std::size_t b) { count(p, extent(b / layers, problem.n) * depth(b % layers)); },
        [&](std::size_t p, std::size_t c) {
            count(p, extent(c / allocation.columns, problem.m) * extent(c % allocation.columns, problem.n) *
                         (problem.reads_c ? 2 : 1));
        });
    return elements * static_cast<double>(problem.element_bytes);
}

} // namespace tangram::partition
