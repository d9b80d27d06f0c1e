#pragma once

/// What `tangram partition` computes: a partition, new or from a file, and its tiles.

#include "apps/command/partition_arguments.hpp"
#include "apps/command/partition_report.hpp"

namespace tangram::apps {

/// Throws InvalidInput for arguments that are missing or do not fit each other, and for those that would be ignored.
PartitionOutcome partition_outcome(const PartitionArguments& arguments);

} // namespace tangram::apps
