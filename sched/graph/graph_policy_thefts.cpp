/// What an idle worker takes of others' tasks, and what a CPU worker may take at all.

#include "sched/graph/graph_policy.hpp"

#include <algorithm>
#include <limits>

namespace tangram::sched::graph {

namespace {

/// The first task with the property, of the first few entries.
template <typename Iterator, typename Predicate>
std::optional<TaskId> first_that(Iterator entry, Iterator end, int few, Predicate has_property) {
    for (int looks = 0; entry != end && looks < few; ++entry, ++looks) {
        if (has_property(entry->task)) {
            return entry->task;
        }
    }
    return std::nullopt;
}

} // namespace

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
    const double rest = owners_.products().are_plain() ? shared_work_ : part_with_chains * shared_work_;
    return starves || delay + task.entry.bottom_level > rest;
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
    return first_that(tasks.rbegin(), tasks.rend(), looked_at,
                      [&](TaskId id) { return !tasks_[id].is_prefetched && seconds_on(id, thief) < never; });
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
        if (const double bytes = missing_bytes(graph_.uses(*last), thief, places_); bytes < least) {
            least = bytes;
            best = last;
        }
    }
    return best;
}

std::optional<TaskId> GraphPolicy::cheapest_of_all(Node thief) {
    missing_.check_cheapest(thief);
    const auto& costs = missing_.costs(thief);
    return first_that(costs.begin(), costs.end(), looked_at,
                      [&](TaskId id) { return !tasks_[id].is_prefetched && is_worth_stealing(id, thief); });
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
    // In an outer product an update does all of a tile.
    const double clearly = owners_.products().are_outer() ? 1 : 2; // updates
    const double margin = clearly * owners_.update().least_seconds();
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
    return first_that(share.rbegin(), share.rend(), looked_at,
                      [&](TaskId id) { return seconds_on(id, thief) < never; });
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
    const ReadyQueues::Queue& share = queues_.of_owner(home_share());
    return first_that(share.begin(), share.end(), looked_at, [&](TaskId id) {
        const bool is_declined = steals_as_auto() && is_for_accelerators_now(id);
        return seconds_on_cpu(id) < never && !is_declined;
    });
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
    constexpr double loss = 0.8; // of the gain, for tasks of the longest chain
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
            const double gain = tasks_[id].load / seconds * (1 - loss * entry->bottom_level / longest_chain());
            if (gain > most) {
                most = gain;
                best = id;
            }
        }
    }
    return best;
}

} // namespace tangram::sched::graph
