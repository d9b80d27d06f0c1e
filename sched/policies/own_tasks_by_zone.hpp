#pragma once

/// Own tasks in the order of the node's zone (ZoneOrder), made to move few tiles:
///
///     an addition counts as a task of the first shell, before nearly all products: it frees an auxiliary tile
///     a node does not steal while its own tasks only wait for each other, or were not submitted yet
///     some tiles are reserved for a thief (spare_tiles): it looks at these first, and their owner does not begin one
///         if the thief will come, and be done with it sooner
///     a thief keeps each tile that it took a product of (TileHolders)
///     a slow worker at home hands a tile on before it begins a product that another node would be done with sooner;
///         a slow device before it begins a product of a tile that another device would be done with sooner
///
/// Not in Eyraud-Dubois and Lambert (2018).

#include "sched/policies/own_tasks.hpp"
#include "sched/policies/workload.hpp"
#include "sched/zones/zone_order.hpp"
#include "sched/zones/zone_queue.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

class OwnTasksByZone final : public OwnTasks {
  public:
    /// workload.allocation is needed. Where speeds are unknown, or nobody steals, owners leave nothing to thieves.
    OwnTasksByZone(const Workload& workload, bool others_steal);

    bool hand_on(PlannedTasks& tasks, const Task& task) override;
    void add(const PlannedTasks& tasks, Ticket ticket) override;
    std::optional<Ticket> next(const PlannedTasks& tasks, Node node) override;
    [[nodiscard]] bool waits(const PlannedTasks& tasks, Node node) const override;
    std::optional<Ticket> reserved(const PlannedTasks& tasks, Node thief, const MayTake& pays) override;
    void handed_out(PlannedTasks& tasks, const Task& task, Node owner, Node node) override;

  private:
    [[nodiscard]] std::optional<Node> heir(const PlannedTasks& tasks, const Task& task) const;
    [[nodiscard]] bool thief_is_sooner(const PlannedTasks& tasks, Ticket ticket) const;
    [[nodiscard]] bool is_left_to_thief(const PlannedTasks& tasks, Ticket ticket) const;
    void take_tile(PlannedTasks& tasks, const Task& task, Node thief);

    ZoneOrder order_;
    bool leaves_to_thieves_;
    bool hands_on_; ///< slow workers hand tiles on
    std::optional<Node> home_;
    bool waits_for_others_;                          ///< own tasks may wait for those of other nodes
    std::vector<ZoneQueue> queues_;                  ///< by node
    std::vector<ZoneQueue> reserved_;                ///< by thief: ready products of tiles that are reserved for it
    std::vector<std::size_t> reserved_products_;     ///< by thief: of those tiles that nobody has begun
    std::vector<std::vector<Ticket>> ready_of_tile_; ///< those that its holder executes, and void ones
};

} // namespace tangram::sched
