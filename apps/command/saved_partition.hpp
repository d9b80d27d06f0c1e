#pragma once

/// Zones and tiles from a file, to be costed and drawn by `tangram partition`.

#include "apps/command/partition_report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

/// What to_json(PartitionOutcome) wrote, or a partition or an allocation alone.
/// Speeds and weights are empty where the text names none, target counts and time
/// are never there. Throws InvalidInput, starting with `source`, for anything else.
PartitionOutcome parse_partition(std::string_view text, const std::string& source);

/// The same from a file ("-": from stdin).
PartitionOutcome load_partition(const std::string& path);

/// The sizes of the zones, or else of the tiles: what the speeds were where
/// nobody says otherwise. Throws InvalidInput if a processor has no tile.
std::vector<double> implied_speeds(const PartitionOutcome& outcome);

} // namespace tangram::apps
