#pragma once

/// Costs in bytes: a lower bound on what any allocation moves between memory nodes.

#include <cstddef>
#include <limits>
#include <vector>

namespace tangram::partition {

/// C(m x n) += A(m x k) B(k x n) on several memory nodes. The matrices start
/// and end in the home node.
struct TrafficProblem {
    struct MemoryNode {
        double speed = 0;                                       ///< in any unit, the same for all nodes
        bool is_home = false;                                   ///< reads and writes the matrices for free
        double bytes = std::numeric_limits<double>::infinity(); ///< that it holds at a time
    };

    double m = 0, n = 0, k = 0;    ///< in elements
    std::size_t element_bytes = 0; ///< 8 for double
    bool reads_c = false;          ///< beta != 0: the nodes need the old C as well
    std::vector<MemoryNode> nodes;
};

/// Lower bound on the bytes that move when each node computes part of C, for
/// all of k, in proportion to its speed: each node but the home node receives k
/// elements for every row and column that its zone spans, sends its zone of C,
/// and first receives that as well if C is read. A node that holds S elements
/// receives 2 / sqrt(S) for each of its products of elements, where that is
/// more: to first order, as other terms are small for zones much larger than S
/// (Hong and Kung 1981; Irony, Toledo and Tiskin 2004).
///
/// Throws InvalidInput for sizes or speeds that are not positive finite
/// numbers, elements or memories of 0 bytes, or no nodes. O(nodes).
[[nodiscard]] double traffic_bound(const TrafficProblem& problem);

} // namespace tangram::partition
