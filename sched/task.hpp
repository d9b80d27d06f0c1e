#pragma once

/// What the policies know of the work: tasks by their coordinates, memory nodes
/// by a dense number.

#include <cstddef>
#include <cstdint>

namespace tangram::sched {

/// A memory node that has workers, numbered 0, 1, ... without gaps: the
/// "processor" of the partitioners.
using Node = std::size_t;

/// T(i,j,k): C(i,j) += A(i,k) B(k,j), in tiles (seed 003, section 3.1).
struct Task {
    std::uint32_t i;
    std::uint32_t j;
    std::uint32_t k;
    void* handle; ///< the engine's own task behind it; policies pass it through
};

} // namespace tangram::sched
