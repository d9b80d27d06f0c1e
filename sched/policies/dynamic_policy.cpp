#include "sched/policies/dynamic_policy.hpp"

namespace tangram::sched {

DynamicPolicy::DynamicPolicy(const Workload& workload, std::optional<std::size_t> choices)
    : ready_(workload.shape, workload.start, choices ? Search::by_order : Search::by_cost), choices_(choices) {
    decisions_.nodes.resize(workload.start.nodes);
}

Wake DynamicPolicy::ready(const Task& task) {
    ready_.add(task, ready_.shared_list());
    return {std::nullopt, true};
}

std::optional<Task> DynamicPolicy::next(Node node) {
    const auto chosen = choose(node);
    if (!chosen) {
        return std::nullopt;
    }
    decisions_.count(ready_.lists().task(*chosen), node, false, ready_.cost(*chosen, node));
    return ready_.hand_out(*chosen, node);
}

std::optional<TaskLists::Ticket> DynamicPolicy::choose(Node node) {
    if (choices_) {
        return cheapest_of_first(*choices_, node);
    }
    const auto cheapest = ready_.cheapest(node, End::first);
    return cheapest ? cheapest : ready_.lists().first(ready_.shared_list());
}

std::optional<TaskLists::Ticket> DynamicPolicy::cheapest_of_first(std::size_t choices, Node node) const {
    auto candidate = ready_.lists().first(ready_.shared_list());
    auto best = candidate;
    for (std::size_t looked_at = 1; looked_at < choices && candidate; ++looked_at) {
        candidate = ready_.lists().following(*candidate);
        if (candidate && ready_.cost(*candidate, node) < ready_.cost(*best, node)) {
            best = candidate;
        }
    }
    return best;
}

} // namespace tangram::sched
