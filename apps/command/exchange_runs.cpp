#include "apps/command/exchange_runs.hpp"

#include "apps/command/options.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace tangram::apps {

namespace {

void add_run(ExchangeOutcome& outcome, const solver::Options& options, std::uint64_t seed) {
    const ExchangeArguments& arguments = outcome.arguments;
    const bool with_samples = arguments.samples && outcome.runs.empty();
    const solver::Problem problem = problem_of(fronts::tree_from(arguments.tree, seed), arguments.processes);
    ExchangeRun run = begun_run(problem, options, seed);
    simulation::Result result = simulation::simulate(problem, options, simulated_machine(arguments), with_samples);
    const solver::Figures& figures = result;
    run.figures = figures;
    outcome.runs.push_back(run);
    if (with_samples) {
        outcome.samples = std::move(result.samples);
    }
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
    ExchangeOutcome outcome{arguments, {}, {}};
    for (std::size_t k = 0; k < arguments.runs; ++k) {
        add_run(outcome, options, arguments.seed + k);
        if (progress) {
            progress->task_done();
        }
    }
    return outcome;
}

} // namespace tangram::apps
