#include "sched/starpu/starpu_policy.hpp"

#include "sched/starpu/adapter.hpp"
#include "sched/starpu/graph_strategy.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tangram::sched::starpu {

namespace {

constexpr unsigned global_context = 0;

struct Entry {
    ProgramStrategy chosen;
    starpu_sched_policy policy{};
};

/// By name. StarPU keeps the pointers.
std::map<std::string, Entry>& entries() {
    static std::map<std::string, Entry> all;
    return all;
}

/// Of a policy of ours, or a copy of it under another name (preload.c): descriptions stay where they are.
std::optional<ProgramStrategy> strategy_of(const starpu_sched_policy& policy) {
    const auto found = std::find_if(entries().begin(), entries().end(), [&](const auto& named) {
        return named.second.policy.policy_description == policy.policy_description;
    });
    return found != entries().end() ? std::optional(found->second.chosen) : std::nullopt;
}

Adapter& adapter_of(unsigned context) {
    return *static_cast<Adapter*>(starpu_sched_ctx_get_policy_data(context));
}

// Nothing may be thrown into StarPU, which is C: it ends the program.

void init_sched(unsigned context) noexcept {
    // Any priority counts; without this, programs that ask for the range are told 0 to 0.
    if (starpu_sched_ctx_min_priority_is_set(context) == 0) {
        starpu_sched_ctx_set_min_priority(context, std::numeric_limits<int>::min());
    }
    if (starpu_sched_ctx_max_priority_is_set(context) == 0) {
        starpu_sched_ctx_set_max_priority(context, std::numeric_limits<int>::max());
    }
    std::optional<ProgramStrategy> chosen = strategy_of(*starpu_sched_ctx_get_sched_policy(context));
    if (context != global_context || (chosen && !schedules_any_program(chosen->strategy))) {
        chosen.reset();
    }
    starpu_sched_ctx_set_policy_data(context, std::make_unique<Adapter>(context, std::move(chosen)).release());
}

void deinit_sched(unsigned context) noexcept {
    const std::unique_ptr<Adapter> owner(&adapter_of(context));
    starpu_sched_ctx_set_policy_data(context, nullptr);
}

void add_workers(unsigned context, int* workers, unsigned count) noexcept {
    adapter_of(context).add_workers(workers, count);
}

void submit_hook(starpu_task* task) noexcept {
    adapter_of(task->sched_ctx).submitted(task);
}

void post_exec_hook(starpu_task* task, unsigned context) noexcept {
    adapter_of(context).finished(task);
}

int push_task(starpu_task* task) noexcept {
    return adapter_of(task->sched_ctx).push(task);
}

starpu_task* pop_task(unsigned context) noexcept {
    return adapter_of(context).pop();
}

} // namespace

Adapter* Adapter::current() {
    const starpu_sched_policy* policy = starpu_sched_ctx_get_sched_policy(global_context);
    return policy != nullptr && policy->push_task == push_task ? &adapter_of(global_context) : nullptr;
}

starpu_sched_policy* policy_of(const Strategy& strategy, const Settings& settings) {
    Entry& entry = entries().try_emplace(strategy.name, Entry{{strategy, settings}}).first->second;
    entry.chosen.settings = settings;
    starpu_sched_policy& policy = entry.policy;
    policy.init_sched = init_sched;
    policy.deinit_sched = deinit_sched;
    policy.add_workers = add_workers;
    policy.push_task = push_task;
    policy.pop_task = pop_task;
    if (schedules_any_program(strategy)) {
        policy.submit_hook = submit_hook;
        policy.post_exec_hook = post_exec_hook;
    }
    policy.policy_name = entry.chosen.strategy.name.c_str();
    policy.policy_description = entry.chosen.strategy.description.c_str();
    policy.worker_type = STARPU_WORKER_LIST;
#if STARPU_MAJOR_VERSION > 1 || STARPU_MINOR_VERSION >= 4
    policy.prefetches = 1;
#endif
    return &policy;
}

} // namespace tangram::sched::starpu
