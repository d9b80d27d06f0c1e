#pragma once

/// What `tangram partition` found: as JSON that can be read back, and as a table for people.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// Zones, tiles or both.
struct PartitionOutcome {
    partition::Problem problem; ///< its sides are the partition's
    std::optional<partition::Partition> partition;
    std::optional<partition::Allocation> allocation;
    std::vector<std::size_t> target_counts; ///< of the allocation's tiles; none without allocation
    std::optional<double> seconds;          ///< nothing where both come from a file
};

/// Keys as documented in docs/partitions.md; unknown values are null.
/// partition::saved_from_json and its likes read it.
std::string to_json(const PartitionOutcome& outcome);

/// The report on stdout.
std::string to_text(const PartitionOutcome& outcome);

} // namespace tangram::apps
