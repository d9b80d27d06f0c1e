#pragma once

/// What a partition costs, and what no partition can cost less than.

#include "partition/zones.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// Sum of the sizes of the zone's projections on the two axes, in the unit of
/// its coordinates (seed 003, section 3.1). O(b log b) for b boxes.
[[nodiscard]] double half_perimeter(const Zone& zone);

/// PERI-SUM, the objective of the partitioners: the half-perimeters of all
/// zones added up.
[[nodiscard]] double half_perimeter_sum(const Partition& partition);

/// Lower bound on half_perimeter_sum() over all partitions of a
/// `height` x `width` domain with areas in proportion to `speeds` (any unit):
/// a zone of area a has a half-perimeter of at least 2 sqrt(a), a square's, or
/// d + a/d where that square would not fit the domain's short side d.
///
/// Throws InvalidInput when there are no speeds, or when a speed or a side is
/// not a positive finite number. O(k).
[[nodiscard]] double half_perimeter_bound(std::span<const double> speeds, double height = 1, double width = 1);

/// C(m x n) += A(m x k) B(k x n) on several memory nodes, each of which
/// computes part of C, for all of k, in proportion to its speed. The matrices
/// start and end in the home node.
struct TrafficProblem {
    struct MemoryNode {
        double speed; ///< in any unit, the same for all nodes
        bool is_home; ///< reads and writes the matrices for free
    };

    double m, n, k;            ///< in elements
    std::size_t element_bytes; ///< 8 for double
    bool reads_c;              ///< beta != 0: the nodes need the old C as well
    std::vector<MemoryNode> nodes;
};

/// Lower bound on the bytes that move between memory nodes: each node but the
/// home node receives k elements for every row and column that its zone
/// spans, sends its zone of C, and first receives that as well if C is read.
///
/// Throws InvalidInput for sizes or speeds that are not positive finite
/// numbers, elements of 0 bytes, or no nodes. O(nodes).
[[nodiscard]] double traffic_bound(const TrafficProblem& problem);

} // namespace tangram::partition
