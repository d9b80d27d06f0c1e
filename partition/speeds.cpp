#include "partition/speeds.hpp"

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

} // namespace

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

void require_sides(double height, double width) {
    if (!is_positive_finite(height) || !is_positive_finite(width))
        throw InvalidInput(fmt::format("domain of {} x {}: both sides must be positive and finite", height, width));
}

} // namespace tangram::partition
