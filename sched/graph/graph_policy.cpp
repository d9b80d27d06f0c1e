#include "sched/graph/graph_policy.hpp"

#include "sched/graph/cpu_guard.hpp"
#include "sched/graph/first_that.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

GraphPolicy::GraphPolicy(MachineView machine, const DataPlaces& places, const GraphRules& rules)
    : steals_as_auto_(!rules.balancing), has_thieves_(rules.balancing != Balancing::none),
      program_(std::move(machine), places,
               {.zones = rules.zones,
                .has_thieves = has_thieves_,
                .sorts_for_cpus = steals_as_auto_,
                .leaves_unclaimed = rules.claims && steals_as_auto_,
                .leaves_at_home = steals_as_auto_}),
      claims_(program_, places), thefts_(program_, places, rules.balancing, rules.seed) {}

TaskId GraphPolicy::submitted(std::span<const Use> uses, const Seconds& seconds, int priority) {
    const TaskId id = program_.submitted(uses, seconds, priority);
    submission_.submitted(id);
    return id;
}

Node GraphPolicy::ready(TaskId id) {
    program_.ready(id);
    thefts_.ready(id);
    submission_.ready(id);
    const Node owner = program_.task(id).node;
    return owner != program_.unclaimed() ? owner : claims_.ready(id);
}

std::vector<TaskId> GraphPolicy::release() {
    std::vector<TaskId> released = program_.release();
    for (const TaskId id : released) {
        thefts_.removed(id);
    }
    return released;
}

void GraphPolicy::finished(TaskId id) {
    if (program_.task(id).phase == ProgramState::Phase::ready) {
        thefts_.removed(id);
    }
    program_.finished(id);
    submission_.finished();
    claims_.finished();
}

GraphPolicy::Choice GraphPolicy::next(std::size_t worker) {
    const bool has_new_owners = program_.refresh();
    const Node node = program_.machine().workers[worker].node;
    Choice choice;
    if (node == home) {
        choice.task = next_for_cpu();
    } else {
        claims_.claim_for(node);
        choice = next_own(node);
        choice.task = choice.task ? choice.task : stolen_by_accelerator(node);
    }
    if (choice.task) {
        const bool is_own = program_.task(*choice.task).node == node;
        ++(node == home ? counts_.by_cpus : is_own ? counts_.own : counts_.stolen);
        if (program_.task(*choice.task).is_claimed || program_.task(*choice.task).node == program_.unclaimed()) {
            claims_.started(*choice.task, node);
        }
        program_.started(*choice.task, node);
        thefts_.removed(*choice.task);
        thefts_.executed(*choice.task, node);
    }
    const bool may_steal_again = submission_.take_put_off();
    choice.wakes_all = claims_.wakes_all(choice.task.has_value()) || may_steal_again || has_new_owners;
    return choice;
}

void GraphPolicy::prefetched(std::span<const TaskId> tasks) {
    for (const TaskId task : tasks) {
        program_.unhold(task);
    }
}

/// Of the accelerator's seconds, if a CPU worker executes the task instead of the updates that it would execute
/// meanwhile.
double GraphPolicy::saved_by_deferring(TaskId id, Node node) const {
    const UpdateKernel& update = program_.owners().update();
    const double updates = program_.seconds_on_cpu(id) / update.seconds_on(home);
    return program_.seconds_on(id, node) - updates * update.seconds_on(node);
}

/// What saves the accelerator more than the task's data take to move is left to CPU workers, as long as the accelerator
/// has other work: until they have done it, or half as much for what has no owner. Updates wait for the task: if it
/// saves less time than two of them take, there must be more work.
bool GraphPolicy::is_deferred_to_cpus(TaskId id, Node node) const {
    constexpr double updates_that_wait = 2;
    const UpdateKernel& update = program_.owners().update();
    const double on_cpu = program_.seconds_on_cpu(id);
    const bool may_steal = steals_as_auto_ && on_cpu < never && !program_.task(id).is_prefetched;
    if (!may_steal || !update.is_known() || update.seconds_on(node) == never) {
        return false;
    }
    const double saved = saved_by_deferring(id, node);
    if (saved <= program_.bytes(id) / program_.machine().links[node].bandwidth) {
        return false;
    }
    const double cover =
        program_.task(id).has_owner ? std::max(1.0, updates_that_wait * update.seconds_on(node) / saved) : ready_part;
    return program_.load(node) - program_.seconds_on(id, node) > cover * on_cpu &&
           !delays_all(program_, id, on_cpu + program_.fetch_seconds(id, home));
}

