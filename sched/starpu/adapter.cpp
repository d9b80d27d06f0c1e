#include "sched/starpu/adapter.hpp"

#include "sched/settings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace tangram::sched::starpu {

namespace {

constexpr unsigned global_context = 0;

/// Adds the time of a scope to a sum that is guarded by the caller's lock, which
/// must outlive it.
class Stopwatch {
  public:
    explicit Stopwatch(double& sum) : sum_(sum), start_(starpu_timing_now()) {}
    ~Stopwatch() { sum_ += starpu_timing_now() - start_; }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    double& sum_;
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

int push_task(starpu_task* task) noexcept {
    return adapter_of(task->sched_ctx).push(task);
}

starpu_task* pop_task(unsigned context) noexcept {
    return adapter_of(context).pop();
}

/// Coordinates (row, column) of a task's data in tiles, if the application set them.
std::optional<std::array<int, 2>> coordinates(starpu_task* task, unsigned buffer) {
    std::array<int, 2> position{};
    const unsigned dimensions =
        starpu_data_get_coordinates_array(STARPU_TASK_GET_HANDLE(task, buffer), 2, position.data());
    if (dimensions != 2 || position[0] < 0 || position[1] < 0) {
        return std::nullopt;
    }
    return position;
}

} // namespace

Adapter::Adapter() : window_(static_cast<std::size_t>(window())), prefetches_(starpu_get_prefetch_flag() != 0) {
    memory_nodes_.resize(starpu_memory_nodes_get_count());
}

Adapter* Adapter::current() {
    const starpu_sched_policy* policy = starpu_sched_ctx_get_sched_policy(global_context);
    return policy != nullptr && policy->push_task == push_task ? &adapter_of(global_context) : nullptr;
}

void Adapter::begin(Plan plan) {
    mutex_.lock();
    for (MemoryNode& node : memory_nodes_) {
        node.workers.clear();
    }
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned node = starpu_worker_get_memory_node(worker);
        memory_nodes_.resize(std::max<std::size_t>(memory_nodes_.size(), node + 1));
        memory_nodes_[node].workers.push_back(worker);
    }
    plan_ = std::move(plan);
    scheduling_microseconds_ = 0;
    mutex_.unlock();
}

double Adapter::end() {
    mutex_.lock();
    plan_.reset();
    const double seconds = scheduling_microseconds_ * 1e-6;
    mutex_.unlock();
    return seconds;
}

/// A tile of the product has the data op(A)(i,k), op(B)(k,j), C(i,j), in this
/// order and with these coordinates, as Chameleon and our GEMM set them.
std::optional<Task> Adapter::recognised(starpu_task* task) const {
    if (!plan_ || task->cl == nullptr || STARPU_TASK_GET_NBUFFERS(task) != 3) {
        return std::nullopt;
    }
    const auto a = coordinates(task, 0);
    const auto b = coordinates(task, 1);
    const auto c = coordinates(task, 2);
    if (!a || !b || !c || (*a)[0] != (*c)[0] || (*b)[1] != (*c)[1] || (*a)[1] != (*b)[0]) {
        return std::nullopt;
    }
    const Task tile{static_cast<std::uint32_t>((*c)[0]), static_cast<std::uint32_t>((*c)[1]),
                    static_cast<std::uint32_t>((*a)[1]), task};
    const bool inside = tile.i < plan_->rows && tile.j < plan_->columns && tile.k < plan_->depth;
    return inside ? std::optional(tile) : std::nullopt;
}

std::vector<unsigned> Adapter::workers_for(starpu_task* task, const std::optional<Node>& node) const {
    std::vector<unsigned> workers;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const bool of_node = !node || plan_->node_of_memory_node.at(starpu_worker_get_memory_node(worker)) == node;
        if (of_node && starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0) {
            workers.push_back(worker);
        }
    }
    return workers;
}

int Adapter::push(starpu_task* task) {
    std::vector<unsigned> candidates;
    {
        const RelaxedLock lock(mutex_);
        const Stopwatch stopwatch(scheduling_microseconds_);
        std::optional<Node> node;
        if (const std::optional<Task> tile = recognised(task)) {
            node = plan_->policy->ready(*tile);
        } else {
            others_.push_back(task);
        }
        candidates = workers_for(task, node);
        starpu_push_task_end(task); // before a worker can take it, i.e. under the lock
    }
    for (const unsigned worker : candidates) {
        if (starpu_wake_worker_relax_light(static_cast<int>(worker)) != 0) {
            break; // one sleeper is enough for one task
        }
    }
    return 0;
}

starpu_task* Adapter::pop() {
    const auto worker = static_cast<unsigned>(starpu_worker_get_id_check());
    const RelaxedLock lock(mutex_);
    const Stopwatch stopwatch(scheduling_microseconds_);
    starpu_task* task = plan_ ? pop_planned(starpu_worker_get_memory_node(worker)) : nullptr;
    return task != nullptr ? task : pop_other(worker);
}

/// Fills the node's window from the policy, starts the transfers of the tasks
/// that entered it, and takes its first task.
starpu_task* Adapter::pop_planned(unsigned memory_node) {
    const std::optional<Node>& node = plan_->node_of_memory_node.at(memory_node);
    if (!node) {
        return nullptr;
    }
    MemoryNode& here = memory_nodes_.at(memory_node);
    const std::size_t wanted = 1 + window_ * here.workers.size();
    while (here.window.size() < wanted) {
        const std::optional<Task> tile = plan_->policy->next(*node);
        if (!tile) {
            break;
        }
        auto* task = static_cast<starpu_task*>(tile->handle);
        // The first one starts at once: its transfers are StarPU's own business.
        if (prefetches_ && !here.window.empty()) {
            starpu_prefetch_task_input_on_node(task, memory_node);
        }
        here.window.push_back(task);
    }
    if (here.window.empty()) {
        return nullptr;
    }
    starpu_task* task = here.window.front();
    here.window.pop_front();
    return task;
}

starpu_task* Adapter::pop_other(unsigned worker) {
    const auto found = std::find_if(others_.begin(), others_.end(), [worker](starpu_task* task) {
        return starpu_worker_can_execute_task_first_impl(worker, task, nullptr) != 0;
    });
    if (found == others_.end()) {
        return nullptr;
    }
    starpu_task* task = *found;
    others_.erase(found);
    return task;
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
