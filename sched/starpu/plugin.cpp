#include "sched/starpu/tangram_sched.h"

#include "sched/policies/settings.hpp"
#include "sched/starpu/selection.hpp"
#include "sched/starpu/starpu_policy.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <set>
#include <string>
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

/// Once for each name: StarPU 1.4 asks several times. Silent where StarPU's own warnings are.
void note_priority(const Strategy& strategy) {
    static std::set<std::string> noted;
    const char* silent = std::getenv("STARPU_SILENT");
    const bool is_silent = silent != nullptr && std::string(silent) != "0";
    if (strategy.as<Strategy::Auto>() == nullptr && !is_silent && noted.insert(strategy.name).second) {
        std::fprintf(stderr,
                     "tangram: %s is for products of Tangram's library: this program's own tasks go by priority; "
                     "STARPU_SCHED=auto schedules them\n",
                     strategy.name.c_str());
    }
}

} // namespace

int tangram_sched_select(starpu_conf* conf) {
    return run([conf] {
        const char* name = std::getenv("STARPU_SCHED");
        if (name == nullptr || *name == '\0') {
            return;
        }
        if (const std::optional<Strategy> strategy = starpu::selected_strategy(name)) {
            Settings::from_environment(); // a bad one is an error here; products of the GEMM library alone use them
            note_priority(*strategy);
            conf->sched_policy = starpu::policy_of(*strategy);
            conf->sched_policy_name = nullptr; // the variable's value, by starpu_conf_init
            unsetenv("STARPU_SCHED");
        }
    });
}

starpu_sched_policy* starpu_get_sched_lib_policy(const char* name) {
    starpu_sched_policy* policy = nullptr;
    run([&] {
        if (const std::optional<Strategy> strategy = find_strategy(name != nullptr ? name : "")) {
            Settings::from_environment();
            note_priority(*strategy);
            policy = starpu::policy_of(*strategy);
        }
    });
    return policy;
}

starpu_sched_policy** starpu_get_sched_lib_policies() {
    static std::vector<starpu_sched_policy*> policies;
    run([] {
        policies.clear();
        for (const Strategy& strategy : strategies()) {
            policies.push_back(starpu::policy_of(strategy));
        }
        policies.push_back(nullptr);
    });
    return policies.data();
}
