#include "partition/problem.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tangram::partition {

namespace {

bool is_positive_finite(double value) {
    return std::isfinite(value) && value > 0;
}

void require_speeds(std::span<const double> speeds) {
    if (speeds.empty())
        throw InvalidInput("no speeds: a partition needs at least one processor");
    for (std::size_t p = 0; p < speeds.size(); ++p)
        if (!is_positive_finite(speeds[p]))
            throw InvalidInput(
                fmt::format("speed of processor {} is {}: it must be positive and finite", p, speeds[p]));
}

void require_weights(const Problem& problem) {
    const std::vector<double>& weights = problem.weights;
    if (!weights.empty() && weights.size() != problem.speeds.size())
        throw InvalidInput(
            fmt::format("{} weights for {} processors: give one each, or none", weights.size(), problem.speeds.size()));
    for (std::size_t p = 0; p < weights.size(); ++p)
        if (!std::isfinite(weights[p]) || weights[p] < 0)
            throw InvalidInput(
                fmt::format("weight of processor {} is {}: it must be finite and not negative", p, weights[p]));
}

} // namespace

void require_valid(const Problem& problem) {
    require_speeds(problem.speeds);
    if (!is_positive_finite(problem.height) || !is_positive_finite(problem.width) || !is_positive_finite(problem.depth))
        throw InvalidInput(fmt::format("domain of {} x {} x {}: all sides must be positive and finite", problem.height,
                                       problem.width, problem.depth));
    if (!is_positive_finite(problem.c_factor))
        throw InvalidInput(fmt::format("C factor of {}: it must be positive and finite", problem.c_factor));
    require_weights(problem);
}

std::vector<double> shares(std::span<const double> speeds) {
    require_speeds(speeds);
    // Dividing by the largest first keeps the sum of huge speeds finite.
    const double largest = *std::max_element(speeds.begin(), speeds.end());
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0,
                                       [&](double total, double speed) { return total + speed / largest; });
    std::vector<double> result;
    result.reserve(speeds.size());
    for (double speed : speeds)
        result.push_back(std::max(speed / largest / sum, std::numeric_limits<double>::min()));
    return result;
}

} // namespace tangram::partition
