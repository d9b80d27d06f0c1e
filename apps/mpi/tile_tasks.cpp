#include "apps/mpi/tile_tasks.hpp"

#include "apps/gemm/report/outcome.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

namespace tangram::apps {

namespace {

using Name = std::array<char, 64>; ///< ends with 0

std::uint64_t tasks_of(const ExecutedTiles::Process& process, std::size_t node) {
    return std::accumulate(
        process.tiles.begin(), process.tiles.end(), std::uint64_t{0},
        [node](std::uint64_t sum, const TileTasks& tile) { return sum + (tile.node == node ? tile.tasks : 0); });
}

} // namespace

void TileTaskCount::add(const GemmReport& part, const nodes::LocalZone& zone, std::size_t columns) {
    if (nodes_.empty()) {
        std::transform(part.nodes.begin(), part.nodes.end(), std::back_inserter(nodes_), node_label);
    }
    const std::size_t nodes = part.nodes.size();
    for (std::size_t at = 0; at < part.executions.size(); ++at) {
        if (part.executions[at] > 0) {
            const std::size_t tile = at / nodes;
            const std::size_t row = zone.rows[tile / zone.columns.size()];
            const std::size_t column = zone.columns[tile % zone.columns.size()];
            tiles_.push_back({static_cast<std::uint32_t>(row * columns + column),
                              static_cast<std::uint32_t>(at % nodes), part.executions[at]});
        }
    }
}

ExecutedTiles TileTaskCount::gathered(const team::Team& team) const {
    std::vector<Name> names(nodes_.size());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        nodes_[node].copy(names[node].data(), names[node].size() - 1);
    }
    const std::vector<std::vector<Name>> names_of_all = team::gathered(team, names);
    const std::vector<std::vector<TileTasks>> tiles_of_all = team::gathered(team, tiles_);
    ExecutedTiles all;
    for (std::size_t process = 0; process < names_of_all.size(); ++process) {
        all.processes.push_back({{}, tiles_of_all[process]});
        for (const Name& name : names_of_all[process]) {
            all.processes.back().nodes.emplace_back(name.data());
        }
    }
    return all;
}

partition::Drawing drawing_of(const ExecutedTiles& executed, std::size_t rows, std::size_t columns) {
    partition::Drawing drawing;
    drawing.rows = rows;
    drawing.columns = columns;
    drawing.cells.resize(rows * columns);
    for (std::size_t number = 0; number < executed.processes.size(); ++number) {
        const ExecutedTiles::Process& process = executed.processes[number];
        const std::size_t first = drawing.labels.size();
        for (std::size_t node = 0; node < process.nodes.size(); ++node) {
            drawing.labels.push_back(
                fmt::format("process {}, {}: {} tasks", number, process.nodes[node], tasks_of(process, node)));
        }
        for (const TileTasks& tile : process.tiles) {
            drawing.cells[tile.tile].push_back({first + tile.node, static_cast<double>(tile.tasks)});
        }
    }
    return drawing;
}

} // namespace tangram::apps
