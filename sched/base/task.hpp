#pragma once

/// What the policies know of the work: tasks by their coordinates, memory nodes
/// by a dense number.

#include <cstddef>
#include <cstdint>

namespace tangram::sched {

/// A memory node that has workers, numbered 0, 1, ... without gaps: the
/// "processor" of the partitioners.
using Node = std::size_t;

enum class Work : std::uint8_t {
    multiply, ///< C(i,j) += A(i,k) B(k,j)
    add,      ///< C(i,j) += C_aux(i,j): the end of a reduction (Eyraud-Dubois and Lambert 2018, section 4.3.2)
};

/// T(i,j,k): C(i,j) += A(i,k) B(k,j), in tiles (Eyraud-Dubois and Lambert 2018, section 3.1), or an addition.
struct Task {
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    std::uint32_t k = 0;    ///< without meaning for an addition
    void* handle = nullptr; ///< the caller's own task behind it, StarPU's in the adapter; policies pass it through

    /// The copy of C(i,j) that it accumulates in (multiply) or reads (add): 0 is C
    /// itself, 1 + n the auxiliary tile of node n.
    std::uint32_t copy = 0;
    Work work = Work::multiply;
};

} // namespace tangram::sched
