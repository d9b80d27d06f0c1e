#pragma once

/// Tasks belong to the nodes that an allocation names. A node executes its own ones
/// in the order of its zone; once none is left, it steals if there is a rule for it
/// (seed 003, section 4.2.1), else it waits: Static.
///
/// With Order::submission a node steals as soon as none of its own tasks is ready, as in
/// the paper. With Order::zone it does not while they only wait for its own earlier ones,
/// or were not submitted yet: that would move tiles that are not needed. It first takes the
/// tiles that were left for it (spare_tiles) if that pays, keeps each tile that it took a product of
/// (TileHolders), and leaves alone what the owner, at its speed, will have done before the
/// thief could do all that is left of the tile. Nor does the owner begin a tile that was left
/// for a thief which will come, and be done with it sooner.

#include "sched/policy.hpp"
#include "sched/reduction.hpp"
#include "sched/stealing.hpp"
#include "sched/tile_holders.hpp"
#include "sched/workload.hpp"
#include "sched/zone_order.hpp"
#include "sched/zone_queue.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace tangram::sched {

class PlannedPolicy final : public Policy {
  public:
    /// workload.allocation is needed. rule: nothing for Static. search: what the rule wants.
    PlannedPolicy(const Workload& workload, std::unique_ptr<StealingRule> rule, Search search);

    Wake ready(const Task& task) override;
    std::optional<Task> next(Node node) override;
    [[nodiscard]] const Decisions& decisions() const override { return decisions_; }
    [[nodiscard]] std::vector<std::size_t> waiting() const override { return ready_.lists().sizes(); }

  private:
    [[nodiscard]] Node owner(const Task& task) const;
    void queue(TaskLists::Ticket ticket, Node owner);
    std::optional<TaskLists::Ticket> first_own(Node node);
    [[nodiscard]] bool may_steal(Node node) const;
    std::optional<TaskLists::Ticket> steal(Node thief);
    [[nodiscard]] bool is_whole(const Task& task) const {
        return task.work == Work::multiply && holders_.left_of_tile(task) == depth_;
    }
    [[nodiscard]] bool thief_is_sooner(TaskLists::Ticket ticket) const;
    [[nodiscard]] bool leaves_to_thief(TaskLists::Ticket ticket) const;
    [[nodiscard]] bool pays(Node thief, TaskLists::Ticket ticket) const;
    Task hand_out(TaskLists::Ticket ticket, Node node);
    void take_tile(const Task& task, Node thief);
    [[nodiscard]] std::size_t tile(const Task& task) const {
        return allocation_.index_of_product(task.i, task.j, task.k);
    }

    Order order_;
    std::size_t depth_; ///< products of a tile
    partition::Allocation allocation_;
    ZoneOrder zone_order_;
    std::optional<Reduction> reduction_;
    ReadyTasks ready_;
    std::vector<ZoneQueue> queues_;              ///< by node; for Order::zone
    std::vector<ZoneQueue> left_for_;            ///< by thief: ready products of tiles that were left for it
    std::vector<std::size_t> products_left_for_; ///< by thief: of those tiles that nobody has begun
    std::vector<std::vector<TaskLists::Ticket>> ready_of_tile_; ///< those that its holder executes, and void ones
    std::unique_ptr<StealingRule> rule_;
    bool steals_early_; ///< although a node has tasks of its own that are not ready
    TileHolders holders_;
    std::vector<NodeSpeed> speeds_;
    Decisions decisions_;
};

} // namespace tangram::sched
