#include "sched/graph/thefts.hpp"

namespace tangram::sched::graph {

Thefts::Thefts(const ProgramState& program, const DataPlaces& places, std::optional<Balancing> balancing,
               std::uint64_t seed)
    : automatic_(program) {
    if (balancing) {
        balanced_.emplace(program, places, *balancing, seed);
    }
}

void Thefts::ready(TaskId id) {
    if (balanced_) {
        balanced_->ready(id);
    }
}

void Thefts::removed(TaskId id) {
    if (balanced_) {
        balanced_->removed(id);
    }
}

void Thefts::executed(TaskId id, Node node) {
    if (balanced_) {
        balanced_->executed(id, node);
    }
}

std::optional<TaskId> Thefts::next(Node thief) {
    return balanced_ ? balanced_->next(thief) : automatic_.next(thief);
}

} // namespace tangram::sched::graph
