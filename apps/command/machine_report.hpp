#pragma once

/// What `tangram machine` found: as JSON, and as a table for people.

#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/speeds.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// The machine, and the lower bounds of a product on all of its nodes.
struct MachineOutcome {
    std::vector<MemoryNode> nodes;
    Speeds speeds; ///< for tiles of this size and precision
    std::vector<Link> links;
    /// Bytes per second that all devices fetch from RAM at once; infinite: as much as their links allow.
    double shared_bandwidth = std::numeric_limits<double>::infinity();
    unsigned cores_per_cpu_worker = 1;
    Precision precision = Precision::double_precision;
    std::int64_t tile = 0;
    std::int64_t size = 0; ///< of the product: size x size x size, C not read
    double seconds_bound = 0;
    double bytes_bound = 0;
};

/// Speeds in GFlop/s, bandwidths in bytes/s, bounds in seconds and bytes.
nlohmann::json to_json(const MachineOutcome& machine);

/// The report on stdout.
std::string to_text(const MachineOutcome& machine);

} // namespace tangram::apps
