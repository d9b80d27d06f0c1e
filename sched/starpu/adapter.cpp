#include "sched/starpu/adapter.hpp"

#include "sched/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace tangram::sched::starpu {

namespace {

constexpr unsigned global_context = 0;

/// Other tasks of a higher priority go before the tiles of a product.
constexpr int tile_priority = STARPU_DEFAULT_PRIO;

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
    starpu_sched_ctx_set_policy_data(context, std::make_unique<Adapter>(context).release());
}

void deinit_sched(unsigned context) noexcept {
    const std::unique_ptr<Adapter> owner(&adapter_of(context));
    starpu_sched_ctx_set_policy_data(context, nullptr);
}

void add_workers(unsigned context, int* workers, unsigned count) noexcept {
    adapter_of(context).add_workers(workers, count);
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

/// A step of StarPU's reductions (STARPU_REDUX), by the name that reduction.c gives it: it frees
/// a copy of a tile.
bool is_addition_of_starpu(const starpu_task& task) {
    return task.name != nullptr && std::strcmp(task.name, "redux_task_between_replicates") == 0;
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
std::vector<Dispatcher<ShortMutex>::Worker> seats(const Plan& plan, std::size_t window) {
    std::vector<Dispatcher<ShortMutex>::Worker> all;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned memory_node = starpu_worker_get_memory_node(worker);
        all.push_back({plan.node_of_memory_node.at(memory_node).value(), memory_node == STARPU_MAIN_RAM ? 0 : window});
    }
    return all;
}

} // namespace

Adapter::Running::Running(Plan plan, std::size_t window)
    : shape(plan.shape), prefetches(plan.prefetches && starpu_get_prefetch_flag() != 0),
      dispatcher(std::move(plan.policy), seats(plan, window)) {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const Node node = plan.node_of_memory_node.at(starpu_worker_get_memory_node(worker)).value();
        workers_of_node.resize(std::max(workers_of_node.size(), node + 1));
        workers_of_node[node].push_back(worker);
    }
}

Adapter::Adapter(unsigned context)
    : context_(context), attention_(STARPU_NMAXWORKERS), window_(static_cast<std::size_t>(window())) {}

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
        if (attention_[worker].state.load() != State::busy) {
            idle.push_back(worker);
        }
    }
    return text + fmt::format("idle workers: {}\n", fmt::join(idle, " "));
}

/// Called with the workers' scheduling mutexes held and none of them inside pop. They
/// may be asleep, and tasks may wait here for which there was no worker before.
void Adapter::add_workers(const int* workers, unsigned count) const {
    for (unsigned i = 0; i < count; ++i) {
        if (workers[i] != starpu_worker_get_id()) {
            starpu_wake_worker_locked(workers[i]);
        }
        // What waits here waits for all: a worker that is removed can leave at once.
        starpu_sched_ctx_worker_shares_tasks_lists(workers[i], static_cast<int>(context_));
    }
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
    const double start = starpu_timing_now();
    const std::shared_ptr<Running> running = running_;
    const std::optional<Task> tile = running ? recognised(task, running->shape) : std::nullopt;
    if (is_addition_of_starpu(*task)) {
        task->priority = tile_priority + 1;
    }
    starpu_push_task_end(task); // before any worker can take it
    if (!tile) {
        push_other(task);
        spent(start);
        return 0;
    }
    const Wake who = running->dispatcher.ready(*tile);
    spent(start);
    if (who.all) {
        wake_all();
        return 0;
    }
    const bool woken = who.first && wake_one(running->workers_of_node[*who.first]);
    if (!woken && who.others) {
        for (const std::vector<unsigned>& workers : running->workers_of_node) {
            if (wake_one(workers)) {
                break;
            }
        }
    }
    return 0;
}

/// The workers that may execute the task are looked for among all there are: they come
/// and go in a context while tasks wait. Only its members can be woken for it.
void Adapter::push_other(starpu_task* task) {
    std::vector<unsigned> able;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        if (starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0) {
            able.push_back(worker);
        }
    }
    std::vector<unsigned> awaited;
    {
        const std::lock_guard lock(mutex_);
        for (const unsigned worker : members(task)) {
            if (std::binary_search(able.begin(), able.end(), worker)) {
                awaited.push_back(worker);
            }
        }
        count(*task, 1);
        others_.push(task, std::move(able));
    }
    wake_one(awaited);
}

void Adapter::count(const starpu_task& task, int change) {
    waiting_ += change;
    if (task.priority > tile_priority) {
        urgent_ += change;
    }
}

