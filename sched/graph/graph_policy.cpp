#include "sched/graph/graph_policy.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

GraphPolicy::GraphPolicy(MachineView machine, const DataPlaces& places, const GraphRules& rules)
    : machine_(std::move(machine)), places_(places), rules_(rules), dice_(rules.seed),
      accelerators_(machine_.accelerators()), kind_of_(machine_.kinds_by_node()), cpu_workers_(machine_.cpu_workers()),
      owners_(machine_, *rules.zones), missing_(machine_.nodes(), places), queues_(home_share() + 1),
      load_(machine_.nodes(), 0) {}

std::optional<double> GraphPolicy::cpu_ratio(TaskId task) const {
    const double on_cpu = seconds_on_cpu(task);
    const bool has_accelerator = tasks_[task].node != home;
    return has_accelerator && on_cpu < never ? std::optional(seconds_on(task, tasks_[task].node) / on_cpu)
                                             : std::nullopt;
}

/// For the data that are neither there nor on their way.
double GraphPolicy::fetch_seconds(TaskId task, Node node) const {
    const Node link = node != home ? node : tasks_[task].node; // to home it is as fast as from there
    return graph::fetch_seconds(graph_.uses(task), node, places_, machine_.links[link]);
}

std::size_t GraphPolicy::tiles_to_come(TaskId task, Node node) const {
    const std::span<const Use> uses = graph_.uses(task);
    return static_cast<std::size_t>(std::count_if(uses.begin(), uses.end(), [&](const Use& use) {
        return use.reads && places_.state(use.data, node) != DataPlaces::State::there;
    }));
}

TaskId GraphPolicy::submitted(std::span<const Use> uses, const Seconds& seconds, int priority) {
    const TaskId id = graph_.submit(uses, *std::min_element(seconds.begin(), seconds.end()));
    tasks_.resize(std::max<std::size_t>(tasks_.size(), std::size_t{id} + 1));
    Task& task = tasks_[id];
    task = {};
    task.seconds = &seconds;
    task.priority = priority;
    double rate = 0;
    for (const Node node : accelerators_) {
        rate += 1 / seconds_on(id, node);
    }
    task.shared_seconds = rate > 0 ? 1 / rate : 0;
    shared_work_ += task.shared_seconds;
    if (!accelerators_.empty()) { // else there is nobody to own anything
        owners_.submitted(uses, seconds);
    }
    return id;
}

double GraphPolicy::least_load() const {
    double least = never;
    for (const Node node : accelerators_) {
        least = std::min(least, load_[node]);
    }
    return least;
}

/// price_of_moves: what a second of transfers counts.
Node GraphPolicy::first_to_finish(TaskId task, double price_of_moves) const {
    Node best = home;
    double least = never;
    for (const Node node : accelerators_) {
        const double finish = load_[node] + seconds_on(task, node) + price_of_moves * fetch_seconds(task, node);
        if (finish < least) {
            least = finish;
            best = node;
        }
    }
    return best;
}

/// Without an owner by structure, or if that one cannot execute the task, whoever ends it first. Data of no known
/// structure stay where they are, and thieves keep the load even: what moves now, say a block of a stencil, has its
/// neighbours move later.
Node GraphPolicy::owner_of(TaskId id, const Owners::Answer& by_structure) const {
    constexpr double at_cost = 1;
    constexpr double of_others = 100;
    if (tasks_[id].shared_seconds == 0) {
        return home;
    }
    if (by_structure.node && seconds_on(id, *by_structure.node) < never) {
        return *by_structure.node;
    }
    const bool has_thieves = rules_.balancing != Balancing::none;
    return first_to_finish(id, by_structure.is_panel || !has_thieves ? at_cost : of_others);
}

std::size_t GraphPolicy::queue_of(TaskId id) const {
    const bool is_shared = tasks_[id].node == home && !is_for_cpus_alone(id);
    return is_shared ? home_share() : tasks_[id].node;
}

void GraphPolicy::enqueue(TaskId id) {
    Task& task = tasks_[id];
    task.cpu_ratio = steals_as_auto() ? cpu_ratio(id) : std::nullopt;
    queues_.add(task.entry, queue_of(id), task.cpu_ratio);
}

