#pragma once

/// Who computed what of a product of several processes: by tile of C, process and memory node.

#include "apps/gemm/product/gemm_report.hpp"
#include "cluster/nodes/local_zone.hpp"
#include "cluster/team/team.hpp"
#include "partition/svg/svg.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tangram::apps {

/// What a memory node of a process executed of a tile of C. Sent as bytes.
struct TileTasks {
    std::uint32_t tile = 0; ///< of the whole C, row by row
    std::uint32_t node = 0; ///< of the process: position in GemmReport::nodes
    std::uint32_t tasks = 0;

    bool operator==(const TileTasks&) const = default;
};

/// Of all processes.
struct ExecutedTiles {
    struct Process {
        std::vector<std::string> nodes{}; ///< their names
        std::vector<TileTasks> tiles{};
    };
    std::vector<Process> processes{};
};

/// Counts what this process executes of a product, which may have several parts, each with another zone.
class TileTaskCount {
  public:
    /// part: a product of the zone. columns: of tiles of the whole C. O(tiles of the zone x memory nodes).
    void add(const GemmReport& part, const nodes::LocalZone& zone, std::size_t columns);

    /// Collective: of all processes.
    [[nodiscard]] ExecutedTiles gathered(const team::Team& team) const;

  private:
    std::vector<std::string> nodes_;
    std::vector<TileTasks> tiles_;
};

/// Each memory node of each process has its colour and number. O(tiles x their nodes).
[[nodiscard]] partition::Drawing drawing_of(const ExecutedTiles& executed, std::size_t rows, std::size_t columns);

} // namespace tangram::apps
