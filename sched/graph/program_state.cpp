#include "sched/graph/program_state.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

ProgramState::ProgramState(MachineView machine, const DataPlaces& places, const Rules& rules)
    : machine_(std::move(machine)), places_(places), sorts_for_cpus_(rules.sorts_for_cpus),
      leaves_at_home_(rules.leaves_at_home), accelerators_(machine_.accelerators()), kind_of_(machine_.kinds_by_node()),
      cpu_workers_(machine_.cpu_workers()), owners_(machine_, *rules.zones),
      mapping_(machine_, places, {.has_thieves = rules.has_thieves, .leaves_unclaimed = rules.leaves_unclaimed}),
      work_at_home_(machine_, places), queues_(left_at_home() + 1), missing_(machine_.nodes(), places),
      tasks_at_(unclaimed() + 1, 0), load_(unclaimed() + 1, 0) {}

double ProgramState::fetch_seconds(TaskId id, Node node) const {
    const Node owner = tasks_[id].node != unclaimed() ? tasks_[id].node : accelerators_.front();
    const Node link = node != home ? node : owner; // to home it is as fast as from the owner
    return graph::fetch_seconds(uses(id), node, places_, machine_.links[link]);
}

/// Or, of an unclaimed task, on the accelerator that is fastest for it.
double ProgramState::seconds_on_owner(TaskId id) const {
    const Task& task = tasks_[id];
    return task.node != unclaimed() ? seconds_on(id, task.node) : owners_.update().least(*task.seconds);
}

bool ProgramState::is_to_come(const Use& use, Node node) const {
    return use.reads && places_.state(use.data, node) != DataPlaces::State::there;
}

std::size_t ProgramState::tiles_to_come(TaskId id, Node node) const {
    const std::span<const Use> uses = graph_.uses(id);
    return static_cast<std::size_t>(
        std::count_if(uses.begin(), uses.end(), [&](const Use& use) { return is_to_come(use, node); }));
}

std::size_t ProgramState::large_tiles_to_come(TaskId id, Node node) const {
    const HomeLink& link = machine_.links[node];
    const std::span<const Use> uses = graph_.uses(id);
    return static_cast<std::size_t>(std::count_if(uses.begin(), uses.end(), [&](const Use& use) {
        return places_.bytes(use.data) / link.bandwidth >= link.latency && is_to_come(use, node);
    }));
}

double ProgramState::bytes(TaskId id) const {
    double sum = 0;
    for (const Use& use : uses(id)) {
        sum += places_.bytes(use.data);
    }
    return sum;
}

