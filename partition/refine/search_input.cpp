#include "partition/refine/search_input.hpp"

#include "base/error.hpp"
#include "partition/refine/searches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tangram::partition {

std::size_t SearchOptions::spend(double setup, std::size_t steps, double work) const {
    double wanted = static_cast<double>(steps) * effort;
    if (budget != nullptr) {
        wanted = std::min(wanted, (budget->remaining() - setup) / work);
    }
    const auto number = static_cast<std::size_t>(std::max(1.0, wanted));
    if (budget != nullptr) {
        budget->spend(setup + static_cast<double>(number) * work);
    }
    return number;
}

void require_searchable(const Problem& problem, const Window& window) {
    require_valid(problem);
    const std::size_t processors = problem.speeds.size();
    if (window.least.size() != processors || window.most.size() != processors) {
        throw InvalidInput(fmt::format("a window of {} and {} counts for {} processors: each needs one of both",
                                       window.least.size(), window.most.size(), processors));
    }
}

void require_searchable(const Allocation& start, const Problem& problem) {
    if (start.is_3d()) {
        throw InvalidInput(fmt::format("{} layers of tiles: this search takes one", start.layers));
    }
    require_processors(start, problem);
}

void require_processors(const Allocation& start, const Problem& problem) {
    if (start.processors != problem.speeds.size()) {
        throw InvalidInput(
            fmt::format("{} processors but {} speeds: each needs one", start.processors, problem.speeds.size()));
    }
}

void require_possible(const Window& window, std::size_t tiles) {
    const Window limited = window.limited_to(tiles);
    const std::size_t least = std::accumulate(limited.least.begin(), limited.least.end(), std::size_t{0});
    const std::size_t most = std::accumulate(limited.most.begin(), limited.most.end(), std::size_t{0});
    bool is_possible = least <= tiles && tiles <= most;
    for (std::size_t p = 0; p < limited.most.size(); ++p) {
        is_possible = is_possible && limited.least[p] <= limited.most[p];
    }
    if (!is_possible) {
        throw InvalidInput(fmt::format("window of tile counts that {} tiles cannot meet", tiles));
    }
}

void require_inside(const Allocation& start, const Window& window) {
    if (!window.contains(start.tile_counts())) {
        throw InvalidInput("the allocation to start from is outside of the window: its tile counts must lie in it");
    }
}

} // namespace tangram::partition
