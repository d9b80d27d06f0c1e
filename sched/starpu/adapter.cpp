#include "sched/starpu/adapter.hpp"

#include "sched/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace tangram::sched::starpu {

namespace {

constexpr unsigned global_context = 0;

/// Adds the time of a scope to a sum.
class Stopwatch {
  public:
    explicit Stopwatch(std::atomic<double>& sum) : sum_(sum), start_(starpu_timing_now()) {}
    ~Stopwatch() { sum_.fetch_add(starpu_timing_now() - start_, std::memory_order_relaxed); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    std::atomic<double>& sum_;
    double start_;
};

Adapter& adapter_of(unsigned context) {
    return *static_cast<Adapter*>(starpu_sched_ctx_get_policy_data(context));
}

// Nothing may be thrown into StarPU, which is C: it ends the program.

void init_sched(unsigned context) noexcept {
    starpu_sched_ctx_set_policy_data(context, std::make_unique<Adapter>().release());
}

void deinit_sched(unsigned context) noexcept {
    const std::unique_ptr<Adapter> owner(&adapter_of(context));
    starpu_sched_ctx_set_policy_data(context, nullptr);
}

void add_workers(unsigned context, int* workers, unsigned count) noexcept {
    adapter_of(context).add_workers(workers, count);
}

void remove_workers(unsigned context, int* workers, unsigned count) noexcept {
    adapter_of(context).remove_workers(workers, count);
}

int push_task(starpu_task* task) noexcept {
    return adapter_of(task->sched_ctx).push(task);
}

starpu_task* pop_task(unsigned context) noexcept {
    return adapter_of(context).pop();
}

/// A tile's coordinates, if the application set them: row, column and, for auxiliary
/// tiles of C, the copy.
std::optional<std::array<std::uint32_t, 3>> coordinates(starpu_task* task, unsigned buffer) {
    std::array<int, 3> position{};
    const unsigned dimensions =
        starpu_data_get_coordinates_array(STARPU_TASK_GET_HANDLE(task, buffer), 3, position.data());
    if (dimensions < 2 || dimensions > 3 ||
        std::any_of(position.begin(), position.end(), [](int x) { return x < 0; })) {
        return std::nullopt;
    }
    return std::array{static_cast<std::uint32_t>(position[0]), static_cast<std::uint32_t>(position[1]),
                      static_cast<std::uint32_t>(position[2])};
}

/// Data op(A)(i,k), op(B)(k,j), C(i,j), in this order and with these coordinates, as
/// Chameleon and our GEMM set them.
std::optional<Task> as_multiply(starpu_task* task) {
    const auto a = coordinates(task, 0);
    const auto b = coordinates(task, 1);
    const auto c = coordinates(task, 2);
    if (!a || !b || !c || (*a)[0] != (*c)[0] || (*b)[1] != (*c)[1] || (*a)[1] != (*b)[0]) {
        return std::nullopt;
    }
    return Task{(*c)[0], (*c)[1], (*a)[1], task, (*c)[2], Work::multiply};
}

/// Data C_aux(i,j), C(i,j).
std::optional<Task> as_add(starpu_task* task) {
    const auto auxiliary = coordinates(task, 0);
    const auto c = coordinates(task, 1);
    if (!auxiliary || !c || (*auxiliary)[0] != (*c)[0] || (*auxiliary)[1] != (*c)[1] || (*auxiliary)[2] == 0 ||
        (*c)[2] != 0) {
        return std::nullopt;
    }
    return Task{(*c)[0], (*c)[1], 0, task, (*auxiliary)[2], Work::add};
}

/// Has the worker use the task's implementation for it. Whether there is one.
bool choose_implementation(unsigned worker, starpu_task* task) {
    unsigned implementation = 0;
    if (starpu_worker_can_execute_task_first_impl(worker, task, &implementation) == 0) {
        return false;
    }
    starpu_task_set_implementation(task, implementation);
    return true;
}

/// A node's tasks are fetched ahead except at home, where the tiles are: a task that
/// waits there in a window would only be kept from thieves.
std::vector<Dispatcher<RelaxedMutex>::Worker> seats(const Plan& plan, std::size_t window) {
    std::vector<Dispatcher<RelaxedMutex>::Worker> all;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned memory_node = starpu_worker_get_memory_node(worker);
        all.push_back({plan.node_of_memory_node.at(memory_node).value(), memory_node == STARPU_MAIN_RAM ? 0 : window});
    }
    return all;
}

} // namespace

Adapter::Running::Running(Plan plan, std::size_t window)
    : shape(plan.shape), dispatcher(std::move(plan.policy), seats(plan, window)) {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const Node node = plan.node_of_memory_node.at(starpu_worker_get_memory_node(worker)).value();
        workers_of_node.resize(std::max(workers_of_node.size(), node + 1));
        workers_of_node[node].push_back(worker);
    }
}

Adapter::Adapter()
    : idle_(STARPU_NMAXWORKERS), window_(static_cast<std::size_t>(window())),
      prefetches_(starpu_get_prefetch_flag() != 0) {}

Adapter* Adapter::current() {
    const starpu_sched_policy* policy = starpu_sched_ctx_get_sched_policy(global_context);
    return policy != nullptr && policy->push_task == push_task ? &adapter_of(global_context) : nullptr;
}

void Adapter::begin(Plan plan) {
    scheduling_microseconds_ = 0;
    running_ = std::make_shared<Running>(std::move(plan), window_);
}