/// The context's workers that would look for such a task: not those that a parallel
/// task or a child context keeps blocked. StarPU's collection notes them down in itself,
/// so one thread at a time.
std::vector<unsigned> Adapter::members(starpu_task* task) const {
    starpu_worker_collection* collection = starpu_sched_ctx_get_worker_collection(context_);
    starpu_sched_ctx_iterator iterator{};
    std::vector<unsigned> workers;
    collection->init_iterator_for_parallel_tasks(collection, &iterator, task);
    while (collection->has_next(collection, &iterator) != 0) {
        workers.push_back(static_cast<unsigned>(collection->get_next(collection, &iterator)));
    }
    return workers;
}

/// Whether the worker was asleep: one that is about to sleep is told to look again.
bool Adapter::wake(unsigned worker) {
    State looking = State::looking;
    return attention_[worker].state.compare_exchange_strong(looking, State::called) &&
           starpu_wake_worker_relax_light(static_cast<int>(worker)) != 0;
}

/// The first that sleeps; one is enough for one task.
bool Adapter::wake_one(const std::vector<unsigned>& workers) {
    return std::any_of(workers.begin(), workers.end(), [this](unsigned worker) { return wake(worker); });
}

void Adapter::wake_all() {
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        wake(worker);
    }
}

starpu_task* Adapter::pop() {
    const double start = starpu_timing_now();
    const auto worker = static_cast<unsigned>(starpu_worker_get_id_check());
    std::atomic<State>& state = attention_[worker].state;
    starpu_task* task = nullptr;
    do {
        state = State::looking;
        task = find_task(worker);
    } while (task == nullptr && state == State::called); // meanwhile; StarPU's simulation forgets such calls
    if (task != nullptr) {
        if (state.exchange(State::busy) == State::called) {
            wake_all(); // the task that it was called for may be another one, for whichever worker
        }
        spent(start);
    }
    return task;
}

/// Searches in vain are left out: idle workers make them all the time.
void Adapter::spent(double start) {
    scheduling_microseconds_.fetch_add(starpu_timing_now() - start, std::memory_order_relaxed);
}

/// Tiles before other tasks, but for urgent ones.
starpu_task* Adapter::find_task(unsigned worker) {
    starpu_task* task = nullptr;
    if (const std::shared_ptr<Running> running = running_) {
        if (urgent_.load() > 0) {
            task = pop_other(worker, tile_priority + 1);
        }
        if (task == nullptr) {
            task = pop_planned(*running, worker);
        }
    }
    return task != nullptr ? task : pop_other(worker, std::numeric_limits<int>::min());
}

/// A task with a tile's coordinates that has no kernel for this worker goes the way of
/// all that are not ours.
starpu_task* Adapter::pop_planned(Running& running, unsigned worker) {
    const unsigned memory_node = starpu_worker_get_memory_node(worker);
    while (const std::optional<Task> tile = running.dispatcher.next(worker, [&](const Task& held) {
        if (running.prefetches) {
            starpu_prefetch_task_input_on_node(static_cast<starpu_task*>(held.handle), memory_node);
        }
    })) {
        auto* task = static_cast<starpu_task*>(tile->handle);
        if (choose_implementation(worker, task)) {
            return task;
        }
        push_other(task);
    }
    return nullptr;
}

starpu_task* Adapter::pop_other(unsigned worker, int lowest_priority) {
    if (waiting_.load() == 0) {
        return nullptr; // without the mutex, which one that looks again and again would keep from those who push
    }
    starpu_task* task = nullptr;
    {
        const std::lock_guard lock(mutex_);
        task = others_.pop(worker, lowest_priority);
        if (task != nullptr) {
            count(*task, -1);
        }
    }
    if (task == nullptr || hand_to_child_context(worker, task)) {
        return nullptr;
    }
    choose_implementation(worker, task);
    return task;
}

/// A worker that leads a child context without a policy takes tasks for all workers of
/// that context: StarPU's policies pass them on like this.
bool Adapter::hand_to_child_context(unsigned worker, starpu_task* task) const {
    const unsigned child = starpu_sched_ctx_worker_is_master_for_child_ctx(static_cast<int>(worker), context_);
    if (child == STARPU_NMAX_SCHED_CTXS) {
        return false;
    }
    const double flops = task->flops; // the task may be over as soon as it is moved
    starpu_sched_ctx_move_task_to_ctx_locked(task, child, 1);
    starpu_sched_ctx_revert_task_counters_ctx_locked(context_, flops);
    return true;
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
