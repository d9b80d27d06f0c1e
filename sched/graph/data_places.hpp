#pragma once

/// Where data are, as a policy for task graphs asks whoever drives it, and what a task would have to fetch.

#include "sched/base/task.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/task_graph.hpp"

#include <span>

namespace tangram::sched::graph {

/// The answers are hints, as data move while they are asked for. The driver's lock is held meanwhile: they must not
/// wait.
class DataPlaces {
  public:
    enum class State { absent, coming, there };

    DataPlaces() = default;
    DataPlaces(const DataPlaces&) = delete;
    DataPlaces& operator=(const DataPlaces&) = delete;
    virtual ~DataPlaces() = default;

    [[nodiscard]] virtual State state(DataId data, Node node) const = 0;
    [[nodiscard]] virtual double bytes(DataId data) const = 0;
};

/// Bytes of what is read and neither at the node nor on its way there. O(uses).
[[nodiscard]] double missing_bytes(std::span<const Use> uses, Node node, const DataPlaces& places);

/// Seconds to move these over the link, one after the other, each with the latency. O(uses).
[[nodiscard]] double fetch_seconds(std::span<const Use> uses, Node node, const DataPlaces& places,
                                   const HomeLink& link);

} // namespace tangram::sched::graph
