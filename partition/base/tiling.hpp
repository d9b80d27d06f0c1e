#pragma once

/// Whether zones fill their domain.

#include "partition/base/zones.hpp"

namespace tangram::partition {

/// Throws InvalidInput, saying where, if some point of the domain is in several
/// boxes or in none. O(n log n) for n boxes.
void require_tiling(const Partition& partition);

} // namespace tangram::partition
