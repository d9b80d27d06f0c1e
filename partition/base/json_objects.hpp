#pragma once

/// Partitions and allocations as JSON objects, to be written alone (json.hpp)
/// or as parts of something larger.

#include "partition/base/allocation.hpp"
#include "partition/base/zones.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tangram::partition {

/// The keys of json.hpp, in its order. O(boxes).
[[nodiscard]] nlohmann::ordered_json to_object(const Partition& partition);

/// The keys of json.hpp, in its order. O(tiles).
[[nodiscard]] nlohmann::ordered_json to_object(const Allocation& allocation);

/// In one line. Bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string text_of(const nlohmann::ordered_json& value);

} // namespace tangram::partition
