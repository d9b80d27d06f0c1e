#include "sched/starpu/starpu_policy.hpp"

#include "sched/starpu/adapter.hpp"

#include <limits>
#include <map>
#include <memory>
#include <string>

namespace tangram::sched::starpu {

namespace {

constexpr unsigned global_context = 0;

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
    const bool finds_graphs =
        context == global_context && starpu_sched_ctx_get_sched_policy(context)->submit_hook != nullptr;
    starpu_sched_ctx_set_policy_data(context, std::make_unique<Adapter>(context, finds_graphs).release());
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

starpu_sched_policy* policy_of(const Strategy& strategy) {
    struct Entry {
        std::string name;
        std::string description;
        starpu_sched_policy policy{};
    };
    static std::map<std::string, Entry> entries; // StarPU keeps the pointers
    Entry& entry = entries[strategy.name];
    entry.name = strategy.name;
    entry.description = strategy.description;
    entry.policy.init_sched = init_sched;
    entry.policy.deinit_sched = deinit_sched;
    entry.policy.add_workers = add_workers;
    entry.policy.push_task = push_task;
    entry.policy.pop_task = pop_task;

    if (strategy.as<Strategy::Auto>() != nullptr) {
        entry.policy.submit_hook = submit_hook;
        entry.policy.post_exec_hook = post_exec_hook;
    }
    entry.policy.policy_name = entry.name.c_str();
    entry.policy.policy_description = entry.description.c_str();
    entry.policy.worker_type = STARPU_WORKER_LIST;
#if STARPU_MAJOR_VERSION > 1 || STARPU_MINOR_VERSION >= 4
    entry.policy.prefetches = 1;
#endif
    return &entry.policy;
}

} // namespace tangram::sched::starpu
