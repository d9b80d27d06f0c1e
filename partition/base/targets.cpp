#include "partition/base/targets.hpp"

#include "partition/base/problem.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace tangram::partition {

std::vector<std::size_t> partial_sum_targets(std::span<const double> speeds, std::size_t tiles) {
    // Makes a half that rounding errors of the sums pushed down a half again.
    constexpr double guard = 1 + 1e-12;

    std::vector<double> sums = shares(speeds);
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    std::vector<std::size_t> targets;
    targets.reserve(sums.size());
    std::size_t given = 0;
    for (double sum : sums) {
        const double exact = sum / sums.back() * static_cast<double>(tiles);
        const std::size_t reached = std::min(tiles, static_cast<std::size_t>(std::llround(exact * guard)));
        targets.push_back(reached - given);
        given = reached;
    }
    return targets;
}

std::vector<std::size_t> apportioned_targets(std::span<const double> speeds, std::size_t tiles) {
    const std::vector<double> share = shares(speeds);
    // D'Hondt never gives less than the quota rounded down, so the first tiles
    // need no contest. Scaled down, because the shares are rounded.
    const double uncontested = static_cast<double>(tiles) * (1 - 1e-9);
    std::vector<std::size_t> targets;
    targets.reserve(share.size());
    for (double s : share) {
        targets.push_back(static_cast<std::size_t>(uncontested * s));
    }

    using Finish = std::pair<double, std::size_t>; // of a processor's next tile
    const auto next = [&](std::size_t p) { return Finish{static_cast<double>(targets[p] + 1) / share[p], p}; };
    std::vector<Finish> finishes;
    finishes.reserve(share.size());
    for (std::size_t p = 0; p < share.size(); ++p) {
        finishes.push_back(next(p));
    }
    std::priority_queue first(std::greater<>{}, std::move(finishes));
    for (std::size_t given = std::reduce(targets.begin(), targets.end()); given < tiles; ++given) {
        const std::size_t p = first.top().second;
        first.pop();
        ++targets[p];
        first.push(next(p));
    }
    return targets;
}

} // namespace tangram::partition
