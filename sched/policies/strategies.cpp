#include "sched/policies/strategies.hpp"

#include "sched/policies/affinity_policy.hpp"
#include "sched/policies/dynamic_policy.hpp"
#include "sched/policies/planned_policy.hpp"
#include "sched/policies/stealing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tangram::sched {

namespace {

std::vector<Balancer> all_balancers() {
    return {
        {"static", "each task runs on the node that the allocation names; no stealing", Balancing::none,
         [](const Workload& work) { return planned_policy(work, nullptr); }, false},
        {"rand-steal", "an idle node steals the last task of a random node", Balancing::random,
         [](const Workload& work) { return planned_policy(work, std::make_unique<RandSteal>(work.seed)); }, false},
        {"choice-steal", "an idle node steals the cheapest of the nodes' last tasks", Balancing::choice,
         [](const Workload& work) { return planned_policy(work, std::make_unique<ChoiceSteal>()); }, false},
        {"effective-steal", "an idle node steals the cheapest of all tasks", Balancing::effective,
         [](const Workload& work) { return planned_policy(work, std::make_unique<EffectiveSteal>(work.seed)); }, true},
    };
}

/// Of balancers() the one that does this.
const Balancer& balancer_of(Balancing balancing) {
    return *std::ranges::find(balancers(), balancing, &Balancer::balancing);
}

Strategy dynamic_strategy(std::string name, std::string description, std::optional<std::size_t> choices) {
    return {std::move(name), std::move(description), Strategy::Dynamic{choices}};
}

Strategy affinity_strategy(const AffinityKind& kind) {
    const std::string unit = kind.kernel == Kernel::outer ? "whole tiles of C" : "single products";
    return {kind.name, fmt::format("no plan, {}: {}", unit, kind.description), Strategy::Affinity{&kind}};
}

std::vector<Strategy> dynamic_strategies() {
    return {
        dynamic_strategy("first-dyn", "no plan: an idle node takes the first ready task", 1), choice_dyn(10),
        choice_dyn(50),
        dynamic_strategy("effective-dyn", "no plan: an idle node takes the cheapest of all ready tasks", std::nullopt)};
}

Strategy automatic(const Balancer& balancer) {
    return {"auto", fmt::format("the allocation with the least estimated makespan; {}", balancer.description),
            Strategy::Auto{&balancer}};
}

Strategy planned(const AllocationKind& allocation, bool reduces, const Balancer& balancer) {
    return {fmt::format("{}{}-{}", allocation.name, reduces ? "-redux" : "", balancer.name),
            fmt::format("{}{}; {}", allocation.description,
                        reduces ? "; shared tiles of C are summed in a copy per node" : "", balancer.description),
            Strategy::Planned{&allocation, reduces, &balancer}};
}

std::vector<Strategy> planned_strategies() {
    std::vector<Strategy> all;
    for (const AllocationKind& allocation : allocation_kinds()) {
        for (const bool reduces : {false, true}) {
            for (const Balancer& balancer : balancers()) {
                if (reduces && !allocation.is_3d()) {
                    continue; // each tile of C has one node
                }
                all.push_back(planned(allocation, reduces, balancer));
            }
        }
    }
    return all;
}

std::vector<Strategy> all_strategies() {
    std::vector<Strategy> all{automatic(balancer_of(Balancing::effective))};
    for (Strategy& strategy : planned_strategies()) {
        all.push_back(std::move(strategy));
    }
    for (Strategy& strategy : dynamic_strategies()) {
        all.push_back(std::move(strategy));
    }
    for (const AffinityKind& kind : affinity_kinds()) {
        all.push_back(affinity_strategy(kind));
    }
    return all;
}

} // namespace

const Balancer* Strategy::balancer() const {
    if (const auto* const automatic = as<Auto>()) {
        return automatic->balancer;
    }
    const auto* const planned = as<Planned>();
    return planned != nullptr ? planned->balancer : nullptr;
}

bool Strategy::hands_on(Order order) const {
    return follows_plan() && balancer()->balancing != Balancing::none && order == Order::zone;
}

bool Strategy::wants_independent() const {
    const auto* const affinity = as<Affinity>();
    return affinity != nullptr && affinity->kind->kernel == Kernel::matrix;
}

std::unique_ptr<Policy> Strategy::make(const Workload& workload) const {
    if (const auto* const dynamic = as<Dynamic>()) {
        return std::make_unique<DynamicPolicy>(workload, dynamic->choices);
    }
    if (const auto* const affinity = as<Affinity>()) {
        return std::make_unique<AffinityPolicy>(workload, *affinity->kind);
    }
    return balancer()->make(workload);
}

Strategy choice_dyn(std::size_t choices) {
    return dynamic_strategy(
        fmt::format("choice-dyn-{}", choices),
        fmt::format("no plan: an idle node takes the cheapest of the first {} ready tasks", choices), choices);
}

const std::vector<Balancer>& balancers() {
    static const std::vector<Balancer> all = all_balancers();
    return all;
}

const std::vector<Strategy>& strategies() {
    static const std::vector<Strategy> all = all_strategies();
    return all;
}

const Strategy& default_strategy() {
    return strategies().front();
}

} // namespace tangram::sched
