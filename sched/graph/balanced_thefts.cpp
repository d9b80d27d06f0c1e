#include "sched/graph/balanced_thefts.hpp"

#include "sched/graph/cpu_guard.hpp"
#include "sched/graph/first_that.hpp"

namespace tangram::sched::graph {

BalancedThefts::BalancedThefts(const ProgramState& program, const DataPlaces& places, Balancing balancing,
                               std::uint64_t seed)
    : program_(program), places_(places), balancing_(balancing), dice_(seed),
      missing_(program.machine().nodes(), places) {}

void BalancedThefts::ready(TaskId id) {
    if (balancing_ == Balancing::effective) {
        const ReadyTask& entry = program_.task(id).entry;
        missing_.add(id, program_.uses(id), {.priority = entry.priority, .number = entry.number}, program_.able(id));
    }
}

void BalancedThefts::removed(TaskId id) {
    if (balancing_ == Balancing::effective) {
        missing_.remove(id);
    }
}

void BalancedThefts::executed(TaskId id, Node node) {
    if (balancing_ == Balancing::effective) {
        missing_.executed(program_.uses(id), node);
    }
}

std::optional<TaskId> BalancedThefts::next(Node thief) {
    switch (balancing_) {
    case Balancing::none: return std::nullopt;
    case Balancing::random: return last_of_random(thief);
    case Balancing::choice: return cheapest_of_last(thief);
    case Balancing::effective: return cheapest_of_all(thief);
    }
    return std::nullopt;
}

/// What is worth a theft: the thief is done with the task before its owner is done with all that it has. A CPU worker,
/// which is slow, must not keep the others waiting.
bool BalancedThefts::is_worth_stealing(TaskId id, Node thief) const {
    const double seconds = program_.seconds_on(id, thief) + program_.fetch_seconds(id, thief);
    if (thief == home) {
        return !delays_all(program_, id, seconds);
    }
    return program_.task(id).node == home || program_.load(thief) + seconds < program_.load(program_.task(id).node);
}

/// Queues of others that are not empty, home's share among them.
std::vector<std::size_t> BalancedThefts::victims(Node thief) const {
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
std::optional<TaskId> BalancedThefts::last_of(std::size_t queue, Node thief) const {
    const ReadyQueues::Queue& tasks = program_.queues().of_owner(queue);
    return first_that(tasks.rbegin(), tasks.rend(), [&](TaskId id) {
        return !program_.task(id).is_prefetched && program_.seconds_on(id, thief) < never;
    });
}

std::optional<TaskId> BalancedThefts::last_of_random(Node thief) {
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

std::optional<TaskId> BalancedThefts::cheapest_of_last(Node thief) const {
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

/// CPU workers leave home's tasks to accelerators that find nothing else (GraphPolicy), be they cheap or not.
std::optional<TaskId> BalancedThefts::cheapest_of_all(Node thief) {
    missing_.check_cheapest(thief);
    const auto& costs = missing_.costs(thief);
    const std::optional<TaskId> cheapest = first_that(costs.begin(), costs.end(), [&](TaskId id) {
        return !program_.task(id).is_prefetched && is_worth_stealing(id, thief);
    });
    return cheapest || thief == home ? cheapest : last_of(program_.home_share(), thief);
}

} // namespace tangram::sched::graph
