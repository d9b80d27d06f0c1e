#include "sched/graph/graph_policy.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace tangram::sched::graph {

namespace {

/// Tasks at the end of an ordered set that a decision looks at.
constexpr int looked_at = 12;

} // namespace

GraphPolicy::GraphPolicy(MachineView machine, const DataPlaces& places)
    : machine_(std::move(machine)), places_(places), kind_of_(machine_.nodes(), 0), queues_(machine_.nodes()),
      load_(machine_.nodes(), 0) {
    std::vector<bool> has_workers(machine_.nodes(), false);
    for (const Worker& worker : machine_.workers) {
        kind_of_[worker.node] = worker.kind;
        has_workers[worker.node] = true;
        cpu_workers_ += worker.node == home ? 1 : 0;
    }
    for (Node node = home + 1; node < machine_.nodes(); ++node) {
        if (has_workers[node]) {
            accelerators_.push_back(node);
        }
    }
}

double GraphPolicy::least_seconds(TaskId task) const {
    double least = never;
    for (const Node node : accelerators_) {
        least = std::min(least, seconds_on(task, node));
    }
    return least;
}

std::optional<double> GraphPolicy::cpu_ratio(TaskId task) const {
    const double on_cpu = seconds_on_cpu(task);
    const bool has_accelerator = tasks_[task].node != home;
    return has_accelerator && on_cpu < never ? std::optional(seconds_on(task, tasks_[task].node) / on_cpu)
                                             : std::nullopt;
}

/// For the data that are neither there nor on their way.
double GraphPolicy::fetch_seconds(TaskId task, Node node) const {
    double bytes = 0;
    for (const Use& use : graph_.uses(task)) {
        if (use.reads && places_.state(use.data, node) == DataPlaces::State::absent) {
            bytes += places_.bytes(use.data);
        }
    }
    const Node link = node != home ? node : tasks_[task].node; // to home it is as fast as from there
    return bytes / machine_.bandwidth[link];
}

std::size_t GraphPolicy::tiles_to_come(TaskId task, Node node) const {
    const std::span<const Use> uses = graph_.uses(task);
    return static_cast<std::size_t>(std::count_if(uses.begin(), uses.end(), [&](const Use& use) {
        return use.reads && places_.state(use.data, node) != DataPlaces::State::there;
    }));
}

/// Of the first datum that it writes.
std::optional<Place> GraphPolicy::place_of(TaskId task) {
    for (const Use& use : graph_.uses(task)) {
        if (use.writes) {
            return grid_.place(use.data);
        }
    }
    return std::nullopt;
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
    note_product(id);
    return id;
}

/// A task that reads two data and writes a third is a product.
void GraphPolicy::note_product(TaskId task) {
    const std::span<const Use> uses = graph_.uses(task);
    constexpr std::size_t operands = 3;
    std::array<DataId, operands> data{}; // the one written is the last
    std::size_t read = 0;
    std::size_t written = 0;
    for (const Use& use : uses) {
        if (uses.size() == operands && use.reads && !use.writes && read < 2) {
            data[read++] = use.data;
        } else if (use.writes) {
            data.back() = use.data;
            ++written;
        }
    }
    if (read != 2 || written != 1 || data[0] == data[1] || data[0] == data[2] || data[1] == data[2]) {
        return;
    }
    grid_.add_product(data[2], data[0], data[1]);
    const double least = least_seconds(task);
    if (least < never) {
        constexpr double memory = 0.9;
        update_seconds_ = update_seconds_ == 0 ? least : memory * update_seconds_ + (1 - memory) * least;
        product_seconds_ = tasks_[task].seconds;
    }
}

Node GraphPolicy::first_to_finish(TaskId task) const {
    Node best = home;
    double least = never;
    for (const Node node : accelerators_) {
        const double finish = load_[node] + seconds_on(task, node) + fetch_seconds(task, node);
        if (finish < least) {
            least = finish;
            best = node;
        }
    }
    return best;
}

/// Of the accelerators that can execute products, by their speeds.
void GraphPolicy::make_brick() {
    std::vector<double> speeds;
    brick_nodes_.clear();
    for (const Node node : accelerators_) {
        if (const double seconds = (*product_seconds_)[kind_of_[node]]; seconds < never) {
            speeds.push_back(1 / seconds);
            brick_nodes_.push_back(node);
        }
    }
    brick_is_symmetric_ = grid_.is_symmetric();
    brick_.emplace(speeds, brick_is_symmetric_);
}

/// Tasks of a grid belong to the owner of what they write, but for those that take much longer than a product (the
/// factorisation of a diagonal tile): their owner's products would wait, so whoever ends them first gets them.
Node GraphPolicy::owner_of(TaskId id, const std::optional<Place>& place) {
    constexpr double much_longer = 4;
    if (tasks_[id].shared_seconds == 0) {
        return home;
    }
    if (!place || product_seconds_ == nullptr || least_seconds(id) > much_longer * update_seconds_) {
        return first_to_finish(id);
    }
    if (!brick_ || brick_is_symmetric_ != grid_.is_symmetric()) {
        make_brick();
    }
    const Node owner = brick_nodes_[brick_->owner(place->row, place->column)];
    return seconds_on(id, owner) < never ? owner : first_to_finish(id);
}

void GraphPolicy::enqueue(TaskId id) {
    Task& task = tasks_[id];
    task.cpu_ratio = cpu_ratio(id);
    queues_.add(task.entry, task.node, task.cpu_ratio);
}

