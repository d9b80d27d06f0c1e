#pragma once

/// From a strategy of the table to what schedules the tasks of any program under its name.

#include "sched/graph/data_places.hpp"
#include "sched/graph/graph_scheduler.hpp"
#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"
#include "sched/starpu/selection.hpp"

#include <memory>

namespace tangram::sched::starpu {

/// What schedules a program: a strategy, and the settings of its environment.
struct ProgramStrategy {
    Strategy strategy;
    Settings settings;
};

/// Whether the strategy can schedule tasks that are not products of Tangram's library: not if it needs tiles of the
/// library's own (-redux), the third dimension of a product, or independent tasks (the affinity strategies).
[[nodiscard]] bool schedules_any_program(const Strategy& strategy);

/// Those that can.
StrategyNames program_strategy_names();

/// Throws InvalidInput naming the strategies that can, unless this one can.
void check_schedules_any_program(const Strategy& strategy);

/// For a strategy that can. places must outlive it.
std::unique_ptr<graph::GraphScheduler> graph_scheduler(const ProgramStrategy& chosen, graph::MachineView machine,
                                                       const graph::DataPlaces& places);

} // namespace tangram::sched::starpu
