#pragma once

/// Checks of what the searches are given.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/refine/window.hpp"

namespace tangram::partition {

/// Throws InvalidInput for an invalid problem, or a window that is not one of
/// its processors'.
void require_searchable(const Problem& problem, const Window& window);

/// Throws InvalidInput for an allocation of several layers or of another number of processors.
void require_searchable(const Allocation& start, const Problem& problem);

/// Throws InvalidInput for an allocation of another number of processors.
void require_processors(const Allocation& start, const Problem& problem);

/// Throws InvalidInput for a window that no counts with this sum lie in.
void require_possible(const Window& window, std::size_t tiles);

/// Throws InvalidInput for an allocation whose counts are outside of the window.
void require_inside(const Allocation& start, const Window& window);

} // namespace tangram::partition
