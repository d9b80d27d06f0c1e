#pragma once

/// What a policy asks of StarPU. Only StarPU knows which tiles it took from a device whose memory ran short, and a
/// policy asks through StartingPlaces::still_there, a function that is called within Policy::next, hence with the
/// Dispatcher's lock held. This one calls starpu_data_is_on_node, which takes no lock: its answer is a hint.

#include "sched/base/task.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace tangram::sched::starpu {

/// Whether the tile of this position (0: first) is at StarPU's memory node or on its way there:
/// StartingPlaces::still_there for a policy whose nodes are StarPU's `memory_nodes`.
std::function<bool(const Task&, std::size_t, Node)> still_there(std::vector<unsigned> memory_nodes);

} // namespace tangram::sched::starpu
