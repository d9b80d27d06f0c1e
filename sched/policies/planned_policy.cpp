#include "sched/policies/planned_policy.hpp"

#include "sched/policies/own_tasks_by_submission.hpp"
#include "sched/policies/own_tasks_by_zone.hpp"
#include "sched/policies/theft_worth.hpp"

#include <utility>

namespace tangram::sched {

PlannedPolicy::PlannedPolicy(const Workload& workload, std::unique_ptr<OwnTasks> own,
                             std::unique_ptr<StealingRule> rule)
    : tasks_(workload, rule ? rule->search() : Search::by_order), own_(std::move(own)), rule_(std::move(rule)) {
    decisions_.nodes.resize(workload.allocation->processors);
}

Wake PlannedPolicy::ready(const Task& task) {
    const TaskLists::Ticket ticket = tasks_.add(task);
    own_->add(tasks_, ticket);
    return {tasks_.owner(ticket), rule_ != nullptr};
}

std::optional<Task> PlannedPolicy::next(Node node) {
    std::optional<TaskLists::Ticket> chosen = own_->next(tasks_, node);
    const auto hands_on = [&](TaskLists::Ticket ticket) {
        const Task task = tasks_.ready().lists().task(ticket); // which moves to another list
        return own_->hand_on(tasks_, task);
    };
    while (chosen && hands_on(*chosen)) {
        has_moved_tasks_ = true;
        chosen = own_->next(tasks_, node);
    }
    if (!chosen && rule_ && !own_->waits(tasks_, node)) {
        chosen = steal(node);
    }
    if (!chosen) {
        tasks_.ask_in_vain(node);
        return std::nullopt;
    }
    return hand_out(*chosen, node);
}

std::optional<TaskLists::Ticket> PlannedPolicy::steal(Node thief) {
    const MayTake pays = [this, thief](TaskLists::Ticket ticket) { return is_worth_it(thief, ticket); };
    const std::optional<TaskLists::Ticket> reserved = own_->reserved(tasks_, thief, pays);
    return reserved ? reserved : rule_->choose(tasks_.ready(), thief, pays);
}

bool PlannedPolicy::is_worth_it(Node thief, TaskLists::Ticket ticket) {
    if (tasks_.speeds().empty()) {
        return true;
    }
    const Task& task = tasks_.ready().lists().task(ticket);
    if (tasks_.home_keeps_up(task, thief)) {
        return false;
    }
    const Node owner = tasks_.owner(ticket);
    tasks_.ready().forget_lost_tiles(ticket, thief);
    return pays({.thief = tasks_.speeds()[thief],
                 .victim = tasks_.speed_of_owner(owner),
                 .products = tasks_.taken_over(ticket),
                 .missing = tasks_.ready().cost(ticket, thief),
                 .lines_at_home = task.work == Work::multiply ? tasks_.holders().lines_at_home(task) : 0,
                 .victim_remaining = tasks_.holders().remaining(owner),
                 .contenders = tasks_.contenders(thief, owner),
                 .needs_room = tasks_.needs_room(task, thief)});
}

Task PlannedPolicy::hand_out(TaskLists::Ticket ticket, Node node) {
    ReadyTasks& ready = tasks_.ready();
    const Node owner = tasks_.owner(ticket);
    const bool is_own = tasks_.is_planned(ticket, node);
    if (!is_own) {
        ready.forget_lost_tiles(ticket, node); // not all that is stolen was searched for by its cost
    }
    decisions_.count(ready.lists().task(ticket), node, is_own, ready.cost(ticket, node));
    const Task task = tasks_.hand_out(ticket, node);
    own_->handed_out(tasks_, task, owner, node);
    return task;
}

std::unique_ptr<PlannedPolicy> planned_policy(const Workload& workload, std::unique_ptr<StealingRule> rule) {
    std::unique_ptr<OwnTasks> own;
    if (workload.order == Order::zone) {
        own = std::make_unique<OwnTasksByZone>(workload, rule != nullptr);
    } else {
        own = std::make_unique<OwnTasksBySubmission>();
    }
    return std::make_unique<PlannedPolicy>(workload, std::move(own), std::move(rule));
}

} // namespace tangram::sched
