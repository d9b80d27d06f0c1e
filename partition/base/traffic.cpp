#include "partition/base/traffic.hpp"

#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangram::partition {

namespace {

void require_sizes(const TrafficProblem& problem) {
    for (double size : {problem.m, problem.n, problem.k}) {
        if (!std::isfinite(size) || size <= 0) {
            throw InvalidInput(fmt::format("product of size {} x {} x {}: all must be positive and finite", problem.m,
                                           problem.n, problem.k));
        }
    }
    if (problem.element_bytes == 0) {
        throw InvalidInput("elements of 0 bytes: the element size must be positive");
    }
    for (const auto& node : problem.nodes) {
        if (!(node.bytes > 0)) {
            throw InvalidInput(fmt::format("a memory of {} bytes: it must be positive", node.bytes));
        }
    }
}

} // namespace

double traffic_bound(const TrafficProblem& problem) {
    require_sizes(problem);
    Problem zones{.height = problem.m, .width = problem.n};
    for (const auto& node : problem.nodes) {
        zones.speeds.push_back(node.speed);
    }
    require_valid(zones);
    double elements = 0;
    const std::vector<double> share = shares(zones.speeds);
    for (std::size_t p = 0; p < share.size(); ++p) {
        if (problem.nodes[p].is_home) {
            continue;
        }
        const double c = share[p] * problem.m * problem.n;
        const double held = problem.nodes[p].bytes / static_cast<double>(problem.element_bytes);
        const double once = problem.k * least_half_perimeter(c, std::min(problem.m, problem.n));
        elements += std::max(once, 2 * c * problem.k / std::sqrt(held)) + c * (problem.reads_c ? 2 : 1);
    }
    return elements * static_cast<double>(problem.element_bytes);
}

} // namespace tangram::partition
