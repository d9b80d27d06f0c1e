#pragma once

/// Memory and flops of fronts. Memory is in matrix entries. All numbers are exact: flops are counted, one for each
/// division, multiplication and subtraction of an LU factorisation without pivoting, not estimated by leading terms.
///
/// A master holds the rows of the pivots and eliminates them. Slaves share the other rows, and compute their part of
/// the contribution block. Where one process does all, it is master and slave.

#include "cluster/fronts/assembly_tree.hpp"

#include <cstdint>
#include <vector>

namespace tangram::fronts {

/// Of the master's rows: pivots x order. They are factors in the end.
[[nodiscard]] std::int64_t master_entries(const Front& front);

/// Of so many rows of a slave: rows x order.
[[nodiscard]] std::int64_t slave_entries(const Front& front, Index rows);

/// Of a slave's part of the contribution block, which stays until the parent takes it: rows x (order - pivots).
[[nodiscard]] std::int64_t contribution_entries(const Front& front, Index rows);

/// Of L and U together that the front makes: all but the contribution block.
[[nodiscard]] std::int64_t factor_entries(const Front& front);

/// With p pivots of n rows: to divide and update, for each pivot, the pivot rows below it. The leading terms are
/// 2/3 p^3 + p^2 (n - p).
[[nodiscard]] std::int64_t master_flops(const Front& front);

/// Of so many rows: rows (p^2 + 2 p (n - p)).
[[nodiscard]] std::int64_t slave_flops(const Front& front, Index rows);

/// Of the whole front.
[[nodiscard]] std::int64_t front_flops(const Front& front);

[[nodiscard]] std::int64_t total_flops(const AssemblyTree& tree);
[[nodiscard]] std::int64_t total_factor_entries(const AssemblyTree& tree);

/// By front: flops of its subtree. O(fronts).
[[nodiscard]] std::vector<std::int64_t> subtree_flops(const AssemblyTree& tree);

/// By front: the peak of active memory while one process eliminates its subtree in this postorder. Active are the front
/// at work and the contribution blocks on the stack; those of the children are there until they are assembled into
/// their parent's front, beside it (Liu 1986). Factors do not count. O(fronts).
[[nodiscard]] std::vector<std::int64_t> subtree_peaks(const AssemblyTree& tree);

/// The same for the whole tree. Trees of a forest follow each other.
[[nodiscard]] std::int64_t sequential_peak(const AssemblyTree& tree);

} // namespace tangram::fronts
