#pragma once

/// Looks at a few tasks at the end of an ordered set: decisions must not take longer with more ready tasks.

#include "sched/graph/task_graph.hpp"

#include <optional>

namespace tangram::sched::graph {

/// Tasks that a decision looks at.
inline constexpr int looked_at = 12;

/// The first task with the property, of the first few entries.
template <typename Iterator, typename Predicate>
std::optional<TaskId> first_that(Iterator entry, const Iterator& end, Predicate has_property) {
    for (int looks = 0; entry != end && looks < looked_at; ++entry, ++looks) {
        if (has_property(entry->task)) {
            return entry->task;
        }
    }
    return std::nullopt;
}

} // namespace tangram::sched::graph