std::vector<Node> ProgramState::able(TaskId id) const {
    std::vector<Node> nodes;
    for (Node node = home; node < machine_.nodes(); ++node) {
        const bool has_workers = node != home || cpu_workers_ > 0;
        if (has_workers && seconds_on(id, node) < never) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

TaskId ProgramState::submitted(std::span<const Use> uses, const Seconds& seconds, int priority) {
    const TaskId id = graph_.submit(uses, *std::min_element(seconds.begin(), seconds.end()));
    tasks_.resize(std::max<std::size_t>(tasks_.size(), std::size_t{id} + 1));
    Task& task = tasks_[id];
    task = {};
    task.seconds = &seconds;
    task.priority = priority;
    double rate = 0;
    double at_accelerator = never;
    for (const Node node : accelerators_) {
        rate += 1 / seconds_on(id, node);
        at_accelerator = std::min(at_accelerator, seconds_on(id, node));
    }
    if (leaves_at_home_) {
        task.length = work_at_home_.submitted(uses, seconds_on_cpu(id), at_accelerator);
    }
    task.shared_seconds = rate > 0 ? 1 / rate : 0;
    shared_work_ += task.shared_seconds;
    if (!accelerators_.empty()) { // else there is nobody to own anything
        owners_.submitted(uses, seconds);
    }
    return id;
}

void ProgramState::ready(TaskId id) {
    Task& task = tasks_[id];
    task.phase = Phase::ready;
    task.entry = {.bottom_level = graph_.bottom_level(id),
                  .priority = task.priority,
                  .corner = 0,
                  .number = numbers_++,
                  .task = id};
    has_news_ = true;
    count_level(task.entry.bottom_level);
    find_owner(id);
    if (!is_for_cpus_alone(id)) {
        mapping_.count(task.shared_seconds, task.has_owner);
    }
    enqueue(id);
}

void ProgramState::started(TaskId id, Node node) {
    has_news_ = true;
    dequeue(id);
    tasks_[id].phase = Phase::running;
    owners_.executed(uses(id), node);
    if (leaves_at_home_) {
        work_at_home_.started(uses(id), tasks_[id].length, node);
    }
    if (was_unclaimed_) {
        missing_.executed(uses(id), node);
    }
    set_load(id, node);
}

void ProgramState::finished(TaskId id) {
    Task& task = tasks_[id];
    shared_work_ = std::max(0.0, shared_work_ - task.shared_seconds); // rounding
    if (task.phase != Phase::running) {
        owners_.executed_elsewhere(uses(id));
    }
    if (task.phase == Phase::ready) {
        dequeue(id);
        task.phase = Phase::running;
    }
    if (task.phase == Phase::running) {
        set_load(id, home);
        discount_level(task.entry.bottom_level);
    }
    if (leaves_at_home_) {
        work_at_home_.finished(uses(id), task.length);
    }
    graph_.finish(id);
}

void ProgramState::hold(TaskId id) {
    tasks_[id].is_prefetched = true;
    tasks_[id].is_held = true;
}

void ProgramState::unhold(TaskId id) {
    tasks_[id].is_held = false;
}

std::vector<TaskId> ProgramState::release() {
    std::vector<TaskId> all = clear_queues();
    const auto held = std::partition(all.begin(), all.end(), [this](TaskId id) { return !tasks_[id].is_held; });
    std::for_each(all.begin(), held, [this](TaskId id) { tasks_[id].phase = Phase::running; });
    std::for_each(held, all.end(), [this](TaskId id) { enqueue(id); });
    all.erase(held, all.end());
    return all;
}

bool ProgramState::refresh() {
    if (!std::exchange(has_news_, false)) {
        return false;
    }
    if (graph_.refresh_bottom_levels()) {
        for (const TaskId id : graph_.changed()) {
            if (tasks_[id].phase == Phase::ready) {
                dequeue(id);
                set_level(id);
                enqueue(id);
            }
        }
    }
    const bool was_plain = std::exchange(has_plain_products_, owners_.products().are_plain());
    const bool has_new_owners =
        owners_.refresh(queues_.size()) || was_plain != has_plain_products_ || has_more_structure();
    if (has_new_owners) {
        for (const TaskId id : clear_queues()) {
            if (tasks_[id].is_prefetched) {
                set_by_structure(id);
            } else {
                find_owner(id);
            }
            enqueue(id);
        }
    }
    return find_owners_of_left_at_home() || has_new_owners;
}

/// If they are not better off there any more, as the program has submitted others on the same data.
bool ProgramState::find_owners_of_left_at_home() {
    std::vector<TaskId> left;
    if (const ReadyQueues::Queue& queue = queues_.of_owner(left_at_home());
        !queue.empty() && !work_at_home_.is_better()) {
        for (const ReadyTask& entry : queue) {
            left.push_back(entry.task);
        }
    }
    for (const TaskId id : left) {
        dequeue(id);
        find_owner(id);
        enqueue(id);
    }
    return !left.empty();
}

/// Whether unclaimed tasks may have got an owner: there is twice as much structure as when they were asked last.
bool ProgramState::has_more_structure() {
    constexpr std::size_t much = 2;
    const std::size_t tasks = owners_.structured_tasks();
    structured_tasks_ = std::min(structured_tasks_, tasks); // some may have been forgotten
    if (queues_.of_owner(unclaimed()).empty() || tasks < std::max<std::size_t>(1, much * structured_tasks_)) {
        return false;
    }
    structured_tasks_ = tasks;
    return true;
}

double ProgramState::least_load() const {
    double least = never;
    for (const Node node : accelerators_) {
        least = std::min(least, load_[node]);
    }
    return least;
}

/// Sets what follows from the structure of the program: whether the task has an owner, and how urgent it is.
Owners::Answer ProgramState::set_by_structure(TaskId id) {
    Task& task = tasks_[id];
    const Owners::Answer place = owners_.of(graph_.uses(id), *task.seconds);
    task.has_owner = place.node.has_value();
    task.shell = place.shell;
    task.entry.corner = place.corner;
    set_urgency(id);
    return place;
}

/// Neighbours in a grid, which have no owners by structure, go where their data are: the few that become ready while
/// the program has submitted little would take these home.
bool ProgramState::is_better_at_home(TaskId id) const {
    const Task& task = tasks_[id];
    return work_at_home_.is_better(uses(id), task.length, task.entry.bottom_level) &&
           (task.has_owner || !work_at_home_.shares_data(uses(id)));
}

void ProgramState::find_owner(TaskId id) {
    const Owners::Answer by_structure = set_by_structure(id);
    tasks_[id].is_left_at_home = leaves_at_home_ && is_better_at_home(id);
    if (is_for_cpus_alone(id) || tasks_[id].is_left_at_home) {
        set_load(id, home);
        return;
    }
    const std::optional<Node> owner = mapping_.owner(uses(id), *tasks_[id].seconds, by_structure, load_);
    set_load(id, owner.value_or(unclaimed()));
}

/// From now on the task burdens this node.
void ProgramState::set_load(TaskId id, Node node) {
    Task& task = tasks_[id];
    if (task.node != home) {
        load_[task.node] = --tasks_at_[task.node] > 0 ? load_[task.node] - task.load : 0; // without what rounding left
    }
    task.node = node;
    task.load = node != home ? seconds_on_owner(id) : 0;
    if (node != home) {
        ++tasks_at_[node];
        load_[node] += task.load;
    }
}

std::optional<double> ProgramState::cpu_ratio(TaskId id) const {
    const double on_cpu = seconds_on_cpu(id);
    const bool has_accelerator = tasks_[id].node != home && tasks_[id].node != unclaimed();
    return has_accelerator && on_cpu < never ? std::optional(seconds_on(id, tasks_[id].node) / on_cpu) : std::nullopt;
}

std::size_t ProgramState::queue_of(TaskId id) const {
    const bool is_shared = tasks_[id].node == home && !is_for_cpus_alone(id);
    return tasks_[id].is_left_at_home ? left_at_home() : is_shared ? home_share() : tasks_[id].node;
}

void ProgramState::enqueue(TaskId id) {
    Task& task = tasks_[id];
    task.cpu_ratio = sorts_for_cpus_ ? cpu_ratio(id) : std::nullopt;
    queues_.add(task.entry, queue_of(id), task.cpu_ratio);
    if (task.node == unclaimed()) {
        was_unclaimed_ = true;
        missing_.add(id, uses(id), {.priority = task.priority, .number = task.entry.number}, able(id));
    }
}

void ProgramState::dequeue(TaskId id) {
    const Task& task = tasks_[id];
    queues_.remove(task.entry, queue_of(id), task.cpu_ratio);
    if (task.node == unclaimed()) {
        missing_.remove(id);
    }
}

std::vector<TaskId> ProgramState::clear_queues() {
    std::vector<TaskId> all = queues_.clear();
    for (const TaskId id : all) {
        if (tasks_[id].node == unclaimed()) {
            missing_.remove(id);
        }
    }
    return all;
}

const MissingData::Costs& ProgramState::unclaimed_of(Node node) {
    missing_.check_cheapest(node);
    return missing_.costs(node);
}

void ProgramState::claim(TaskId id, Node node) {
    dequeue(id);
    set_load(id, node);
    tasks_[id].is_claimed = true;
    enqueue(id);
}

void ProgramState::count_level(double bottom_level) {
    ++bottom_levels_[bottom_level];
}

void ProgramState::discount_level(double bottom_level) {
    const auto found = bottom_levels_.find(bottom_level);
    if (--found->second == 0) {
        bottom_levels_.erase(found);
    }
}

/// Of a ready task, as it is now in the graph.
void ProgramState::set_level(TaskId id) {
    ReadyTask& entry = tasks_[id].entry;
    discount_level(entry.bottom_level);
    entry.bottom_level = graph_.bottom_level(id);
    count_level(entry.bottom_level);
    set_urgency(id);
}

/// The bottom level. But no chain of a plain product is critical before its end: it is done as a cube that grows, along
/// k as along rows and columns, so that its first tasks need few tiles and links are in use all the time.
void ProgramState::set_urgency(TaskId id) {
    Task& task = tasks_[id];
    task.entry.urgency = task.shell ? -static_cast<double>(*task.shell) : task.entry.bottom_level;
}

} // namespace tangram::sched::graph
