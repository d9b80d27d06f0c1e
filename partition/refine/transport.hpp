#pragma once

/// Tiles placed within memberships.

#include "partition/base/allocation.hpp"
#include "partition/refine/memberships.hpp"
#include "partition/refine/window.hpp"

namespace tangram::partition {

/// An allocation in the window, each tile of which belongs to a processor that
/// may have tiles in its row and its column: the memberships admit that, their
/// violation is 0. Lines are sorted by their processors, for zones of few pieces.
[[nodiscard]] Allocation placed(Memberships lines, const Window& window);

} // namespace tangram::partition
