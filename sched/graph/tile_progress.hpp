#pragma once

/// How far the tasks of each tile are, and which tiles do not stay with the owner that zones give them.

#include "sched/graph/machine_view.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched::graph {

class TileProgress {
  public:
    /// A task that writes the tile was submitted. O(1), amortised, as all of these.
    void submitted(DataId tile);

    /// Such a task was executed at this node; nothing: it is not known where.
    void executed(DataId tile, std::optional<Node> node);

    /// Tasks of the tile that have been executed since it last had none left.
    [[nodiscard]] std::uint32_t tasks_done(DataId tile) const { return at(tile).executed; }

    /// Whether an accelerator has executed a task of the tile.
    [[nodiscard]] bool was_away(DataId tile) const { return at(tile).was_away; }

    /// A worker of this node executes a task of the tile, which is owned by its keeper, else by the node of its zone.
    /// Home keeps the tiles that it begins if it ends them in time, until an accelerator takes them. Counts no task:
    /// executed() does.
    void executed_in_zones(DataId tile, Node node, Node owner, bool home_ends_tiles);

    /// Who owns the tile whatever zones say: home that began it, the accelerator that took it from there, or its owner
    /// at the time when home began it in vain. Nothing: zones decide.
    [[nodiscard]] std::optional<Node> kept_by(DataId tile) const { return at(tile).kept_by; }

    /// Tiles of zones whose first task CPU workers executed, also those that an accelerator has taken over.
    [[nodiscard]] std::size_t begun_at_home() const { return begun_at_home_; }

  private:
    struct Tile {
        bool is_begun = false; ///< a task of it was executed, since there were zones
        bool was_away = false;
        std::uint32_t submitted = 0; ///< tasks that write it, since there were none
        std::uint32_t executed = 0;  ///< of these
        std::optional<Node> kept_by;
    };

    [[nodiscard]] Tile at(DataId tile) const { return tile < tiles_.size() ? tiles_[tile] : Tile{}; }
    Tile& known(DataId tile);

    std::vector<Tile> tiles_; ///< by datum
    std::size_t begun_at_home_ = 0;
};

} // namespace tangram::sched::graph
