#include "sched/starpu/tangram_sched.h"

#include "sched/policies/settings.hpp"
#include "sched/policies/unknown_settings.hpp"
#include "sched/starpu/graph_report.hpp"
#include "sched/starpu/graph_strategy.hpp"
#include "sched/starpu/selection.hpp"
#include "sched/starpu/starpu_policy.hpp"
#include "sched/starpu/stderr_line.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace tangram::sched;

/// The callers are C: what is thrown becomes a line on stderr.
template <class Action> int run(Action action) {
    try {
        action();
        return 0;
    } catch (const std::exception& error) {
        starpu::say_on_stderr(std::string("error: ") + error.what());
        return -EINVAL;
    }
}

void warn_of_unknown_settings() {
    for (const std::string& warning : unknown_settings()) {
        starpu::say_on_stderr(warning);
    }
}

/// Of reports under a policy of StarPU's, which writes none.
void warn_of_reports(const std::string& why_there_are_none) {
    for (const Setting& setting : {verbose_setting, report_setting}) {
        if (value_of(setting) != setting.fallback) {
            starpu::say_on_stderr("warning: " + std::string(setting.variable) +
                                  " has no effect: " + why_there_are_none);
        }
    }
}

/// The strategy of STARPU_SCHED's name, nothing if that is a policy of StarPU's.
std::optional<Strategy> chosen_strategy(const std::string& name) {
    std::optional<Strategy> strategy = starpu::selected_strategy(name, starpu::program_strategy_names());
    warn_of_unknown_settings();
    if (!strategy) {
        warn_of_reports(name + " is a policy of StarPU's");
    }
    return strategy;
}

/// For a program that is not Tangram's. Throws InvalidInput if the strategy is not for such ones, or a setting is
/// wrong.
starpu_sched_policy* checked_policy_of(const Strategy& strategy) {
    starpu::check_schedules_any_program(strategy);
    const Settings settings = Settings::from_environment();
    starpu::check_report_file(settings.report);
    return starpu::policy_of(strategy, settings);
}

/// The strategy that StarPU 1.4 shall start. It asks for every name before it looks among its own: for those that the
/// program has for its contexts, and for STARPU_SCHED's, which may also be `help`, and `heft`, as dmda was called once.
std::optional<Strategy> asked_for(const std::string& name) {
    const char* chosen = std::getenv("STARPU_SCHED");
    const bool is_chosen = chosen != nullptr && name == chosen && !name.empty();
    return is_chosen && name != "help" && !name.starts_with("heft") ? chosen_strategy(name) : find_strategy(name);
}

/// StarPU 1.4 would go on under a policy of its own. Without handlers: it is in the middle of its start.
[[noreturn]] void end_program() {
    constexpr int bad_input = 2;
    std::fflush(nullptr);
    _exit(bad_input);
}

} // namespace

int tangram_sched_select(starpu_conf* conf) {
    return run([conf] {
        const char* name = std::getenv("STARPU_SCHED");
        if (name == nullptr || *name == '\0') {
            warn_of_unknown_settings();
            warn_of_reports("STARPU_SCHED is not set, so that StarPU's policy runs; set it to auto");
            return;
        }
        if (const std::optional<Strategy> strategy = chosen_strategy(name)) {
            conf->sched_policy = checked_policy_of(*strategy);
            conf->sched_policy_name = nullptr; // the variable's value, by starpu_conf_init
            unsetenv("STARPU_SCHED");
        }
    });
}

starpu_sched_policy* starpu_get_sched_lib_policy(const char* name) {
    starpu_sched_policy* policy = nullptr;
    const int failed = run([&] {
        if (const std::optional<Strategy> strategy = asked_for(name != nullptr ? name : "")) {
            policy = checked_policy_of(*strategy);
        }
    });
    if (failed != 0) {
        end_program();
    }
    return policy;
}

starpu_sched_policy** starpu_get_sched_lib_policies() {
    static std::vector<starpu_sched_policy*> policies;
    const int failed = run([] {
        policies.clear();
        for (const Strategy& strategy : strategies()) {
            if (starpu::schedules_any_program(strategy)) {
                policies.push_back(checked_policy_of(strategy));
            }
        }
        policies.push_back(nullptr);
    });
    if (failed != 0) {
        end_program();
    }
    return policies.data();
}
