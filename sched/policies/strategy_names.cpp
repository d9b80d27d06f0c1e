#include "sched/policies/strategies.hpp"

#include "base/parsed_number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tangram::sched {

namespace {

/// Whether the name ends in a number with two dashes before it: choice-dyn--3 is no spelling of choice-dyn-3.
bool has_sign(std::string_view name) {
    const std::size_t before = name.find_last_not_of("0123456789");
    const auto is_dash = [&](std::size_t at) { return name[at] == '-' || name[at] == '_'; };
    return before != std::string_view::npos && before > 0 && is_dash(before) && is_dash(before - 1);
}

/// choice-dyn-<X> for any positive X.
std::optional<Strategy> find_choice_dyn(const std::string& normalised) {
    constexpr std::string_view prefix = "choicedyn";
    if (!normalised.starts_with(prefix)) {
        return std::nullopt;
    }
    const std::size_t choices = parsed<std::size_t>(normalised.substr(prefix.size())).value_or(0);
    return choices > 0 ? std::optional(choice_dyn(choices)) : std::nullopt;
}

} // namespace

std::optional<Strategy> find_strategy(std::string_view name) {
    const std::string wanted = normalised_name(name);
    for (const Strategy& strategy : strategies()) {
        const auto* const planned = strategy.as<Strategy::Planned>();
        const bool balancer_alone = planned != nullptr && planned->allocation == &default_allocation_kind() &&
                                    normalised_name(planned->balancer->name) == wanted;
        if (normalised_name(strategy.name) == wanted || balancer_alone) {
            return strategy;
        }
    }
    return has_sign(name) ? std::nullopt : find_choice_dyn(wanted);
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
    std::string table = "| allocation | which node is planned to compute what |\n|---|---|\n";
    for (const AllocationKind& allocation : allocation_kinds()) {
        table += fmt::format("| `{}` | {} |\n", allocation.name, allocation.description);
    }
    table += "\n| balancer | what an idle node does |\n|---|---|\n";
    for (const Balancer& balancer : balancers()) {
        table += fmt::format("| `{}` | {} |\n", balancer.name, balancer.description);
    }
    table += "\n| other strategy | what it does |\n|---|---|\n";
    for (const Strategy& strategy : strategies()) {
        if (strategy.as<Strategy::Planned>() == nullptr) {
            table += fmt::format("| `{}` | {} |\n", strategy.name, strategy.description);
        }
    }
    return table;
}

} // namespace tangram::sched
