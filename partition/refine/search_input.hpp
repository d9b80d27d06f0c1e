#pragma once

/// Checks of what the searches in two dimensions are given.

#include "partition/allocation.hpp"
#include "partition/problem.hpp"
#include "partition/refine/window.hpp"

namespace tangram::partition {

/// Throws InvalidInput for an invalid problem, or a window that is not one of
/// its processors'.
void require_searchable(const Problem& problem, const Window& window);

/// Throws InvalidInput for an allocation of several layers or of another number of processors.
void require_searchable(const Allocation& start, const Problem& problem);

} // namespace tangram::partition
