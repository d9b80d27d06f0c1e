#include "sched/stealing.hpp"

namespace tangram::sched {

std::optional<TaskLists::Ticket> RandSteal::choose(ReadyTasks& tasks, Node /*thief*/) {
    const std::size_t nodes = tasks.shared_list();
    const std::size_t start = random_() % nodes;
    for (std::size_t step = 0; step < nodes; ++step) {
        if (const auto last = tasks.lists().last((start + step) % nodes)) {
            return last;
        }
    }
    return std::nullopt;
}

std::optional<TaskLists::Ticket> ChoiceSteal::choose(ReadyTasks& tasks, Node thief) {
    const std::size_t nodes = tasks.shared_list();
    std::optional<TaskLists::Ticket> best;
    for (std::size_t step = 1; step < nodes; ++step) {
        const auto last = tasks.lists().last((thief + step) % nodes);
        if (last && (!best || tasks.cost(*last, thief) < tasks.cost(*best, thief))) {
            best = last;
        }
    }
    return best;
}

std::optional<TaskLists::Ticket> EffectiveSteal::choose(ReadyTasks& tasks, Node thief) {
    const auto cheapest = tasks.cheapest(thief, End::last);
    return cheapest ? cheapest : otherwise_.choose(tasks, thief);
}

} // namespace tangram::sched
