#include "sched/strategies.hpp"

#include "sched/affinity_policy.hpp"
#include "sched/dynamic_policy.hpp"
#include "sched/planned_policy.hpp"
#include "sched/stealing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

namespace tangram::sched {

namespace {

std::vector<AllocationKind> all_allocation_kinds() {
    std::vector<AllocationKind> all;
    for (const char* partitioner_name : {"nrrp", "nrrp-plus", "3d-nrrp", "3d-nrrp-plus"}) {
        const partition::Partitioner& partitioner = partition::find_partitioner(partitioner_name);
        for (const partition::Discretisation& discretisation : partition::discretisations()) {
            all.push_back({fmt::format("{}-{}", partitioner.name, discretisation.name),
                           fmt::format("zones by {}: {}; tiles: {}", partitioner.name, partitioner.description,
                                       discretisation.description),
                           &partitioner, &discretisation});
        }
    }
    return all;
}

std::vector<Balancer> all_balancers() {
    return {
        {"static", "every task on the node that the allocation names, no stealing",
         [](const Workload& work) { return std::make_unique<PlannedPolicy>(work, nullptr, Search::by_order); }, false},
        {"rand-steal", "an idle node takes the last task of a random node",
         [](const Workload& work) {
             return std::make_unique<PlannedPolicy>(work, std::make_unique<RandSteal>(work.seed), Search::by_order);
         },
         false},
        {"choice-steal", "an idle node takes the cheapest of the nodes' last tasks",
         [](const Workload& work) {
             return std::make_unique<PlannedPolicy>(work, std::make_unique<ChoiceSteal>(), Search::by_order);
         },
         false},
        {"effective-steal", "an idle node takes the cheapest of all tasks",
         [](const Workload& work) {
             return std::make_unique<PlannedPolicy>(work, std::make_unique<EffectiveSteal>(work.seed), Search::by_cost);
         },
         true},
    };
}

Strategy dynamic_strategy(std::string name, std::string description, std::optional<std::size_t> choices) {
    return {
        std::move(name), std::move(description),
        nullptr,         nullptr,
        false,           [choices](const Workload& work) { return std::make_unique<DynamicPolicy>(work, choices); }};
}

Strategy affinity_strategy(const AffinityKind& kind) {
    const std::string unit = kind.kernel == Kernel::outer ? "tiles of C, whole" : "single products";
    return {kind.name, fmt::format("no plan, {}: {}", unit, kind.description),
            nullptr,   nullptr,
            false,     [&kind](const Workload& work) { return std::make_unique<AffinityPolicy>(work, kind); },
            &kind};
}

Strategy choice_dyn(std::size_t choices) {
    return dynamic_strategy(
        fmt::format("choice-dyn-{}", choices),
        fmt::format("no plan: an idle node takes the cheapest of the first {} ready tasks", choices), choices);
}

std::vector<Strategy> dynamic_strategies() {
    return {
        dynamic_strategy("first-dyn", "no plan: an idle node takes the first ready task", 1), choice_dyn(10),
        choice_dyn(50),
        dynamic_strategy("effective-dyn", "no plan: an idle node takes the cheapest of all ready tasks", std::nullopt)};
}

std::vector<Strategy> all_strategies() {
    const Balancer& effective_steal = balancers().back();
    std::vector<Strategy> all{
        {"auto",
         fmt::format("the allocation with which the slowest node is done first, by an estimate; {}",
                     effective_steal.description),
         nullptr, &effective_steal, false, effective_steal.make}};
    for (const AllocationKind& allocation : allocation_kinds()) {
        for (const bool reduces : {false, true}) {
            for (const Balancer& balancer : balancers()) {
                if (reduces && !allocation.is_3d()) {
                    continue; // each tile of C has one node
                }
                all.push_back({fmt::format("{}{}-{}", allocation.name, reduces ? "-redux" : "", balancer.name),
                               fmt::format("{}{}; {}", allocation.description,
                                           reduces ? "; shared tiles of C accumulate apart and are added" : "",
                                           balancer.description),
                               &allocation, &balancer, reduces, balancer.make});
            }
        }
    }
    for (Strategy& strategy : dynamic_strategies()) {
        all.push_back(std::move(strategy));
    }
    for (const AffinityKind& kind : affinity_kinds()) {
        all.push_back(affinity_strategy(kind));
    }
    return all;
}

/// choice-dyn-<X> for any positive X.
std::optional<Strategy> find_choice_dyn(const std::string& normalised) {
    constexpr std::string_view prefix = "choicedyn";
    if (!normalised.starts_with(prefix)) {
        return std::nullopt;
    }
    std::size_t choices = 0;
    const char* const end = normalised.data() + normalised.size();
    const auto [stop, error] = std::from_chars(normalised.data() + prefix.size(), end, choices);
    return error == std::errc{} && stop == end && choices > 0 ? std::optional(choice_dyn(choices)) : std::nullopt;
}

} // namespace

partition::Allocation AllocationKind::allocate(const partition::Problem& problem, std::size_t rows, std::size_t columns,
                                               std::size_t depth) const {
    return discretisation->run(partitioner->run(problem), problem, {rows, columns, is_3d() ? depth : 1}, {});
}

const std::vector<AllocationKind>& allocation_kinds() {
    static const std::vector<AllocationKind> all = all_allocation_kinds();
    return all;
}

std::vector<const AllocationKind*> automatic_allocation_kinds(bool may_search) {
    const std::string exact = may_search ? "nrrp-refined" : "nrrp-precise";
    std::vector<const AllocationKind*> kinds;
    for (const AllocationKind& kind : allocation_kinds()) {
        if (kind.name == "nrrp-rounded" || kind.name == exact) {
            kinds.push_back(&kind);
        }
    }
    return kinds;
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

std::string normalised_name(std::string_view name) {
    std::string normalised;
    for (const char c : name) {
        if (c != '-' && c != '_') {
            normalised += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return normalised;
}

std::optional<Strategy> find_strategy(std::string_view name) {
    const std::string wanted = normalised_name(name);
    for (const Strategy& strategy : strategies()) {
        const bool balancer_alone = strategy.balancer != nullptr &&
                                    strategy.allocation == &allocation_kinds().front() &&
                                    normalised_name(strategy.balancer->name) == wanted;
        if (normalised_name(strategy.name) == wanted || balancer_alone) {
            return strategy;
        }
    }
    return find_choice_dyn(wanted);
}

std::string strategy_names() {
    std::vector<std::string> allocations;
    std::vector<std::string> balancer_names;
    for (const AllocationKind& allocation : allocation_kinds()) {
        allocations.push_back(allocation.name + (allocation.is_3d() ? "[-redux]" : ""));
    }
    for (const Balancer& balancer : balancers()) {
        balancer_names.push_back(balancer.name);
    }
    std::vector<std::string> affinity_names;
    for (const AffinityKind& kind : affinity_kinds()) {
        affinity_names.push_back(kind.name);
    }
    return fmt::format(
        "<allocation>-<balancer> with allocation {} and balancer {}; auto; first-dyn, choice-dyn-<X> with any "
        "number X, effective-dyn; {}",
        fmt::join(allocations, ", "), fmt::join(balancer_names, ", "), fmt::join(affinity_names, ", "));
}

std::string strategies_markdown() {
    std::string table = "| allocation | who should compute what |\n|---|---|\n";
    for (const AllocationKind& allocation : allocation_kinds()) {
        table += fmt::format("| `{}` | {} |\n", allocation.name, allocation.description);
    }
    table += "\n| balancer | when the plan was wrong |\n|---|---|\n";
    for (const Balancer& balancer : balancers()) {
        table += fmt::format("| `{}` | {} |\n", balancer.name, balancer.description);
    }
    table += "\n| in one word | what it does |\n|---|---|\n";
    for (const Strategy& strategy : strategies()) {
        if (strategy.allocation == nullptr) {
            table += fmt::format("| `{}` | {} |\n", strategy.name, strategy.description);
        }
    }
    return table;
}

} // namespace tangram::sched
