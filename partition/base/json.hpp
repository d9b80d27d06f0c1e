#pragma once

/// Partitions and allocations as JSON: saved, edited by hand, made elsewhere.
///
///     {"algorithm": "nrrp", "height": 1, "width": 1,
///      "zones": [{"processor": 0, "boxes": [[0, 1, 0, 0.5]]}, ...]}
///     {"name": "nrrp-rounded", "rows": 2, "columns": 2, "layers": 1, "processors": 2,
///      "tiles": [[0, 1], [0, 1]]}
///
/// A three-dimensional partition has a "depth" and boxes of six numbers; with
/// several layers each tile is the list of its owners along k. Readers ignore
/// keys that they do not know, so one object may be both.

#include "partition/base/allocation.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::partition {

/// What a file may name; more would only be memory for nothing.
inline constexpr std::size_t most_saved_processors = 1'000'000;

/// One line. Doubles survive the way to the file and back exactly; bytes of the
/// name that are not UTF-8 do not. O(boxes).
[[nodiscard]] std::string to_json(const Partition& partition);

/// One line. O(tiles).
[[nodiscard]] std::string to_json(const Allocation& allocation);

/// Throws InvalidInput, saying what is wrong and where, unless the text is a
/// partition: a zone of at least one box for each processor, in their order;
/// the boxes not empty, inside of the domain, and together exactly the domain.
/// O(n log n) for n bytes.
[[nodiscard]] Partition partition_from_json(std::string_view text);

/// Throws InvalidInput, saying what is wrong and where, unless the text is an
/// allocation: as many tiles as its sides say, at most most_saved_processors
/// processors, each owner one of them. O(n) for n bytes.
[[nodiscard]] Allocation allocation_from_json(std::string_view text);

/// One object's zones, tiles or both, and what they were made for: "speeds" and
/// "weights", lists of one number per processor, and "c_factor".
struct Saved {
    std::optional<Partition> partition;
    std::optional<Allocation> allocation; ///< of as many processors as the partition
    std::vector<double> speeds, weights;  ///< empty where the text names none
    std::optional<double> c_factor;
};

/// Throws InvalidInput as partition_from_json() and allocation_from_json() do;
/// keys that are null count as missing. Does not check speeds, weights and factor
/// beyond their being numbers. O(n log n) for n bytes.
[[nodiscard]] Saved saved_from_json(std::string_view text);

} // namespace tangram::partition
