#pragma once

/// The runs of `tangram exchange`.

#include "apps/command/exchange_arguments.hpp"
#include "cluster/simulation/simulation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::apps {

/// Of one tree.
struct ExchangeRun {
    std::uint64_t seed = 0;
    std::size_t fronts = 0;
    std::size_t parallel_fronts = 0; ///< of type 2, whose slaves are selected
    exchange::Load threshold;
    simulation::Result result;
};

struct ExchangeOutcome {
    ExchangeArguments arguments;
    std::vector<ExchangeRun> runs; ///< at least one
};

/// Throws InvalidInput for what is wrong in the arguments, or in the file of a matrix.
ExchangeOutcome exchange_outcome(const ExchangeArguments& arguments);

} // namespace tangram::apps
