#pragma once

/// The tasks of a product that follows a plan: which are ready, each in the list of its owner, how many remain, and how
/// fast nodes get on with them.

#include "partition/base/allocation.hpp"
#include "sched/policies/node_progress.hpp"
#include "sched/policies/workload.hpp"
#include "sched/ready/ready_tasks.hpp"
#include "sched/zones/reduction.hpp"
#include "sched/zones/tile_holders.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

class PlannedTasks {
  public:
    using Ticket = TaskLists::Ticket;

    /// workload.allocation is needed.
    PlannedTasks(const Workload& workload, Search search);

    [[nodiscard]] ReadyTasks& ready() { return ready_; }
    [[nodiscard]] const ReadyTasks& ready() const { return ready_; }
    [[nodiscard]] const TileHolders& holders() const { return holders_; }

    /// Of the task's tile in the allocation.
    [[nodiscard]] std::size_t tile(const Task& task) const {
        return allocation_.index_of_product(task.i, task.j, task.k);
    }

    /// Products of a tile of C.
    [[nodiscard]] std::size_t depth() const { return ready_.tiles().shape().depth; }

    /// Of a ready task: the node in whose list it is.
    [[nodiscard]] Node owner(Ticket ticket) const { return ready_.lists().list(ticket); }

    /// Whether the task goes to whoever takes over its tile: all do but the additions of a reduction.
    [[nodiscard]] bool follows_tile(const Task& task) const { return task.work == Work::multiply || !reduction_; }

    /// Whether the plan has the node execute the ready task.
    [[nodiscard]] bool is_planned(Ticket ticket, Node node) const;

    /// Products that a thief of the ready task takes over: all that remain of its tile, or one addition.
    [[nodiscard]] std::size_t taken_over(Ticket ticket) const;

    /// Whether the task is a product of a tile of which none was handed out.
    [[nodiscard]] bool is_whole(const Task& task) const {
        return task.work == Work::multiply && holders_.remaining_of_tile(task) == depth();
    }

    /// By node, of their workers; empty: unknown.
    [[nodiscard]] const std::vector<NodeSpeed>& speeds() const { return progress_.speeds(); }

    /// The node had nothing to do when it asked.
    void ask_in_vain(Node node) { asked_in_vain_.at(node) = true; }

    /// As its workers can. Since the node has asked in vain they hold no full window. speeds are known.
    [[nodiscard]] NodeSpeed speed_now(Node node) const;

    /// Of the owner of a task, by what it has done of its zone so far. Once it has begun all of that it may have had
    /// nothing to do: then it counts as its workers can. speeds are known.
    [[nodiscard]] NodeSpeed speed_of_owner(Node owner) const;

    /// Whether an auxiliary tile comes to a thief of the task, or is made for it at home: the thief takes over all
    /// that remains of the tile (LateC). A device has memory of its own for a new one.
    [[nodiscard]] bool needs_room(const Task& task, Node thief) const {
        const Apart apart = apart_[tile(task)];
        return apart == Apart::begun || (apart == Apart::ready && thief == home_);
    }

    /// Nodes that wait while what a thief fetches takes the bus: the owner; or, where RAM limits the product and the
    /// owner is a device, all devices that have not begun all of their zones. speeds are known. O(nodes).
    [[nodiscard]] std::size_t contenders(Node thief, Node owner) const;

    /// Whether RAM limits the whole product, home holds the task's tile and needs no help. All that remains for home is
    /// done before RAM has brought what remains for devices and what the node needs to take the tile over. And the
    /// tile is done before RAM would have brought that for all tiles that workers at home are busy with: they end
    /// at about the same time. speeds are known. O(nodes).
    [[nodiscard]] bool home_keeps_up(const Task& task, Node node) const;

    /// Enters the list of its owner. Throws std::out_of_range for a task outside the product.
    Ticket add(const Task& task);

    /// Takes the task for a node, which gets its tiles.
    Task hand_out(Ticket ticket, Node node);

    /// The node executes what remains of the task's tile.
    void take_tile(const Task& task, Node node) { holders_.take(task, node); }

  private:
    /// The auxiliary tile of a tile of C whose first products accumulate apart (LateC).
    enum class Apart : std::uint8_t {
        none,  ///< it has none, or that was added
        ready, ///< the first product that makes it has become ready
        begun, ///< that was handed out
    };

    void follow_apart(const Task& task, Apart now);

    /// For which RAM is still busy with what remains for devices, where it limits the whole product; else 0.
    [[nodiscard]] double seconds_of_ram() const;

    partition::Allocation allocation_;
    std::optional<Reduction> reduction_; ///< for its keepers, who add: they are the same whoever has auxiliary tiles
    ReadyTasks ready_;
    TileHolders holders_;
    NodeProgress progress_;
    std::optional<Node> home_;
    std::vector<bool> asked_in_vain_; ///< by node: since a task was handed out to it
    std::vector<Apart> apart_;        ///< by tile
};

} // namespace tangram::sched
