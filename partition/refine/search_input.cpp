#include "partition/refine/search_input.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

namespace tangram::partition {

void require_searchable(const Problem& problem, const Window& window) {
    require_valid(problem);
    const std::size_t processors = problem.speeds.size();
    if (window.least.size() != processors || window.most.size() != processors)
        throw InvalidInput(fmt::format("a window of {} and {} counts for {} processors: each needs one of both",
                                       window.least.size(), window.most.size(), processors));
}

void require_searchable(const Allocation& start, const Problem& problem) {
    if (start.is_3d())
        throw InvalidInput(fmt::format("{} layers of tiles: this search takes one", start.layers));
    if (start.processors != problem.speeds.size())
        throw InvalidInput(
            fmt::format("{} processors but {} speeds: each needs one", start.processors, problem.speeds.size()));
}

} // namespace tangram::partition
