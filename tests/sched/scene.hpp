#pragma once

/// Tasks by name, so that a hand-worked scene reads as one: "T(0,1,2)", "T(0,1,2) in 3"
/// for an auxiliary copy, "add(0,1) of 3", "nothing".

#include "sched/ready/ready_tasks.hpp"

#include <optional>
#include <string>

namespace tangram::sched {

inline std::string name(const std::optional<Task>& task) {
    if (!task) {
        return "nothing";
    }
    const std::string tile = std::to_string(task->i) + "," + std::to_string(task->j);
    const std::string copy = std::to_string(task->copy);
    if (task->work == Work::add) {
        return "add(" + tile + ") of " + copy;
    }
    return "T(" + tile + "," + std::to_string(task->k) + ")" + (task->copy == 0 ? "" : " in " + copy);
}

inline std::string name(const ReadyTasks& tasks, const std::optional<TaskLists::Ticket>& ticket) {
    return name(ticket ? std::optional(tasks.lists().task(*ticket)) : std::nullopt);
}

/// C(i,j) += C_copy(i,j).
inline Task addition(std::uint32_t i, std::uint32_t j, std::uint32_t copy) {
    return {i, j, 0, nullptr, copy, Work::add};
}

/// T(i,j,k) accumulating in a copy of C(i,j).
inline Task apart(std::uint32_t i, std::uint32_t j, std::uint32_t k, std::uint32_t copy) {
    return {i, j, k, nullptr, copy};
}

} // namespace tangram::sched
