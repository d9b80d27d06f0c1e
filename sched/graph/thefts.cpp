#include "sched/graph/thefts.hpp"

#include "sched/graph/cpu_guard.hpp"
#include "sched/graph/first_that.hpp"

#include <limits>

namespace tangram::sched::graph {

Thefts::Thefts(const ProgramState& program, const DataPlaces& places, std::optional<Balancing> balancing,
               std::uint64_t seed)
    : program_(program), places_(places), balancing_(balancing), dice_(seed),
      missing_(program.machine().nodes(), places) {}

void Thefts::ready(TaskId id) {
    if (balancing_ == Balancing::effective) {
        const ReadyTask& entry = program_.task(id).entry;
        missing_.add(id, program_.uses(id), {.priority = entry.priority, .number = entry.number}, program_.able(id));
    }
}

void Thefts::left(TaskId id) {
    if (balancing_ == Balancing::effective) {
        missing_.remove(id);
    }
}

void Thefts::executed(TaskId id, Node node) {
    if (balancing_ == Balancing::effective) {
        missing_.executed(program_.uses(id), node);
    }
}

/// What is worth a theft: the thief is done with the task before its owner is done with all that it has. A CPU worker,
/// which is slow, must not keep the others waiting.
bool Thefts::is_worth_stealing(TaskId id, Node thief) const {
    const double seconds = program_.seconds_on(id, thief) + program_.fetch_seconds(id, thief);
    if (thief == home) {
        return !delays_all(program_, id, seconds);
    }
    return program_.task(id).node == home || program_.load(thief) + seconds < program_.load(program_.task(id).node);
}

/// Queues of others that are not empty, home's share among them.
std::vector<std::size_t> Thefts::victims(Node thief) const {
    std::vector<std::size_t> all;
    for (std::size_t queue = home + 1; queue <= program_.home_share(); ++queue) {
        const bool is_own = queue == thief || (queue == program_.home_share() && thief == home);
        if (!is_own && !program_.queues().of_owner(queue).empty()) {
            all.push_back(queue);
        }
    }
    return all;
}

/// The least urgent task of the queue that the thief can execute and nobody fetches data for.
std::optional<TaskId> Thefts::last_of(std::size_t queue, Node thief) const {
    const ReadyQueues::Queue& tasks = program_.queues().of_owner(queue);
    return first_that(tasks.rbegin(), tasks.rend(), [&](TaskId id) {
        return !program_.task(id).is_prefetched && program_.seconds_on(id, thief) < never;
    });
}

std::optional<TaskId> Thefts::last_of_random(Node thief) {
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

std::optional<TaskId> Thefts::cheapest_of_last(Node thief) const {
    std::optional<TaskId> best;
    double least = never;
    for (const std::size_t victim : victims(thief)) {
        const std::optional<TaskId> last = last_of(victim, thief);
        if (!last || !is_worth_stealing(*last, thief)) {
            continue;
        }
        if (const double bytes = missing_bytes(program_.uses(*last), thief, places_); bytes < least) {
            least = bytes;
            best = last;
        }
    }
    return best;
}

std::optional<TaskId> Thefts::cheapest_of_all(Node thief) {
    missing_.check_cheapest(thief);
    const auto& costs = missing_.costs(thief);
    return first_that(costs.begin(), costs.end(),
                      [&](TaskId id) { return !program_.task(id).is_prefetched && is_worth_stealing(id, thief); });
}

std::optional<TaskId> Thefts::next(Node thief) {
    if (!balancing_) {
        return thief == home ? next_best_for_cpu() : next_of_busiest(thief);
    }
    switch (*balancing_) {
    case Balancing::none: return std::nullopt;
    case Balancing::random: return last_of_random(thief);
    case Balancing::choice: return cheapest_of_last(thief);
    case Balancing::effective: return cheapest_of_all(thief);
    }
    return std::nullopt;
}

/// From the accelerator with most to do, what the thief lacks least for, of the least urgent, if the thief is done with
/// it clearly before its owner is done with all.
std::optional<TaskId> Thefts::next_of_busiest(Node thief) const {
    // In an outer product an update does all of a tile; on average half of the one that the victim executes is done.
    const double clearly = program_.owners().products().are_outer() ? 0.5 : 2; // updates
    const double margin = clearly * program_.owners().update().least_seconds();
    Node victim = home;
    for (const Node node : program_.accelerators()) {
        if (node != thief && !program_.queues().of_owner(node).empty() &&
            (victim == home || program_.load(node) > program_.load(victim))) {
            victim = node;
        }
    }
    std::optional<TaskId> best;
    double least = std::numeric_limits<double>::infinity();
    const ReadyQueues::Queue& queue = program_.queues().of_owner(victim);
    int looks = 0;
    for (auto entry = queue.rbegin(); victim != home && entry != queue.rend() && looks < looked_at; ++entry, ++looks) {
        const TaskId id = entry->task;
        if (program_.task(id).is_held) {
            continue;
        }
        const double fetch = program_.fetch_seconds(id, thief);
        const double finish = program_.load(thief) + program_.seconds_on(id, thief) + fetch;
        if (fetch < least && program_.load(victim) > finish + margin) {
            least = fetch;
            best = id;
        }
    }
    return best ? best : next_from_home(thief);
}

/// The least urgent of home's share: an accelerator that has nothing else to do is faster.
std::optional<TaskId> Thefts::next_from_home(Node thief) const {
    const ReadyQueues::Queue& share = program_.queues().of_owner(program_.home_share());
    return first_that(share.rbegin(), share.rend(), [&](TaskId id) { return program_.seconds_on(id, thief) < never; });
}

/// Tasks of a plain product are alike, so that of equal ones CPU workers take the busiest accelerator's: else
/// accelerators would steal later what balances the load.
bool Thefts::relieves_more(TaskId id, TaskId other) const {
    return program_.owners().products().are_plain() &&
           program_.load(program_.task(id).node) > program_.load(program_.task(other).node);
}

/// What CPU workers are best at, compared with its owner; urgent tasks are left to accelerators.
std::optional<TaskId> Thefts::next_best_for_cpu() const {
    constexpr double loss = 0.7; // of the gain, for tasks of the longest chain
    std::optional<TaskId> best;
    double most = 0;
    for (const auto& [ratio, queue] : program_.queues().by_cpu_ratio()) {
        int looks = 0;
        for (auto entry = queue.rbegin(); entry != queue.rend() && looks < looked_at; ++entry, ++looks) {
            const TaskId id = entry->task;
            const double seconds = program_.seconds_on_cpu(id) + program_.fetch_seconds(id, home);
            if (program_.task(id).is_prefetched || delays_all(program_, id, seconds) ||
                !program_.owners().may_go_home(program_.uses(id))) {
                continue;
            }
            const double gain =
                program_.task(id).load / seconds * (1 - loss * entry->bottom_level / program_.longest_chain());
            if (gain > most || (best && gain == most && relieves_more(id, *best))) {
                most = gain;
                best = id;
            }
        }
    }
    return best;
}

} // namespace tangram::sched::graph
