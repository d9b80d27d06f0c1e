#pragma once

/// The static part of the mapping of an assembly tree onto processes (Guermouche and L'Excellent 2005, section 4.1,
/// figure 2): which process eliminates which subtrees, and which one is the master of which front above them.

#include "cluster/fronts/assembly_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::fronts {

/// The numbers are the paper's.
enum class FrontType {
    sequential = 1, ///< all by one process
    parallel = 2,   ///< a static master; slaves, which the master chooses when the front is ready
    on_all = 3,     ///< by all processes, without a choice
};

struct Place {
    FrontType type = FrontType::sequential;
    std::size_t process = 0; ///< that has it, or its master; of FrontType::on_all the one that starts it
    /// The root of the subtree of type 1 that it belongs to; nothing above all subtrees.
    std::optional<FrontId> subtree;
};

struct Mapping {
    std::size_t processes = 1;
    std::vector<Place> places; ///< by front
};

struct MappingOptions {
    double subtree_share = 0.25; ///< of a process's share of all flops, that a subtree may have
    double imbalance = 1.2;      ///< of the subtrees' flops: the busiest process may have so many times the mean
    Index parallel_rows = 100;   ///< least contribution of a front of type 2
    Index root_order = 200;      ///< least rows of a front of type 3
};

/// Subtrees are the largest ones of at most so many flops. The limit falls until they balance, the costliest first on
/// the least loaded process (Geist and Ng 1989, who split one subtree at a time); if they never do, the best limit
/// counts. Of the fronts above them the largest root is of type 3, those that contribute enough rows are of type 2.
/// Masters are chosen by memory of factors, the largest first, on the process that has least as a master. With one
/// process, each tree is one subtree. Throws InvalidInput if there is no process, or the tree is not valid. O(fronts
/// log fronts) for each of at most 30 limits.
[[nodiscard]] Mapping mapped(const AssemblyTree& tree, std::size_t processes, const MappingOptions& options = {});

/// By process: fronts of type 2 whose slaves it will choose. O(fronts).
[[nodiscard]] std::vector<std::size_t> decisions(const Mapping& mapping);

} // namespace tangram::fronts
