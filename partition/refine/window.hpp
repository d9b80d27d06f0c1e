#pragma once

/// How many tiles each processor may get: what refined allocations keep to.

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

struct Window {
    std::vector<std::size_t> least; ///< per processor
    std::vector<std::size_t> most;  ///< per processor, not below `least`

    [[nodiscard]] bool contains(std::span<const std::size_t> tile_counts) const;

    /// The same for counts that sum to `tiles`, without numbers above tiles + 1,
    /// so that sums of them do not overflow.
    [[nodiscard]] Window limited_to(std::size_t tiles) const;
};

/// Exactly these counts.
[[nodiscard]] Window exact_window(std::span<const std::size_t> tile_counts);

/// These counts, up to `tiles` more or fewer for each processor, but not more
/// than there are in all.
[[nodiscard]] Window window_around(std::span<const std::size_t> tile_counts, std::size_t tiles);

/// Any counts with which no processor takes longer than 1 + `slack` times the
/// perfectly balanced time, or than with `tile_counts`, whichever is more
/// (docs/algorithms.md, Refined: windows). Throws InvalidInput unless there is one
/// count per speed and the slack is a finite number, not negative.
[[nodiscard]] Window makespan_window(std::span<const std::size_t> tile_counts, std::span<const double> speeds,
                                     double slack);

} // namespace tangram::partition
