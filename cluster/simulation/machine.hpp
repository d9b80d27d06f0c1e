#pragma once

/// What simulated processes run on.

#include <string>
#include <string_view>
#include <vector>

namespace tangram::simulation {

/// Who treats messages of the exchange of loads, and when (Guermouche and L'Excellent 2005, section 4.5).
enum class Thread {
    none, ///< the process itself, between computations
    flag, ///< a thread, at once; the process begins no task and no message while frozen
    lock, ///< a thread, at once; it holds the lock of all communication while frozen, so that a process that has
          ///< computed does not even account for that before
};

/// "none", "flag", "lock": by Thread.
[[nodiscard]] const std::vector<std::string>& thread_names();

/// Throws InvalidInput if there is no variant of this name.
[[nodiscard]] Thread thread_named(std::string_view name);

struct Machine {
    double latency_us = 5;
    double bandwidth_gbs = 1; ///< 10^9 bytes a second
    double gflops = 1.5;      ///< 10^9 flops a second, of each process
    Thread thread = Thread::none;
};

/// Throws InvalidInput unless the latency is 0 or more, and bandwidth and speed are positive.
void require_valid(const Machine& machine);

} // namespace tangram::simulation
