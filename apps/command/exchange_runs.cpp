#include "apps/command/exchange_runs.hpp"

#include "apps/command/options.hpp"
#include "apps/command/runs_progress.hpp"
#include "cluster/fronts/front_costs.hpp"

#include <algorithm>
#include <utility>

namespace tangram::apps {

namespace {

void add_run(ExchangeOutcome& outcome, const Simulate& simulate, const solver::Options& options, std::uint64_t seed,
             RunsProgress& progress) {
    const ExchangeArguments& arguments = outcome.arguments;
    const simulation::Watch watch{arguments.samples && outcome.runs.empty(),
                                  [&progress](std::int64_t flops) { progress.computation_ends(flops); }};
    const solver::Problem problem = problem_of(fronts::tree_from(arguments.tree, seed), arguments.processes);
    ExchangeRun run = begun_run(problem, options, seed);
    progress.run_begins(fronts::total_flops(problem.tree));
    simulation::Result result = simulate(problem, options, watch);
    progress.run_ends();
    const solver::Figures& figures = result;
    run.figures = figures;
    outcome.runs.push_back(run);
    if (watch.samples) {
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

ExchangeEngine event_simulator() {
    return {"events", [](const ExchangeArguments& arguments) -> Simulate {
                const simulation::Machine machine = simulated_machine(arguments);
                simulation::require_valid(machine);
                return [machine](const solver::Problem& problem, const solver::Options& options,
                                 const simulation::Watch& watch) {
                    return simulation::simulate(problem, options, machine, watch);
                };
            }};
}

ExchangeOutcome exchange_outcome(const ExchangeArguments& arguments, const ExchangeEngine& engine) {
    const solver::Options options = solver_options(arguments);
    const Simulate simulate = engine.simulate_on(arguments);
    RunsProgress progress(progress_line(arguments.progress, "runs", RunsProgress::parts), arguments.runs);
    ExchangeOutcome outcome{arguments, engine.name, {}, {}};
    for (std::size_t k = 0; k < arguments.runs; ++k) {
        add_run(outcome, simulate, options, arguments.seed + k, progress);
    }
    return outcome;
}

} // namespace tangram::apps
