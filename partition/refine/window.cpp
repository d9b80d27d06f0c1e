#include "partition/refine/window.hpp"

#include "base/error.hpp"
#include "partition/base/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tangram::partition {

bool Window::contains(std::span<const std::size_t> tile_counts) const {
    if (tile_counts.size() != most.size()) {
        return false;
    }
    for (std::size_t p = 0; p < most.size(); ++p) {
        if (tile_counts[p] < least[p] || tile_counts[p] > most[p]) {
            return false;
        }
    }
    return true;
}

Window Window::limited_to(std::size_t tiles) const {
    Window result = *this;
    for (std::vector<std::size_t>* counts : {&result.least, &result.most}) {
        for (std::size_t& count : *counts) {
            count = std::min(count, tiles + 1);
        }
    }
    return result;
}

Window exact_window(std::span<const std::size_t> tile_counts) {
    return window_around(tile_counts, 0);
}

Window window_around(std::span<const std::size_t> tile_counts, std::size_t tiles) {
    const std::size_t all = std::accumulate(tile_counts.begin(), tile_counts.end(), std::size_t{0});
    Window window;
    for (std::size_t count : tile_counts) {
        window.least.push_back(count - std::min(count, tiles));
        window.most.push_back(count + std::min(all - count, tiles));
    }
    return window;
}

Window makespan_window(std::span<const std::size_t> tile_counts, std::span<const double> speeds, double slack) {
    if (tile_counts.size() != speeds.size()) {
        throw InvalidInput(fmt::format("{} tile counts but {} speeds: each processor has one of both",
                                       tile_counts.size(), speeds.size()));
    }
    if (!std::isfinite(slack) || slack < 0) {
        throw InvalidInput(fmt::format("slack of {}: it must be finite and not negative", slack));
    }
    const auto tiles = static_cast<double>(std::accumulate(tile_counts.begin(), tile_counts.end(), std::size_t{0}));
    const std::vector<double> share = shares(speeds);
    Window window{std::vector<std::size_t>(share.size(), 0), {}};
    for (std::size_t p = 0; p < share.size(); ++p) {
        const double most = std::min(tiles, std::floor((1 + slack) * share[p] * tiles + 1e-9));
        window.most.push_back(std::max(tile_counts[p], static_cast<std::size_t>(most)));
    }
    return window;
}

} // namespace tangram::partition