PlanReport Adapter::end() {
    const std::shared_ptr<Running> ended = running_.exchange(nullptr);
    return {scheduling_microseconds_ * 1e-6, ended ? ended->dispatcher.decisions() : Decisions{}};
}

std::string Adapter::state() {
    std::string text;
    if (const std::shared_ptr<Running> running = running_) {
        const auto state = running->dispatcher.state();
        text = state ? fmt::format("ready tasks of nodes, of nobody: {}\ntasks in workers' windows: {}\n",
                                   fmt::join(state->ready, " "), fmt::join(state->held, " "))
                     : "somebody holds the policy's lock\n";
    }
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock) {
        text += fmt::format("other tasks: {}\n", others_.size());
    } else {
        text += "somebody holds the lock of the other tasks\n";
    }
    std::vector<unsigned> idle;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        if (idle_[worker].load()) {
            idle.push_back(worker);
        }
    }
    return text + fmt::format("idle workers: {}\n", fmt::join(idle, " "));
}

void Adapter::add_workers(const int* workers, unsigned count) {
    const std::lock_guard lock(mutex_);
    workers_.insert(workers_.end(), workers, workers + count);
    std::sort(workers_.begin(), workers_.end());
    workers_.erase(std::unique(workers_.begin(), workers_.end()), workers_.end());
}

void Adapter::remove_workers(const int* workers, unsigned count) {
    const std::lock_guard lock(mutex_);
    std::erase_if(workers_, [&](unsigned worker) {
        return std::find(workers, workers + count, static_cast<int>(worker)) != workers + count;
    });
}

std::optional<Task> Adapter::recognised(starpu_task* task, const ProductShape& shape) const {
    if (task->cl == nullptr) {
        return std::nullopt;
    }
    const unsigned buffers = STARPU_TASK_GET_NBUFFERS(task);
    const std::optional<Task> tile = buffers == 3 ? as_multiply(task) : buffers == 2 ? as_add(task) : std::nullopt;
    return tile && shape.contains(*tile) ? tile : std::nullopt;
}

int Adapter::push(starpu_task* task) {
    const Stopwatch stopwatch(scheduling_microseconds_);
    const std::shared_ptr<Running> running = running_;
    const std::optional<Task> tile = running ? recognised(task, running->shape) : std::nullopt;
    starpu_push_task_end(task); // before any worker can take it
    if (!tile) {
        push_other(task);
        return 0;
    }
    const Wake wake = running->dispatcher.ready(*tile);
    const bool woken = wake.first && wake_one(running->workers_of_node[*wake.first]);
    if (!woken && (wake.others || !wake.first)) {
        for (const std::vector<unsigned>& workers : running->workers_of_node) {
            if (wake_one(workers)) {
                break;
            }
        }
    }
    return 0;
}

void Adapter::push_other(starpu_task* task) {
    std::vector<unsigned> able;
    {
        const std::lock_guard lock(mutex_);
        std::copy_if(workers_.begin(), workers_.end(), std::back_inserter(able), [task](unsigned worker) {
            return starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0;
        });
        others_.push(task, able);
    }
    wake_one(able);
}

/// Wakes the first worker that found no work; one is enough for one task. A worker that
/// is about to sleep is told to look again and does not count.
bool Adapter::wake_one(const std::vector<unsigned>& workers) {
    return std::any_of(workers.begin(), workers.end(), [this](unsigned worker) {
        return idle_[worker].load() && starpu_wake_worker_relax_light(static_cast<int>(worker)) != 0;
    });
}

starpu_task* Adapter::pop() {
    const Stopwatch stopwatch(scheduling_microseconds_);
    const auto worker = static_cast<unsigned>(starpu_worker_get_id_check());
    // Before the search: a task that comes after it finds the mark.
    idle_[worker].store(true);
    const std::shared_ptr<Running> running = running_;
    starpu_task* task = running ? pop_planned(*running, worker) : nullptr;
    if (task == nullptr) {
        task = pop_other(worker);
    }
    if (task != nullptr) {
        idle_[worker].store(false);
        choose_implementation(worker, task);
    }
    return task;
}

starpu_task* Adapter::pop_planned(Running& running, unsigned worker) {
    const unsigned memory_node = starpu_worker_get_memory_node(worker);
    const std::optional<Task> task = running.dispatcher.next(worker, [&](const Task& held) {
        if (prefetches_) {
            starpu_prefetch_task_input_on_node(static_cast<starpu_task*>(held.handle), memory_node);
        }
    });
    return task ? static_cast<starpu_task*>(task->handle) : nullptr;
}

starpu_task* Adapter::pop_other(unsigned worker) {
    const std::lock_guard lock(mutex_);
    return others_.pop(worker);
}

std::function<bool(const Task&, std::size_t, Node)> still_there(std::vector<unsigned> memory_nodes) {
    return [nodes = std::move(memory_nodes)](const Task& task, std::size_t position, Node node) {
        auto* of_starpu = static_cast<starpu_task*>(task.handle);
        return starpu_data_is_on_node(STARPU_TASK_GET_HANDLE(of_starpu, position), nodes.at(node)) != 0;
    };
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
    entry.policy.remove_workers = remove_workers;
    entry.policy.push_task = push_task;
    entry.policy.pop_task = pop_task;
    entry.policy.policy_name = entry.name.c_str();
    entry.policy.policy_description = entry.description.c_str();
    entry.policy.worker_type = STARPU_WORKER_LIST;
#if STARPU_MAJOR_VERSION > 1 || STARPU_MINOR_VERSION >= 4
    entry.policy.prefetches = 1;
#endif
    return &entry.policy;
}

} // namespace tangram::sched::starpu
