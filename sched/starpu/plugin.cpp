#include "sched/starpu/tangram_sched.h"

#include "sched/policies/settings.hpp"
#include "sched/starpu/graph_strategy.hpp"
#include "sched/starpu/selection.hpp"
#include "sched/starpu/starpu_policy.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <vector>

namespace {

using namespace tangram::sched;

/// The callers are C: what is thrown becomes a line on stderr.
template <class Action> int run(Action action) {
    try {
        action();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tangram: error: %s\n", error.what());
        return -EINVAL;
    }
}

/// For a program that is not Tangram's. Throws InvalidInput if the strategy is not for such ones, or a setting is
/// wrong.
starpu_sched_policy* checked_policy_of(const Strategy& strategy) {
    starpu::check_schedules_any_program(strategy);
    return starpu::policy_of(strategy, Settings::from_environment());
}

} // namespace

int tangram_sched_select(starpu_conf* conf) {
    return run([conf] {
        const char* name = std::getenv("STARPU_SCHED");
        if (name == nullptr || *name == '\0') {
            return;
        }
        if (const std::optional<Strategy> strategy = starpu::selected_strategy(name)) {
            conf->sched_policy = checked_policy_of(*strategy);
            conf->sched_policy_name = nullptr; // the variable's value, by starpu_conf_init
            unsetenv("STARPU_SCHED");
        }
    });
}

starpu_sched_policy* starpu_get_sched_lib_policy(const char* name) {
    starpu_sched_policy* policy = nullptr;
    run([&] {
        if (const std::optional<Strategy> strategy = find_strategy(name != nullptr ? name : "")) {
            policy = checked_policy_of(*strategy);
        }
    });
    return policy;
}

starpu_sched_policy** starpu_get_sched_lib_policies() {
    static std::vector<starpu_sched_policy*> policies;
    run([] {
        policies.clear();
        for (const Strategy& strategy : strategies()) {
            if (starpu::schedules_any_program(strategy)) {
                policies.push_back(checked_policy_of(strategy));
            }
        }
        policies.push_back(nullptr);
    });
    return policies.data();
}
