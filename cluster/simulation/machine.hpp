#pragma once

/// What simulated processes run on.

#include "cluster/solver/thread.hpp"

namespace tangram::simulation {

using solver::Thread;

struct Machine {
    double latency_us = 5;
    double bandwidth_gbs = 1; ///< 10^9 bytes a second
    double gflops = 1.5;      ///< 10^9 flops a second, of each process
    Thread thread = Thread::none;
};

/// Throws InvalidInput unless the latency is 0 or from 10^-3 to 10^9, and bandwidth and speed are from 10^-6 to 10^9.
void require_valid(const Machine& machine);

} // namespace tangram::simulation
