#pragma once

/// The runs of `tangram exchange`, of `tangram-s4u exchange`, and of `tangram-mpi fronts`.

#include "apps/command/exchange_arguments.hpp"
#include "cluster/fronts/tree_source.hpp"
#include "cluster/simulation/simulation.hpp"
#include "cluster/solver/figures.hpp"
#include "cluster/solver/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// Of one tree.
struct ExchangeRun {
    std::uint64_t seed = 0;
    std::size_t fronts = 0;
    std::size_t parallel_fronts = 0; ///< of type 2, whose slaves are selected
    exchange::Load threshold;
    solver::Figures figures;
    std::optional<double> residual; ///< scaled, of the solution; nothing: simulated, without numbers
};

struct ExchangeOutcome {
    ExchangeArguments arguments;
    std::string simulated_by;      ///< an engine's name; "" exactly if the runs have residuals
    std::vector<ExchangeRun> runs; ///< at least one
    simulation::Samples samples;   ///< of the first one, if they were asked for
};

/// A solution with a larger scaled residual is wrong.
inline constexpr double largest_residual = 1e-12;

/// Of what the processes have: this tree, mapped to them.
[[nodiscard]] solver::Problem problem_of(const fronts::SourcedTree& source, std::size_t processes);

/// A run as it begins: all but figures and residual.
[[nodiscard]] ExchangeRun begun_run(const solver::Problem& problem, const solver::Options& options, std::uint64_t seed);

/// As simulation::simulate(), on a machine.
using Simulate =
    std::function<simulation::Result(const solver::Problem&, const solver::Options&, const simulation::Watch&)>;

struct ExchangeEngine {
    std::string name; ///< in reports
    /// On the machine of the arguments. Throws InvalidInput if that cannot be.
    std::function<Simulate(const ExchangeArguments&)> simulate_on;
};

[[nodiscard]] ExchangeEngine event_simulator();

/// Simulates all runs. Throws InvalidInput for what is wrong in the arguments, or in the file of a matrix.
ExchangeOutcome exchange_outcome(const ExchangeArguments& arguments, const ExchangeEngine& engine);

} // namespace tangram::apps
