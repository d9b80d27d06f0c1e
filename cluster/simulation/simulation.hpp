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

/// For pictures: a decision, and the error of the view by which it was taken, as in solver::ViewError.
struct ViewSample {
    double seconds = 0;
    int process = 0; ///< the master
    double error = 0;
};

/// In the order of time. Decisions where the others have no load are left out.
struct Samples {
    std::vector<MemorySample> memory;
    std::vector<ViewSample> views;
};

/// Its seconds end with the last computation.
struct Result : solver::Figures {
    Samples samples; ///< if they were asked for
};

/// Messages of the exchange and of the application travel in networks of their own. Throws InvalidInput as the
/// functions require_valid() of options and machine, RunFailure if processes wait for ever, which would be a fault of
/// their protocol. O(events log events).
[[nodiscard]] Result simulate(const solver::Problem& problem, const solver::Options& options, const Machine& machine,
                              bool with_samples = false);

} // namespace tangram::simulation
