#include "partition/base/problem.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tangram::partition {

namespace {

constexpr double largest_size = 1e30;

bool is_positive_finite(double value) {
    return std::isfinite(value) && value > 0;
}

/// Products of a few of them must neither overflow nor vanish.
bool is_size(double value) {
    return value >= 1e-30 && value <= largest_size;
}

void require_speeds(std::span<const double> speeds) {
    if (speeds.empty()) {
        throw InvalidInput("no speeds: a partition needs at least one processor");
    }
    for (std::size_t p = 0; p < speeds.size(); ++p) {
        if (!is_positive_finite(speeds[p])) {
            throw InvalidInput(
                fmt::format("speed of processor {} is {}: it must be positive and finite", p, speeds[p]));
        }
    }
}

void require_weights(const Problem& problem) {
    const std::vector<double>& weights = problem.weights;
    if (!weights.empty() && weights.size() != problem.speeds.size()) {
        throw InvalidInput(
            fmt::format("{} weights for {} processors: give one each, or none", weights.size(), problem.speeds.size()));
    }
    for (std::size_t p = 0; p < weights.size(); ++p) {
        if (!(weights[p] >= 0 && weights[p] <= largest_size)) {
            throw InvalidInput(
                fmt::format("weight of processor {} is {}: it must be 0 or positive, up to 1e30", p, weights[p]));
        }
    }
}

} // namespace

void require_valid(const Problem& problem) {
    require_speeds(problem.speeds);
    if (!is_size(problem.height) || !is_size(problem.width) || !is_size(problem.depth)) {
        throw InvalidInput(fmt::format("domain of {} x {} x {}: all sides must be positive, from 1e-30 to 1e30",
                                       problem.height, problem.width, problem.depth));
    }
    if (!is_size(problem.c_factor)) {
        throw InvalidInput(fmt::format("C factor of {}: it must be positive, from 1e-30 to 1e30", problem.c_factor));
    }
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
    for (double speed : speeds) {
        result.push_back(std::max(speed / largest / sum, std::numeric_limits<double>::min()));
    }
    return result;
}

} // namespace tangram::partition
