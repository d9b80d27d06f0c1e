#pragma once

/// What links share. StarPU measures each link alone; PCIe switches, and the memory behind all of them, carry less than
/// the sum.

#include "apps/gemm/machines/machine.hpp"

#include <cstddef>
#include <vector>

namespace tangram::apps {

constexpr std::size_t shared_link_block = std::size_t{4} << 20; ///< bytes that each device fetches

/// Seconds in which devices fetched a block each from RAM.
struct FetchTimes {
    std::vector<double> alone; ///< one device after the other, two or more
    double at_once = 0;        ///< all devices together
    double latency = 0;        ///< of `at_once`, what does not grow with the bytes
};

/// What the times say of the bytes per second that all devices together fetch: infinite if all together take hardly
/// longer than the slowest one alone, and never less than the fastest one fetches alone. (Where a busy machine delays
/// the threads of drivers, fetching at once takes milliseconds, as if RAM were slow, and a plan would use one device
/// alone.)
double bandwidth_by_times(const FetchTimes& times);

/// Bytes per second that all devices together fetch from RAM, if all of them fetch at once. Infinite if that takes
/// hardly longer than the slowest link alone, with fewer than two devices, and where one has less than a gigabyte.
/// Copies some megabytes to each; in simulation, too. To be called while no task runs. Throws Unavailable if there is
/// no memory for them.
double shared_bandwidth_from_ram(const std::vector<MemoryNode>& nodes);

} // namespace tangram::apps
