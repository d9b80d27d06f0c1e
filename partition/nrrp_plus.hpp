#pragma once

/// NRRP+: rollouts over NRRP. For every part, the cut or corner is taken after
/// which NRRP, or columns, would be cheapest.

#include "partition/problem.hpp"
#include "partition/zones.hpp"

#include <cstddef>

namespace tangram::partition {

/// How many cuts to follow to the end, and on how many levels of the recursion.
struct PlusOptions {
    std::size_t beam_width = 1;  ///< at least 1
    std::size_t beam_levels = 0; ///< 0: the best cut alone, everywhere
};

/// The beam of specs/partition.md, section 4.
constexpr PlusOptions plus_beam{3, 2};

[[nodiscard]] Partition nrrp_plus(const Problem& problem, const PlusOptions& options = {});

} // namespace tangram::partition
