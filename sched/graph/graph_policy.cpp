#include "sched/graph/graph_policy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tangram::sched::graph {

namespace {

/// Tasks at the end of an ordered set that a decision looks at.
constexpr int looked_at = 12;

/// How much of a delay must be covered by an accelerator's ready work: each update that ends makes the next one of its
/// tile ready.
constexpr double ready_part = 0.5;

} // namespace

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
    entry.urgency = urgency(entry);
    count_level(entry.bottom_level);
}

/// The bottom level. But no chain of a plain product is critical before its end: it is done as a cube that grows, along
/// k as along rows and columns, so that its first tasks need few tiles and links are in use all the time.
double GraphPolicy::urgency(const ReadyTask& entry) const {
    const double update = owners_.update_seconds();
    if (!owners_.has_plain_products() || update == 0 || update == never) {
        return entry.bottom_level;
    }
    const double updates_done = std::round((owners_.tile_seconds() - entry.bottom_level) / update);
    return -update * std::max(updates_done, static_cast<double>(entry.corner));
}

/// New bottom levels, and another kind of program, change the order of ready tasks, new owners their queues. Whether
/// there are new owners.
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
    const bool was_plain = std::exchange(has_plain_products_, owners_.has_plain_products());
    const bool has_new_owners = owners_.refresh();
    if (has_new_owners || was_plain != has_plain_products_) {
        for (const TaskId id : queues_.clear()) {
            if (!tasks_[id].is_prefetched) {
                find_owner(id);
            }
            enqueue(id);
        }
    }
    return has_new_owners;
}