void GraphPolicy::dequeue(TaskId id) {
    const Task& task = tasks_[id];
    queues_.remove(task.entry, queue_of(id), task.cpu_ratio);
}

/// From now on the task burdens this node.
void GraphPolicy::set_load(TaskId id, Node node) {
    Task& task = tasks_[id];
    load_[task.node] -= task.load;
    task.node = node;
    task.load = node != home ? seconds_on(id, node) : 0;
    load_[node] += task.load;
}

void GraphPolicy::count_level(double bottom_level) {
    ++bottom_levels_[bottom_level];
}

void GraphPolicy::discount_level(double bottom_level) {
    const auto found = bottom_levels_.find(bottom_level);
    if (--found->second == 0) {
        bottom_levels_.erase(found);
    }
}

/// Of a ready task, as it is now in the graph.
void GraphPolicy::set_level(TaskId id) {
    ReadyTask& entry = tasks_[id].entry;
    discount_level(entry.bottom_level);
    entry.bottom_level = graph_.bottom_level(id);
    count_level(entry.bottom_level);
    set_urgency(id);
}

/// The bottom level. But no chain of a plain product is critical before its end: it is done as a cube that grows, along
/// k as along rows and columns, so that its first tasks need few tiles and links are in use all the time.
void GraphPolicy::set_urgency(TaskId id) {
    Task& task = tasks_[id];
    task.entry.urgency = task.shell ? -static_cast<double>(*task.shell) : task.entry.bottom_level;
}

/// New bottom levels change the order of ready tasks; new zones, or products that are plain no more, also their owners.
/// Whether tasks may have other owners.
bool GraphPolicy::refresh() {
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
    const bool has_new_owners = owners_.refresh() || was_plain != has_plain_products_;
    if (has_new_owners) {
        for (const TaskId id : queues_.clear()) {
            if (tasks_[id].is_prefetched) {
                find_place(id);
            } else {
                find_owner(id);
            }
            enqueue(id);
        }
    }
    return has_new_owners;
}

/// Where the task stands among those of its owner.
Owners::Answer GraphPolicy::find_place(TaskId id) {
    Task& task = tasks_[id];
    const Owners::Answer place = owners_.of(graph_.uses(id), *task.seconds);
    task.has_owner = place.node.has_value();
    task.shell = place.shell;
    task.entry.corner = place.corner;
    set_urgency(id);
    return place;
}

void GraphPolicy::find_owner(TaskId id) {
    set_load(id, owner_of(id, find_place(id)));
}

