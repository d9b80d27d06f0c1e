#include "sched/stealing.hpp"

namespace tangram::sched {

std::optional<TaskLists::Ticket> RandSteal::choose(ReadyTasks& tasks, Node thief) {
    const std::size_t nodes = tasks.shared_list();
    const std::size_t others = nodes - 1;
    const std::size_t start = others > 0 ? random_() % others : 0;
    for (std::size_t step = 0; step < others; ++step) {
        if (const auto last = tasks.lists().last((thief + 1 + (start + step) % others) % nodes)) {
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
