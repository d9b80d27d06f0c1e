#pragma once

/// The factorisation of cluster/solver on simulated processes, without numbers: computations take their flops' time.
/// Nothing is drawn at random: the same input has the same course.

#include "cluster/simulation/machine.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"

#include <cstdint>
#include <vector>

namespace tangram::simulation {

/// For pictures: what a process has from then on.
struct MemorySample {
    double seconds = 0;
    int process = 0;
    std::int64_t entries = 0;
};

/// Its seconds end with the last computation.
struct Result : solver::Figures {
    std::vector<MemorySample> memory; ///< in the order of time, if it was asked for
};

struct Watch {
    bool memory = false; ///< fill Result::memory
};

/// Messages of the exchange and of the application travel in networks of their own. Throws InvalidInput as the
/// functions require_valid() of options and machine, RunFailure if processes wait for ever, which would be a fault of
/// their protocol. O(events log events).
[[nodiscard]] Result simulate(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                              const Watch& watch = {});

} // namespace tangram::simulation
