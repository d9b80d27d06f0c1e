#include "apps/command/exchange_runs.hpp"

#include "apps/command/options.hpp"
#include "cluster/fronts/tree_source.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tangram::apps {

namespace {

solver::Problem problem_of(fronts::SourcedTree source, std::size_t processes) {
    fronts::Mapping mapping = fronts::mapped(source.tree, processes);
    return source.origin ? solver::problem_of(std::move(source.tree), std::move(mapping), source.origin->elimination)
                         : solver::problem_of(std::move(source.tree), std::move(mapping));
}

std::size_t parallel_fronts(const solver::Problem& problem) {
    const auto& places = problem.mapping.places;
    return static_cast<std::size_t>(std::count_if(places.begin(), places.end(), [](const fronts::Place& place) {
        return place.type == fronts::FrontType::parallel;
    }));
}

ExchangeRun run(const ExchangeArguments& arguments, const solver::Options& options, std::uint64_t seed) {
    const solver::Problem problem = problem_of(fronts::tree_from(arguments.tree, seed), arguments.processes);
    return {.seed = seed,
            .fronts = problem.tree.fronts.size(),
            .parallel_fronts = parallel_fronts(problem),
            .threshold = options.threshold.value_or(solver::default_threshold(problem, options.limits)),
            .result = simulation::simulate(problem, options, simulated_machine(arguments))};
}

} // namespace

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
