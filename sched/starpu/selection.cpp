#include "sched/starpu/selection.hpp"

#include "base/error.hpp"
#include "base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <starpu.h>

#include <algorithm>

namespace tangram::sched::starpu {

std::vector<std::string> starpu_policies() {
    std::vector<std::string> names;
    for (starpu_sched_policy** policy = starpu_sched_get_predefined_policies(); *policy != nullptr; ++policy) {
        names.emplace_back((*policy)->policy_name);
    }
    return names;
}

namespace {

/// Those made of modules are many, and variations of the others: named by what they have in common.
std::string names_of_starpu(std::vector<std::string> names) {
    constexpr const char* modular = "modular-";
    const auto erased = std::erase_if(names, [&](const std::string& name) { return name.starts_with(modular); });
    return fmt::format("{}{}", fmt::join(names, ", "), erased > 0 ? fmt::format(" and {} {}...", erased, modular) : "");
}

} // namespace

StrategyNames all_strategy_names() {
    StrategyNames all{.names = {}, .in_one_line = strategy_names()};
    for (const Strategy& strategy : strategies()) {
        all.names.push_back(strategy.name);
    }
    return all;
}

std::optional<Strategy> selected_strategy(const std::string& name, const StrategyNames& ours) {
    std::optional<Strategy> strategy = find_strategy(name);
    const std::vector<std::string> of_starpu = starpu_policies();
    if (!strategy && std::find(of_starpu.begin(), of_starpu.end(), name) == of_starpu.end()) {
        std::vector<std::string> names = ours.names;
        names.insert(names.end(), of_starpu.begin(), of_starpu.end());
        std::string known = guess(name, names);
        if (known.empty()) {
            known = fmt::format(": Tangram has {}; StarPU has {}", ours.in_one_line, names_of_starpu(of_starpu));
        }
        throw InvalidInput(fmt::format("unknown scheduling policy '{}'{} (see `tangram policies`)", name, known));
    }
    return strategy;
}

} // namespace tangram::sched::starpu