/// The most urgent task whose data have arrived; the most urgent of all if it is critical, or if data of none have.
GraphPolicy::Choice GraphPolicy::next_own(Node node) {
    constexpr double critical = 0.98; // of the longest chain that has begun
    std::optional<TaskId> first;
    std::optional<TaskId> arrived;
    std::optional<TaskId> deferred;
    std::vector<TaskId> waiting;
    int looks = 0;
    for (const ReadyTask& entry : program_.queues().of_owner(node)) {
        if (++looks > looked_at) {
            break;
        }
        const TaskId id = entry.task;
        if (program_.task(id).is_held) {
            continue;
        }
        if (is_deferred_to_cpus(id, node)) {
            deferred = deferred ? deferred : id;
            continue;
        }
        const bool has_arrived = program_.tiles_to_come(id, node) == 0;
        const bool is_critical = !first && entry.bottom_level >= critical * program_.longest_chain();
        first = first ? first : id;
        if (has_arrived || is_critical) {
            arrived = arrived ? arrived : id;
        }
        if (!has_arrived && arrived != id) {
            waiting.push_back(id);
        }
    }
    Choice choice;
    choice.task = arrived ? arrived : first ? first : deferred;
    choice.ahead = hold_for_prefetch(waiting, choice.task, node);
    return choice;
}

/// Of the tasks that wait for data, most urgent first, the first few: what comes for them slows down what is needed
/// before, the chosen one's data first of all. Small data slow down nothing; but balancers do not steal what is
/// fetched for, so that there they count.
std::vector<TaskId> GraphPolicy::hold_for_prefetch(std::span<const TaskId> waiting, std::optional<TaskId> chosen,
                                                   Node node) {
    const Owners& owners = program_.owners();
    const std::size_t most_tiles = owners.have_separate_products() ? 9 : owners.products().are_plain() ? 4 : 2;
    std::vector<TaskId> held;
    std::size_t tiles = 0;
    for (const TaskId id : program_.machine().prefetches ? waiting : std::span<const TaskId>()) {
        if (!program_.task(id).is_claimed) { // of those there are few
            tiles += steals_as_auto_ ? program_.large_tiles_to_come(id, node) : program_.tiles_to_come(id, node);
        }
        if (tiles > most_tiles) {
            break;
        }
        if (id != chosen && !program_.task(id).is_prefetched) {
            program_.hold(id);
            held.push_back(id);
        }
    }
    return held;
}

/// Under `auto` nothing while the program submits tasks that are ready at once (SubmissionPhase).
std::optional<TaskId> GraphPolicy::stolen_by_accelerator(Node thief) {
    const std::optional<TaskId> task = thefts_.next(thief);
    const bool must_wait = steals_as_auto_ && task && (submission_.puts_off() || claims_.is_for_another(*task, thief));
    return must_wait ? std::nullopt : task;
}

/// Whether a CPU worker would end a task of home's share too late, and an accelerator takes it instead: one that has
/// tasks of its own, after these; or an idle one, which was woken when the task became ready, or looks when it is done
/// with tasks that are not of the graph. Idle ones must be able to execute any such task, as each looks at a few only;
/// under `auto` they take nothing while the program submits.
bool GraphPolicy::is_for_accelerators_now(TaskId id) const {
    if (!delays_all(program_, id, program_.seconds_on_cpu(id))) {
        return false;
    }
    const std::vector<Node>& all = program_.accelerators();
    const auto is_able = [&](Node node) { return program_.seconds_on(id, node) < never; };
    const auto takes_it_later = [&](Node node) { return is_able(node) && program_.load(node) > 0; };
    const bool idle_ones_steal = !all.empty() && !(steals_as_auto_ && submission_.is_on());
    return (idle_ones_steal && std::all_of(all.begin(), all.end(), is_able)) ||
           std::any_of(all.begin(), all.end(), takes_it_later);
}

/// The most urgent of home's share; where accelerators steal, of those that CPU workers end in time: as in products
/// with a plan (OwnTasks::hand_on).
std::optional<TaskId> GraphPolicy::next_of_share() const {
    const ReadyQueues::Queue& share = program_.queues().of_owner(program_.home_share());
    return first_that(share.begin(), share.end(), [&](TaskId id) {
        const bool is_declined = has_thieves_ && is_for_accelerators_now(id);
        return program_.seconds_on_cpu(id) < never && !is_declined;
    });
}

/// What only CPU workers can execute, then what is left to them, then home's share, then what nobody has claimed, then
/// what is stolen.
std::optional<TaskId> GraphPolicy::next_for_cpu() {
    if (const ReadyQueues::Queue& own = program_.queues().of_owner(home); !own.empty()) {
        return own.begin()->task;
    }
    if (const ReadyQueues::Queue& left = program_.queues().of_owner(program_.left_at_home()); !left.empty()) {
        return left.begin()->task;
    }
    if (const std::optional<TaskId> shared = next_of_share()) {
        return shared;
    }
    const std::optional<TaskId> unclaimed = claims_.next_for_cpu();
    return unclaimed ? unclaimed : thefts_.next(home);
}

} // namespace tangram::sched::graph
