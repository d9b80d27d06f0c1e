#include "apps/command/exchange_runs.hpp"

#include "apps/command/options.hpp"
#include "cluster/simulation/simulation.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tangram::apps {

namespace {

ExchangeRun run(const ExchangeArguments& arguments, const solver::Options& options, std::uint64_t seed) {
    const solver::Problem problem = problem_of(fronts::tree_from(arguments.tree, seed), arguments.processes);
    ExchangeRun run = begun_run(problem, options, seed);
    run.figures = simulation::simulate(problem, options, simulated_machine(arguments));
    return run;
}

} // namespace

solver::Problem problem_of(const fronts::SourcedTree& source, std::size_t processes) {
    fronts::Mapping mapping = fronts::mapped(source.tree, processes);
    return source.origin ? solver::problem_of(source.tree, std::move(mapping), source.origin->elimination)
                         : solver::problem_of(source.tree, std::move(mapping));
}

ExchangeRun begun_run(const solver::Problem& problem, const solver::Options& options, std::uint64_t seed) {
    const auto& places = problem.mapping.places;
    const auto parallel_fronts = std::count_if(places.begin(), places.end(), [](const fronts::Place& place) {
        return place.type == fronts::FrontType::parallel;
    });
    return {.seed = seed,
            .fronts = problem.tree.fronts.size(),
            .parallel_fronts = static_cast<std::size_t>(parallel_fronts),
            .threshold = options.threshold.value_or(solver::default_threshold(problem, options.limits)),
            .figures = {},
            .residual = {}};
}

ExchangeOutcome exchange_outcome(const ExchangeArguments& arguments) {
    const solver::Options options = solver_options(arguments);
    simulation::require_valid(simulated_machine(arguments));
    const std::unique_ptr<Progress> progress = progress_line(arguments.progress, "runs");
    if (progress) {
        progress->begin(arguments.runs);
    }
    ExchangeOutcome outcome{arguments, {}};
    for (std::size_t k = 0; k < arguments.runs; ++k) {
        outcome.runs.push_back(run(arguments, options, arguments.seed + k));
        if (progress) {
            progress->task_done();
        }
    }
    return outcome;
}

} // namespace tangram::apps