void GraphPolicy::dequeue(TaskId id) {
    const Task& task = tasks_[id];
    queues_.remove(task.entry, task.node, task.cpu_ratio);
}

/// From now on the task burdens this node.
void GraphPolicy::set_load(TaskId id, Node node) {
    Task& task = tasks_[id];
    load_[task.node] -= task.load;
    task.node = node;
    task.load = node != home ? seconds_on(id, node) : 0;
    load_[node] += task.load;
}

/// New bottom levels change the order of ready tasks.
void GraphPolicy::refresh() {
    if (!std::exchange(has_news_, false) || !graph_.refresh_bottom_levels()) {
        return;
    }
    for (const TaskId id : queues_.clear()) {
        ReadyTask& entry = tasks_[id].entry;
        bottom_levels_.erase(bottom_levels_.find(entry.bottom_level));
        entry.bottom_level = graph_.bottom_level(id);
        bottom_levels_.insert(entry.bottom_level);
        enqueue(id);
    }
}

Node GraphPolicy::ready(TaskId id) {
    const std::optional<Place> place = place_of(id);
    Task& task = tasks_[id];
    task.phase = Phase::ready;
    task.entry = {.bottom_level = graph_.bottom_level(id),
                  .priority = task.priority,
                  .corner = place ? std::max(place->row, place->column) : 0,
                  .number = numbers_++,
                  .task = id};
    has_news_ = true;
    bottom_levels_.insert(task.entry.bottom_level);
    set_load(id, owner_of(id, place));
    enqueue(id);
    return task.node;
}

std::vector<TaskId> GraphPolicy::release() {
    std::vector<TaskId> all = queues_.clear();
    const auto held = std::partition(all.begin(), all.end(), [this](TaskId id) { return !tasks_[id].is_held; });
    std::for_each(all.begin(), held, [this](TaskId id) { tasks_[id].phase = Phase::running; });
    std::for_each(held, all.end(), [this](TaskId id) { enqueue(id); });
    all.erase(held, all.end());
    return all;
}

void GraphPolicy::finished(TaskId id) {
    Task& task = tasks_[id];
    shared_work_ = std::max(0.0, shared_work_ - task.shared_seconds); // rounding
    if (task.phase == Phase::ready) {
        dequeue(id);
    }
    if (task.phase != Phase::submitted) {
        set_load(id, home);
        bottom_levels_.erase(bottom_levels_.find(task.entry.bottom_level));
    }
    graph_.finish(id);
}

GraphPolicy::Choice GraphPolicy::next(std::size_t worker) {
    refresh();
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
        tasks_[*choice.task].phase = Phase::running;
        set_load(*choice.task, node);
    }
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
    constexpr double ready_part = 0.5; // of the delay
    constexpr double work_part = 0.8;  // of what accelerators have left
    constexpr double path_part = 0.7;  // of the longest chain that has begun
    const Task& task = tasks_[id];
    const double delay = seconds - task.load;
    if (delay <= 0) {
        return false;
    }
    const double rest = std::max(work_part * shared_work_, path_part * *bottom_levels_.rbegin());
    return load_[task.node] < ready_part * delay || delay + task.entry.bottom_level > rest;
}

/// What takes an accelerator longer than a product, and longer than its data take to move, is left to CPU workers as
/// long as the accelerator has other work until they have done it.
bool GraphPolicy::is_left_to_cpus(TaskId id, Node node) const {
    constexpr double longer_than_products = 2;
    constexpr double longer_than_moves = 3;
    const double on_cpu = seconds_on_cpu(id);
    const double on_node = seconds_on(id, node);
    if (on_cpu == never || update_seconds_ == 0 || on_node <= longer_than_products * update_seconds_) {
        return false;
    }
    double bytes = 0;
    for (const Use& use : graph_.uses(id)) {
        bytes += places_.bytes(use.data);
    }
    return on_node > longer_than_moves * bytes / machine_.bandwidth[node] && load_[node] - on_node > on_cpu &&
           !delays_all(id, on_cpu + fetch_seconds(id, home));
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
        const bool is_critical = !first && entry.bottom_level >= critical * *bottom_levels_.rbegin();
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
    constexpr std::size_t most_tiles = 2;
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

/// From the accelerator with most to do, what the thief lacks least for, of the least urgent, if the thief is done with
/// it clearly before its owner is done with all.
std::optional<TaskId> GraphPolicy::next_stolen(Node thief) const {
    constexpr double clearly = 2; // products
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
        if (fetch < least && load_[victim] > finish + clearly * update_seconds_) {
            least = fetch;
            best = id;
        }
    }
    return best;
}

/// What only CPU workers can execute, then what they are best at compared with its owner.
std::optional<TaskId> GraphPolicy::next_for_cpu() const {
    if (const ReadyQueues::Queue& own = queues_.of_owner(home); !own.empty()) {
        return own.begin()->task;
    }
    std::optional<TaskId> best;
    double most = 0;
    for (const auto& [ratio, queue] : queues_.by_cpu_ratio()) {
        int looks = 0;
        for (auto entry = queue.rbegin(); entry != queue.rend() && looks < looked_at; ++entry, ++looks) {
            const TaskId id = entry->task;
            const double seconds = seconds_on_cpu(id) + fetch_seconds(id, home);
            if (tasks_[id].is_prefetched || delays_all(id, seconds)) {
                continue;
            }
            const double gain = tasks_[id].load / seconds;
            if (gain > most) {
                most = gain;
                best = id;
            }
        }
    }
    return best;
}

} // namespace tangram::sched::graph
