#include "partition/refine/passable_tasks.hpp"

#include <algorithm>
#include <array>

namespace tangram::partition {

bool PassableTasks::may_own(std::size_t task, std::size_t processor) const {
    std::array<std::size_t, 3> buffer{};
    const auto through = lines_.lines_through(task, buffer);
    return std::all_of(through.begin(), through.end(), [&](std::size_t line) {
        const TaskLines::Member* member = lines_.member(line, processor);
        return member != nullptr && member->is_open;
    });
}

void PassableTasks::note(std::size_t task) {
    std::array<std::size_t, 3> buffer{};
    for (const TaskLines::Member& member : lines_.members(lines_.lines_through(task, buffer).front())) {
        note(task, member.processor);
    }
    ++steps_;
}

void PassableTasks::note(std::size_t task, std::size_t processor) {
    const std::size_t owner = lines_.owner(task);
    if (owner != processor && may_own(task, processor)) {
        tasks(owner, processor).push_back(task);
        ++notes_;
    }
}

void PassableTasks::note_all() {
    for (std::vector<std::size_t>& tasks : tasks_) {
        tasks.clear();
    }
    notes_ = 0;
    for (std::size_t task = 0; task < lines_.tasks(); ++task) {
        note(task);
    }
}

std::size_t PassableTasks::find(std::size_t from, std::size_t to) {
    std::vector<std::size_t>& noted = tasks(from, to);
    while (!noted.empty() && !(lines_.owner(noted.back()) == from && may_own(noted.back(), to))) {
        noted.pop_back();
        --notes_;
        ++steps_;
    }
    return noted.empty() ? none : noted.back();
}

} // namespace tangram::partition
