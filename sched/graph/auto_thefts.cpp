#include "sched/graph/auto_thefts.hpp"

#include "sched/graph/cpu_guard.hpp"
#include "sched/graph/first_that.hpp"

#include <limits>

namespace tangram::sched::graph {

std::optional<TaskId> AutoThefts::next(Node thief) const {
    return thief == home ? next_best_for_cpu() : next_of_busiest(thief);
}

/// From the accelerator with most to do, what the thief lacks least for, of the least urgent, if the thief is done with
/// it clearly before its owner is done with all.
std::optional<TaskId> AutoThefts::next_of_busiest(Node thief) const {
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

/// The least urgent of home's share: an accelerator that has nothing else to do is faster. Else of what is left to CPU
/// workers.
std::optional<TaskId> AutoThefts::next_from_home(Node thief) const {
    const ReadyQueues::Queue& share = program_.queues().of_owner(program_.home_share());
    const std::optional<TaskId> shared =
        first_that(share.rbegin(), share.rend(), [&](TaskId id) { return program_.seconds_on(id, thief) < never; });
    return shared ? shared : next_left_at_home(thief);
}

/// The least urgent that the thief ends before CPU workers have ended all, even if all accelerators fetch at once over
/// one bus.
std::optional<TaskId> AutoThefts::next_left_at_home(Node thief) const {
    const ReadyQueues::Queue& left = program_.queues().of_owner(program_.left_at_home());
    const auto fetchers = static_cast<double>(program_.accelerators().size());
    return first_that(left.rbegin(), left.rend(), [&](TaskId id) {
        const double fetch = fetchers * program_.fetch_seconds(id, thief);
        return program_.seconds_on(id, thief) + fetch < program_.seconds_at_home();
    });
}

/// Tasks of a plain product are alike, so that of equal ones CPU workers take the busiest accelerator's: else
/// accelerators would steal later what balances the load.
bool AutoThefts::relieves_more(TaskId id, TaskId other) const {
    return program_.owners().products().are_plain() &&
           program_.load(program_.task(id).node) > program_.load(program_.task(other).node);
}

/// What CPU workers are best at, compared with its owner; urgent tasks are left to accelerators.
std::optional<TaskId> AutoThefts::next_best_for_cpu() const {
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
