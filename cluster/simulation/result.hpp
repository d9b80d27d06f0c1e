#pragma once

/// What a simulated factorisation gives, whatever engine has the time.

#include "cluster/solver/figures.hpp"

#include <cstdint>
#include <vector>

namespace tangram::simulation {

/// What is wanted of a simulation besides its figures.
struct Watch {
    bool samples = false;
    solver::OnComputation on_computation{}; ///< may be empty
};

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

} // namespace tangram::simulation
