#include "sched/graph/dynamic_graph_policy.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

DynamicGraphPolicy::DynamicGraphPolicy(MachineView machine, const DataPlaces& places,
                                       std::optional<std::size_t> choices, std::size_t window)
    : machine_(std::move(machine)), places_(places), choices_(choices), window_(machine_.prefetches ? window : 0),
      nodes_(machine_.accelerators()), kind_of_(machine_.kinds_by_node()), missing_(machine_.nodes(), places),
      seats_(machine_.workers.size()) {
    if (machine_.cpu_workers() > 0) {
        nodes_.insert(nodes_.begin(), home);
    }
}

TaskId DynamicGraphPolicy::submitted(std::span<const Use> uses, const Seconds& seconds, int priority) {
    if (free_.empty()) {
        free_.push_back(static_cast<TaskId>(tasks_.size()));
        tasks_.emplace_back();
    }
    const TaskId id = free_.back();
    free_.pop_back();
    Able able;
    std::copy_if(nodes_.begin(), nodes_.end(), std::back_inserter(able),
                 [&](Node node) { return seconds[kind_of_[node]] < never; });
    Task& task = tasks_[id];
    task.uses.assign(uses.begin(), uses.end());
    task.group = queues_.try_emplace(std::move(able)).first;
    task.phase = Phase::submitted;
    task.turn.priority = priority;
    return id;
}

/// The accelerator that lacks least, or home if none can execute the task.
Node DynamicGraphPolicy::ready(TaskId id) {
    Task& task = tasks_[id];
    auto& [able, queue] = *task.group;
    task.phase = Phase::ready;
    task.turn.number = numbers_++;
    queue.insert(queue.end(), {task.turn, id});
    if (!choices_) {
        missing_.add(id, task.uses, task.turn, able);
    }
    ++waiting_;
    const auto accelerators = able.begin() + (able.front() == home ? 1 : 0);
    const auto best = std::min_element(accelerators, able.end(), [&](Node one, Node other) {
        return missing_bytes(tasks_[id].uses, one, places_) < missing_bytes(tasks_[id].uses, other, places_);
    });
    return best != able.end() ? *best : home;
}

/// Goes through the queues of tasks for this node at once, in the order of turns.
std::optional<TaskId> DynamicGraphPolicy::cheapest_of_first(Node node) const {
    std::vector<std::pair<Queue::const_iterator, Queue::const_iterator>> rests;
    for (const auto& [able, queue] : queues_) {
        if (!queue.empty() && std::find(able.begin(), able.end(), node) != able.end()) {
            rests.emplace_back(queue.begin(), queue.end());
        }
    }
    std::optional<TaskId> best;
    double least = never;
    for (std::size_t looks = 0; looks < *choices_ && !rests.empty() && least > 0; ++looks) {
        const auto first = std::min_element(rests.begin(), rests.end(), [](const auto& one, const auto& other) {
            return one.first->first < other.first->first;
        });
        const TaskId id = first->first->second;
        if (const double bytes = *choices_ > 1 ? missing_bytes(tasks_[id].uses, node, places_) : 0; bytes < least) {
            least = bytes;
            best = id;
        }
        if (++first->first == first->second) {
            rests.erase(first);
        }
    }
    return best;
}

std::optional<TaskId> DynamicGraphPolicy::cheapest_of_all(Node node) {
    missing_.check_cheapest(node);
    const MissingData::Costs& costs = missing_.costs(node);
    return costs.empty() ? std::nullopt : std::optional(costs.begin()->task);
}

std::optional<TaskId> DynamicGraphPolicy::take(Node node) {
    const std::optional<TaskId> id = choices_ ? cheapest_of_first(node) : cheapest_of_all(node);
    if (!id) {
        return std::nullopt;
    }
    forget(*id);
    if (!choices_) {
        missing_.executed(tasks_[*id].uses, node);
    }
    return id;
}

/// The ready task is no longer to be chosen.
void DynamicGraphPolicy::forget(TaskId id) {
    Task& task = tasks_[id];
    task.group->second.erase(task.turn);
    if (!choices_) {
        missing_.remove(id);
    }
    task.phase = Phase::given;
    --waiting_;
}

void DynamicGraphPolicy::count(Node node) {
    ++(node == home ? counts_.by_cpus : counts_.unowned);
}

GraphScheduler::Choice DynamicGraphPolicy::next(std::size_t worker) {
    const Node node = machine_.workers[worker].node;
    const std::size_t window = node == home ? 0 : window_;
    std::deque<TaskId>& seat = seats_[worker];
    Choice choice;
    while (seat.size() <= window) {
        const std::optional<TaskId> id = take(node);
        if (!id) {
            break;
        }
        if (!seat.empty()) { // the first is executed at once
            tasks_[*id].is_being_fetched = true;
            choice.ahead.push_back(*id);
        }
        tasks_[*id].phase = Phase::held;
        seat.push_back(*id);
        ++held_;
    }
    if (!seat.empty()) {
        choice.task = seat.front();
        tasks_[seat.front()].phase = Phase::given;
        seat.pop_front();
        --held_;
        count(node);
    }
    return choice;
}

void DynamicGraphPolicy::prefetched(std::span<const TaskId> tasks) {
    for (const TaskId id : tasks) {
        tasks_[id].is_being_fetched = false;
    }
}

void DynamicGraphPolicy::finished(TaskId id) {
    if (tasks_[id].phase == Phase::ready) {
        forget(id);
    }
    if (tasks_[id].phase == Phase::held) {
        for (std::deque<TaskId>& seat : seats_) {
            held_ -= std::erase(seat, id);
        }
    }
    free_.push_back(id);
}

std::vector<TaskId> DynamicGraphPolicy::release() {
    std::vector<TaskId> all;
    for (const auto& [able, queue] : queues_) {
        for (const auto& [turn, id] : queue) {
            all.push_back(id);
        }
    }
    std::for_each(all.begin(), all.end(), [this](TaskId id) { forget(id); });
    for (std::deque<TaskId>& seat : seats_) {
        const auto released =
            std::stable_partition(seat.begin(), seat.end(), [this](TaskId id) { return tasks_[id].is_being_fetched; });
        for (auto id = released; id != seat.end(); ++id) {
            tasks_[*id].phase = Phase::given;
            all.push_back(*id);
        }
        held_ -= static_cast<std::size_t>(seat.end() - released);
        seat.erase(released, seat.end());
    }
    return all;
}

} // namespace tangram::sched::graph
