#pragma once

/// The processors a search has to know: with a million of them on few tiles
/// most get none.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/refine/window.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// Renumbers processors: those that have tiles in a start or must get some, and
/// others that may get some, as long as there are not more of them than tiles.
class ActiveProcessors {
  public:
    ActiveProcessors(std::span<const Allocation> starts, const Window& window);

    [[nodiscard]] Problem compacted(const Problem& problem) const;
    [[nodiscard]] Window compacted(const Window& window) const;
    /// One of the starts, under the new numbers.
    [[nodiscard]] Allocation compacted(Allocation start) const;
    /// Back to the old numbers.
    [[nodiscard]] Allocation expanded(Allocation allocation) const;

  private:
    std::vector<std::size_t> processors_; ///< the active ones, ascending
    std::vector<std::size_t> numbers_;    ///< of all: among the active ones
};

} // namespace tangram::partition