/// And where it stands among its tasks.
void GraphPolicy::find_owner(TaskId id) {
    Task& task = tasks_[id];
    const Owners::Answer owner = owners_.of(graph_.uses(id), *task.seconds);
    task.has_owner = owner.node.has_value();
    task.entry.corner = owner.corner;
    task.entry.urgency = urgency(task.entry);
    set_load(id, owner_of(id, owner));
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

/// Whether others would wait for the task if a CPU worker began it now and took `seconds`: it is then done so much
/// later that accelerators run out of ready work, or that what hangs on it ends after all the rest.
bool GraphPolicy::delays_all(TaskId id, double seconds) const {
    constexpr double part_with_chains = 0.8; // of what accelerators have left: chains do not keep all of them at work
    const Task& task = tasks_[id];
    const double delay = seconds - task.load;
    if (delay <= 0) {
        return false;
    }
    const double ready = task.has_owner ? load_[task.node] : least_load();
    const bool starves = task.node != home && ready < ready_part * delay;
    const double rest = owners_.has_plain_products() ? shared_work_ : part_with_chains * shared_work_;
    return starves || delay + task.entry.bottom_level > rest;
}

/// What takes an accelerator longer than an update, and longer than its data take to move, is left to CPU workers as
/// long as the accelerator has other work until they have done it.
bool GraphPolicy::is_left_to_cpus(TaskId id, Node node) const {
    if (!steals_as_auto()) {
        return false;
    }
    constexpr double longer_than_updates = 2;
    constexpr double longer_than_moves = 3;
    const double on_cpu = seconds_on_cpu(id);
    const double on_node = seconds_on(id, node);
    const double update = owners_.update_seconds();
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
    const std::size_t most_tiles = owners_.has_plain_products() ? 4 : 2;
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

/// What is worth a theft: the thief is done with the task before its owner is done with all that it has. A CPU worker,
/// which is slow, must not keep the others waiting.
bool GraphPolicy::is_worth_stealing(TaskId id, Node thief) const {
    const double seconds = seconds_on(id, thief) + fetch_seconds(id, thief);
    if (thief == home) {
        return !delays_all(id, seconds);
    }
    return tasks_[id].node == home || load_[thief] + seconds < load_[tasks_[id].node];
}

/// Queues of others that are not empty, home's share among them.
std::vector<std::size_t> GraphPolicy::victims(Node thief) const {
    std::vector<std::size_t> all;
    for (std::size_t queue = home + 1; queue <= home_share(); ++queue) {
        const bool is_own = queue == thief || (queue == home_share() && thief == home);
        if (!is_own && !queues_.of_owner(queue).empty()) {
            all.push_back(queue);
        }
    }
    return all;
}

/// The least urgent task of the queue that the thief can execute and nobody fetches data for.
std::optional<TaskId> GraphPolicy::last_of(std::size_t queue, Node thief) const {
    const ReadyQueues::Queue& tasks = queues_.of_owner(queue);
    int looks = 0;
    for (auto entry = tasks.rbegin(); entry != tasks.rend() && looks < looked_at; ++entry, ++looks) {
        if (!tasks_[entry->task].is_prefetched && seconds_on(entry->task, thief) < never) {
            return entry->task;
        }
    }
    return std::nullopt;
}

std::optional<TaskId> GraphPolicy::last_of_random(Node thief) {
    for (std::vector<std::size_t> rest = victims(thief); !rest.empty();) {
        const auto victim = rest.begin() + static_cast<std::ptrdiff_t>(dice_.below(rest.size()));
        const std::optional<TaskId> last = last_of(*victim, thief);
        if (last && is_worth_stealing(*last, thief)) {
            return last;
        }
        rest.erase(victim);
    }
    return std::nullopt;
}

std::optional<TaskId> GraphPolicy::cheapest_of_last(Node thief) const {
    std::optional<TaskId> best;
    double least = never;
    for (const std::size_t victim : victims(thief)) {
        const std::optional<TaskId> last = last_of(victim, thief);
        if (!last || !is_worth_stealing(*last, thief)) {
            continue;
        }
        if (const double fetch = fetch_seconds(*last, thief); fetch < least) {
            least = fetch;
            best = last;
        }
    }
    return best;
}

std::optional<TaskId> GraphPolicy::cheapest_of_all(Node thief) {
    missing_.check_cheapest(thief);
    int looks = 0;
    for (const MissingData::Cost& cost : missing_.costs(thief)) {
        if (++looks > looked_at) {
            break;
        }
        if (!tasks_[cost.task].is_prefetched && is_worth_stealing(cost.task, thief)) {
            return cost.task;
        }
    }
    return std::nullopt;
}

std::optional<TaskId> GraphPolicy::next_stolen(Node thief) {
    if (steals_as_auto()) {
        return thief == home ? next_best_for_cpu() : next_of_busiest(thief);
    }
    switch (*rules_.balancing) {
    case Balancing::none: return std::nullopt;
    case Balancing::random: return last_of_random(thief);
    case Balancing::choice: return cheapest_of_last(thief);
    case Balancing::effective: return cheapest_of_all(thief);
    }
    return std::nullopt;
}

/// From the accelerator with most to do, what the thief lacks least for, of the least urgent, if the thief is done with
/// it clearly before its owner is done with all.
std::optional<TaskId> GraphPolicy::next_of_busiest(Node thief) const {
    const double clearly = owners_.has_outer_products() ? 1 : 2; // updates; a tile with more of them has to come back
    const double margin = clearly * owners_.update_seconds();
    Node victim = home;
    for (const Node node : accelerators_) {
        if (node != thief && !queues_.of_owner(node).empty() && (victim == home || load_[node] > load_[victim])) {
            victim = node;
        }
    }
    std::optional<TaskId> best;
    double least = std::numeric_limits<double>::infinity();
    const ReadyQueues::Queue& queue = queues_.of_owner(victim);
    int looks = 0;
    for (auto entry = queue.rbegin(); victim != home && entry != queue.rend() && looks < looked_at; ++entry, ++looks) {
        const TaskId id = entry->task;
        if (tasks_[id].is_held) {
            continue;
        }
        const double fetch = fetch_seconds(id, thief);
        const double finish = load_[thief] + seconds_on(id, thief) + fetch;
        if (fetch < least && load_[victim] > finish + margin) {
            least = fetch;
            best = id;
        }
    }
    return best ? best : next_from_home(thief);
}

/// The least urgent of home's share: an accelerator that has nothing else to do is faster.
std::optional<TaskId> GraphPolicy::next_from_home(Node thief) const {
    const ReadyQueues::Queue& share = queues_.of_owner(home_share());
    int looks = 0;
    for (auto entry = share.rbegin(); entry != share.rend() && looks < looked_at; ++entry, ++looks) {
        if (seconds_on(entry->task, thief) < never) {
            return entry->task;
        }
    }
    return std::nullopt;
}

/// Whether a CPU worker would end a task of home's share too late, and an accelerator that has other work now takes it
/// when that is done. One without work may be asleep.
bool GraphPolicy::is_for_accelerators_now(TaskId id) const {
    return delays_all(id, seconds_on_cpu(id)) &&
           std::any_of(accelerators_.begin(), accelerators_.end(),
                       [&](Node node) { return load_[node] > 0 && seconds_on(id, node) < never; });
}

/// The most urgent of home's share; under `auto` of those that CPU workers end in time.
std::optional<TaskId> GraphPolicy::next_of_share() const {
    int looks = 0;
    for (const ReadyTask& entry : queues_.of_owner(home_share())) {
        if (++looks > looked_at) {
            break;
        }
        const bool is_declined = steals_as_auto() && is_for_accelerators_now(entry.task);
        if (seconds_on_cpu(entry.task) < never && !is_declined) {
            return entry.task;
        }
    }
    return std::nullopt;
}

/// What only CPU workers can execute, then home's share, then what is stolen.
std::optional<TaskId> GraphPolicy::next_for_cpu() {
    if (const ReadyQueues::Queue& own = queues_.of_owner(home); !own.empty()) {
        return own.begin()->task;
    }
    if (const std::optional<TaskId> shared = next_of_share()) {
        return shared;
    }
    return next_stolen(home);
}

/// What CPU workers are best at, compared with its owner; urgent tasks are left to accelerators.
std::optional<TaskId> GraphPolicy::next_best_for_cpu() const {
    constexpr double urgency = 0.8; // what the longest chain's tasks lose of their gain
    std::optional<TaskId> best;
    double most = 0;
    for (const auto& [ratio, queue] : queues_.by_cpu_ratio()) {
        int looks = 0;
        for (auto entry = queue.rbegin(); entry != queue.rend() && looks < looked_at; ++entry, ++looks) {
            const TaskId id = entry->task;
            const double seconds = seconds_on_cpu(id) + fetch_seconds(id, home);
            if (tasks_[id].is_prefetched || delays_all(id, seconds) || !owners_.may_go_home(graph_.uses(id))) {
                continue;
            }
            const double gain = tasks_[id].load / seconds * (1 - urgency * entry->bottom_level / longest_chain());
            if (gain > most) {
                most = gain;
                best = id;
            }
        }
    }
    return best;
}

} // namespace tangram::sched::graph
