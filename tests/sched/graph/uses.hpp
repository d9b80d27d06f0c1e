#pragma once

/// How a task uses a datum, so that a hand-worked scene reads as one.

#include "sched/graph/task_graph.hpp"

#include <algorithm>
#include <span>

namespace tangram::sched::graph {

inline Use reads(DataId data) {
    return {.data = data, .reads = true, .writes = false};
}

inline Use writes(DataId data) {
    return {.data = data, .reads = false, .writes = true};
}

inline Use updates(DataId data) {
    return {.data = data, .reads = true, .writes = true};
}

/// As one of many that add to it.
inline Use adds_to(DataId data) {
    return {.data = data, .reads = false, .writes = true, .reduces = true};
}

/// Whether two tasks must run one after the other: one writes what the other one uses. Each chain of such pairs is one
/// of dependencies as well, so this says all about order and about longest paths, and needs no last writers.
inline bool conflict(std::span<const Use> one, std::span<const Use> other) {
    return std::any_of(one.begin(), one.end(), [&](const Use& x) {
        return std::any_of(other.begin(), other.end(),
                           [&](const Use& y) { return x.data == y.data && (x.writes || y.writes); });
    });
}

} // namespace tangram::sched::graph
