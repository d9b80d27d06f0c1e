#pragma once

/// What links share. StarPU measures each link alone; PCIe switches, and the memory behind all of them, carry less than
/// the sum.

#include "apps/gemm/machines/machine.hpp"

#include <vector>

namespace tangram::apps {

/// Bytes per second that all devices together fetch from RAM, if all of them fetch at once. Infinite if that takes
/// hardly longer than the slowest link alone, with fewer than two devices, and where one has less than a gigabyte.
/// Copies some megabytes to each; in simulation, too. To be called while no task runs. Throws Unavailable if there is
/// no memory for them.
double shared_bandwidth_from_ram(const std::vector<MemoryNode>& nodes);

} // namespace tangram::apps
