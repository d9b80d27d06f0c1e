#include "sched/policies/stealing.hpp"

namespace tangram::sched {

std::optional<TaskLists::Ticket> RandSteal::choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) {
    const std::size_t nodes = tasks.shared_list();
    const std::size_t others = nodes - 1;
    const std::size_t start = others > 0 ? random_() % others : 0;
    for (std::size_t step = 0; step < others; ++step) {
        const Node victim = (thief + 1 + (start + step) % others) % nodes;
        const auto last = tasks.lists().last(victim);
        if (last && may_take(*last)) {
            return last;
        }
    }
    return std::nullopt;
}

std::optional<TaskLists::Ticket> ChoiceSteal::choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) {
    const std::size_t nodes = tasks.shared_list();
    std::optional<TaskLists::Ticket> best;
    for (std::size_t step = 1; step < nodes; ++step) {
        const Node victim = (thief + step) % nodes;
        const auto last = tasks.lists().last(victim);
        if (!last || !may_take(*last)) {
            continue;
        }
        tasks.forget_lost_tiles(*last, thief);
        if (!best || tasks.cost(*last, thief) < tasks.cost(*best, thief)) {
            best = last;
        }
    }
    return best;
}

std::optional<TaskLists::Ticket> EffectiveSteal::choose(ReadyTasks& tasks, Node thief, const MayTake& may_take) {
    const auto cheapest = tasks.cheapest(thief, End::last);
    if (!cheapest) {
        return random_.choose(tasks, thief, may_take);
    }
    return may_take(*cheapest) ? cheapest : choice_.choose(tasks, thief, may_take);
}

} // namespace tangram::sched
