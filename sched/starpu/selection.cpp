#include "sched/starpu/selection.hpp"

#include "partition/error.hpp"
#include "sched/settings.hpp"

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

std::optional<Strategy> selected_strategy(const std::string& name) {
    std::optional<Strategy> strategy = find_strategy(name);
    const std::vector<std::string> of_starpu = starpu_policies();
    if (!strategy && std::find(of_starpu.begin(), of_starpu.end(), name) == of_starpu.end()) {
        throw InvalidInput(fmt::format("unknown scheduling policy '{}': Tangram has {}; StarPU has {}", name,
                                       strategy_names(), fmt::join(of_starpu, ", ")));
    }
    if (strategy) {
        check_settings();
    }
    return strategy;
}

} // namespace tangram::sched::starpu