/// Nodes whose workers can execute the task.
std::vector<Node> GraphPolicy::able(TaskId id) const {
    std::vector<Node> nodes;
    for (Node node = home; node < machine_.nodes(); ++node) {
        const bool has_workers = node != home || cpu_workers_ > 0;
        if (has_workers && seconds_on(id, node) < never) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

/// The task is no longer among the ready ones that are to be chosen.
void GraphPolicy::leave(TaskId id) {
    tasks_[id].phase = Phase::running;
    if (rules_.balancing == Balancing::effective) {
        missing_.remove(id);
    }
}

Node GraphPolicy::ready(TaskId id) {
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
    enqueue(id);
    if (rules_.balancing == Balancing::effective) {
        missing_.add(id, graph_.uses(id), {.priority = task.priority, .number = task.entry.number}, able(id));
    }
    return task.node;
}

std::vector<TaskId> GraphPolicy::release() {
    std::vector<TaskId> all = queues_.clear();
    const auto held = std::partition(all.begin(), all.end(), [this](TaskId id) { return !tasks_[id].is_held; });
    std::for_each(all.begin(), held, [this](TaskId id) { leave(id); });
    std::for_each(held, all.end(), [this](TaskId id) { enqueue(id); });
    all.erase(held, all.end());
    return all;
}

void GraphPolicy::finished(TaskId id) {
    Task& task = tasks_[id];
    shared_work_ = std::max(0.0, shared_work_ - task.shared_seconds); // rounding
    if (task.phase != Phase::running) {
        owners_.executed_elsewhere(graph_.uses(id));
    }
    if (task.phase == Phase::ready) {
        dequeue(id);
        leave(id);
    }
    if (task.phase != Phase::submitted) {
        set_load(id, home);
        discount_level(task.entry.bottom_level);
    }
    graph_.finish(id);
}

GraphPolicy::Choice GraphPolicy::next(std::size_t worker) {
    const bool has_new_owners = refresh();
    const Node node = machine_.workers[worker].node;
    Choice choice;
    if (node == home) {
        choice.task = next_for_cpu();
    } else {
        choice = next_own(node);
        choice.task = choice.task ? choice.task : next_stolen(node);
    }
    if (choice.task) {
        has_news_ = true;
        dequeue(*choice.task);
        const bool is_own = tasks_[*choice.task].node == node;
        ++(node == home ? counts_.by_cpus : is_own ? counts_.own : counts_.stolen);
        owners_.executed(graph_.uses(*choice.task), node);
        leave(*choice.task);
        if (rules_.balancing == Balancing::effective) {
            missing_.executed(graph_.uses(*choice.task), node);
        }
        set_load(*choice.task, node);
    }
    choice.has_new_owners = has_new_owners;
    return choice;
}

void GraphPolicy::prefetched(std::span<const TaskId> tasks) {
    for (const TaskId task : tasks) {
        tasks_[task].is_held = false;
    }
}

/// What takes an accelerator longer than an update, and longer than its data take to move, is left to CPU workers as
/// long as the accelerator has other work: until they have done it, or half as much for what has no owner.
bool GraphPolicy::is_left_to_cpus(TaskId id, Node node) const {
    if (!steals_as_auto()) {
        return false;
    }
    constexpr double longer_than_updates = 2;
    constexpr double longer_than_moves = 3;
    const double on_cpu = seconds_on_cpu(id);
    const double on_node = seconds_on(id, node);
    const double update = owners_.update().least_seconds();
    if (on_cpu == never || update == 0 || on_node <= longer_than_updates * update) {
        return false;
    }
    double bytes = 0;
    for (const Use& use : graph_.uses(id)) {
        bytes += places_.bytes(use.data);
    }
    const double cover = tasks_[id].has_owner ? 1 : ready_part;
    return on_node > longer_than_moves * bytes / machine_.links[node].bandwidth &&
           load_[node] - on_node > cover * on_cpu && !delays_all(id, on_cpu + fetch_seconds(id, home));
}

/// The most urgent task whose data have arrived; the most urgent of all if it is critical, or if data of none have.
GraphPolicy::Choice GraphPolicy::next_own(Node node) {
    constexpr double critical = 0.98; // of the longest chain that has begun
    std::optional<TaskId> first;
    std::optional<TaskId> arrived;
    std::optional<TaskId> left;
    std::vector<TaskId> waiting;
    int looks = 0;
    for (const ReadyTask& entry : queues_.of_owner(node)) {
        if (++looks > looked_at) {
            break;
        }
        const TaskId id = entry.task;
        if (tasks_[id].is_held) {
            continue;
        }
        if (is_left_to_cpus(id, node)) {
            left = left ? left : id;
            continue;
        }
        const bool has_arrived = tiles_to_come(id, node) == 0;
        const bool is_critical = !first && entry.bottom_level >= critical * longest_chain();
        first = first ? first : id;
        if (has_arrived || is_critical) {
            arrived = arrived ? arrived : id;
        }
        if (!has_arrived && arrived != id) {
            waiting.push_back(id);
        }
    }
    Choice choice;
    choice.task = arrived ? arrived : first ? first : left;
    choice.ahead = hold_for_prefetch(waiting, choice.task, node);
    return choice;
}

/// Of the tasks that wait for data, most urgent first, the first few: what comes for them slows down what is needed
/// before, the chosen one's data first of all.
std::vector<TaskId> GraphPolicy::hold_for_prefetch(std::span<const TaskId> waiting, std::optional<TaskId> chosen,
                                                   Node node) {
    const std::size_t most_tiles = owners_.products().are_plain() ? 4 : 2;
    std::vector<TaskId> held;
    std::size_t tiles = 0;
    for (const TaskId id : machine_.prefetches ? waiting : std::span<const TaskId>()) {
        tiles += tiles_to_come(id, node);
        if (tiles > most_tiles) {
            break;
        }
        if (id != chosen && !std::exchange(tasks_[id].is_prefetched, true)) {
            tasks_[id].is_held = true;
            held.push_back(id);
        }
    }
    return held;
}

} // namespace tangram::sched::graph
