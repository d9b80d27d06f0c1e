#include "sched/starpu/graph_strategy.hpp"

#include "base/error.hpp"
#include "sched/graph/dynamic_graph_policy.hpp"
#include "sched/graph/graph_policy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

namespace tangram::sched::starpu {

bool schedules_any_program(const Strategy& strategy) {
    const auto* const planned = strategy.as<Strategy::Planned>();
    const bool is_in_two_dimensions = planned == nullptr || !planned->allocation->is_3d();
    return is_in_two_dimensions && strategy.as<Strategy::Affinity>() == nullptr;
}

StrategyNames program_strategy_names() {
    std::vector<std::string> allocations;
    for (const AllocationKind& allocation : allocation_kinds()) {
        if (!allocation.is_3d()) {
            allocations.push_back(allocation.name);
        }
    }
    std::vector<std::string> names;
    for (const Balancer& balancer : balancers()) {
        names.push_back(balancer.name);
    }
    StrategyNames all{.names = {},
                      .in_one_line =
                          fmt::format("auto, <allocation>-<balancer> with allocation {} and balancer {}, first-dyn, "
                                      "choice-dyn-<X> and effective-dyn",
                                      fmt::join(allocations, ", "), fmt::join(names, ", "))};
    for (const Strategy& strategy : strategies()) {
        if (schedules_any_program(strategy)) {
            all.names.push_back(strategy.name);
        }
    }
    return all;
}

void check_schedules_any_program(const Strategy& strategy) {
    if (!schedules_any_program(strategy)) {
        throw InvalidInput(fmt::format("the strategy {} is for products of Tangram's library; other programs have {}",
                                       strategy.name, program_strategy_names().in_one_line));
    }
}

std::unique_ptr<graph::GraphScheduler> graph_scheduler(const ProgramStrategy& chosen, graph::MachineView machine,
                                                       const graph::DataPlaces& places) {
    const auto& [strategy, settings] = chosen;
    if (const auto* const dynamic = strategy.as<Strategy::Dynamic>()) {
        return std::make_unique<graph::DynamicGraphPolicy>(std::move(machine), places, dynamic->choices,
                                                           settings.window);
    }
    graph::GraphRules rules{.seed = settings.seed};
    if (const auto* const planned = strategy.as<Strategy::Planned>()) {
        rules.zones = planned->allocation;
        rules.balancing = planned->balancer->balancing;
    }
    return std::make_unique<graph::GraphPolicy>(std::move(machine), places, rules);
}

} // namespace tangram::sched::starpu
