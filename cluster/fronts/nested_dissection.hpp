#pragma once

#include "cluster/fronts/sparse_matrix.hpp"

#include <vector>

namespace tangram::fronts {

/// A fill-reducing order of elimination, by METIS (Karypis and Kumar 1998): its k-th element is the row, and column, of
/// the matrix to be eliminated k-th. The pattern must be symmetric. The same pattern has the same order with the same
/// libraries. METIS seeds and uses std::rand, so no other thread may meanwhile. It catches SIGTERM, which is raised
/// again when it has returned; in the middle of an allocation that may fail, as METIS jumps out of its handler. Throws
/// InvalidInput if rows or entries are too many for METIS's integers, RunFailure if METIS fails, or if SIGTERM has not
/// ended the program. About O(entries log size).
[[nodiscard]] std::vector<Index> nested_dissection(const SparseMatrix& matrix);

} // namespace tangram::fronts
