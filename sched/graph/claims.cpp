#include "sched/graph/claims.hpp"

#include "sched/graph/cpu_guard.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tangram::sched::graph {

/// If this is the only unclaimed task, earlier calls are forgotten: their tasks were taken by others, and who was
/// called may not have looked, as nobody looks when nothing is ready.
Node Claims::ready(TaskId id) {
    if (program_.queues().of_owner(program_.unclaimed()).size() == 1) {
        is_called_.assign(is_called_.size(), false);
    }
    const Node node = alone_for(id).value_or(program_.lacking_least(id));
    is_called_[node] = true;
    return node;
}

/// The accelerator that claims such tasks alone, if it can execute this one.
std::optional<Node> Claims::alone_for(TaskId id) const {
    const std::optional<Node> alone = concentration_.alone();
    return alone && program_.seconds_on(id, *alone) < never ? alone : std::nullopt;
}

/// Whether another accelerator lacks less and has the task's data sooner. Only one that looks for work again counts:
/// others may sleep until somebody calls them.
bool Claims::leaves(TaskId id, Node node) const {
    if (const std::optional<Node> alone = alone_for(id)) {
        constexpr double few_tasks = 8; // more than it claims at a time: it has work of its own
        if (*alone == node || program_.load(*alone) <= few_tasks * program_.seconds_on(id, *alone)) {
            return *alone != node;
        }
    }
    const Node other = program_.lacking_least(id);
    const double fetch = program_.fetch_seconds(id, node);
    const double fetch_of_other = program_.fetch_seconds(id, other);
    const bool looks_again = program_.is_at_work(other) || is_called_[other];
    return fetch_of_other < fetch && looks_again && program_.load(other) + fetch_of_other < program_.load(node) + fetch;
}

/// A task to execute, and those whose data come meanwhile.
void Claims::claim_for(Node node) {
    constexpr std::size_t ahead = 2;
    is_called_[node] = false;
    const std::size_t enough = 1 + (program_.machine().prefetches ? ahead : 0);
    while (program_.queues().of_owner(node).size() < enough) {
        const MissingData::Costs& costs = program_.unclaimed_of(node);
        if (costs.empty()) {
            return;
        }
        const TaskId cheapest = costs.begin()->task;
        if (leaves(cheapest, node)) {
            has_left_some_ = true;
            return;
        }
        program_.claim(cheapest, node);
    }
}

void Claims::started(TaskId id, Node node) {
    if (program_.accelerators().size() < 2) {
        return; // it is alone anyway
    }
    const std::optional<Node> before = concentration_.alone();
    std::vector<double> seconds(program_.machine().nodes(), never);
    for (const Node accelerator : program_.accelerators()) {
        seconds[accelerator] = program_.seconds_on(id, accelerator);
    }
    seconds[home] = program_.seconds_on_cpu(id);
    concentration_.executed(program_.uses(id), node, seconds);
    has_changed_ = has_changed_ || concentration_.alone() != before;
}

void Claims::finished() {
    has_finished_ = true;
    const std::vector<Node>& accelerators = program_.accelerators();
    if (std::none_of(accelerators.begin(), accelerators.end(), [&](Node node) { return program_.is_at_work(node); })) {
        concentration_.pause();
    }
}

bool Claims::is_for_another(TaskId id, Node node) const {
    return program_.task(id).is_claimed && alone_for(id).value_or(node) != node;
}

bool Claims::wakes_all(bool has_found_work) {
    if (std::exchange(has_changed_, false)) {
        return true;
    }
    const bool has_finished = std::exchange(has_finished_, false);
    return has_finished && !has_found_work && std::exchange(has_left_some_, false);
}

/// Only the cheapest: who looks further takes tasks from accelerators that have their data.
std::optional<TaskId> Claims::next_for_cpu() {
    const MissingData::Costs& costs = program_.unclaimed_of(home);
    if (costs.empty()) {
        return std::nullopt;
    }
    const TaskId id = costs.begin()->task;
    const double seconds = program_.seconds_on_cpu(id) + program_.fetch_seconds(id, home);
    return delays_claims(program_, id, seconds, alone_for(id)) ? std::nullopt : std::optional(id);
}

} // namespace tangram::sched::graph
