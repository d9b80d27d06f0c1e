#include "apps/command/affinity_runs.hpp"

#include "apps/command/affinity_choice.hpp"
#include "apps/command/options.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "model/analysis.hpp"
#include "model/campaign.hpp"
#include "model/static_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

/// Without --processors there are as many as the speeds are for.
sched::AffinityProblem problem_of(const AffinityArguments& arguments, sched::Kernel kernel,
                                  const model::SpeedDistribution& speeds) {
    const std::optional<std::size_t> processors = arguments.processors ? arguments.processors : speeds.processors();
    if (!arguments.blocks || !processors) {
        throw InvalidInput(fmt::format("{} is missing", arguments.blocks ? "--processors" : "--blocks"));
    }
    if (kernel == sched::Kernel::matrix && *arguments.blocks > most_blocks_of_matrices) {
        throw InvalidInput(
            fmt::format("--blocks {}: at most {} for the matrix product", *arguments.blocks, most_blocks_of_matrices));
    }
    sched::AffinityProblem problem = sched::AffinityProblem::cube(kernel, *arguments.blocks, *processors);
    problem.seed = arguments.seed;
    return problem;
}

/// Sets the beta of a strategy with two phases.
void set_beta(model::Campaign& campaign, const AffinityArguments& arguments, const AffinityChoice& choice) {
    if (!choice.has_phases()) {
        if (!arguments.beta.empty()) {
            throw InvalidInput(fmt::format("--beta would be ignored: {} has no second phase", choice.name()));
        }
        return;
    }
    const sched::AffinityProblem& problem = campaign.problem;
    if (arguments.beta.empty() || arguments.beta == "auto") {
        campaign.beta = [kernel = problem.kernel, blocks = problem.rows](const std::vector<double>& speeds) {
            return model::best_beta(kernel, blocks, model::relative_speeds(speeds));
        };
    } else if (arguments.beta == "homogeneous") {
        campaign.problem.beta = model::best_homogeneous_beta(problem.kernel, problem.rows, problem.processors);
    } else if (const auto beta = parsed<double>(arguments.beta); beta && std::isfinite(*beta) && *beta >= 0) {
        campaign.problem.beta = *beta;
    } else {
        throw InvalidInput(fmt::format("--beta '{}': auto, homogeneous or a number, 0 or more", arguments.beta));
    }
}

model::Campaign campaign_of(const AffinityArguments& arguments, const AffinityChoice& choice) {
    model::Campaign campaign;
    campaign.kind = choice.dynamic;
    campaign.speeds = model::SpeedDistribution(arguments.speeds);
    campaign.problem = problem_of(arguments, choice.kernel(), campaign.speeds);
    campaign.same_speeds = arguments.same_speeds;
    campaign.runs = arguments.runs;
    campaign.threads = arguments.threads;
    set_beta(campaign, arguments, choice);
    return campaign;
}

std::vector<model::RunResult> results_of(const AffinityChoice& choice, const model::Campaign& campaign,
                                         const std::string& progress_mode) {
    const std::unique_ptr<Progress> progress = progress_line(progress_mode, "runs");
    if (progress) {
        progress->begin(campaign.runs);
    }
    const auto done = [&](std::size_t /*finished*/) {
        if (progress) {
            progress->task_done();
        }
    };
    if (choice.dynamic != nullptr) {
        return model::simulate_all(campaign, done);
    }
    const auto reference = [&](std::size_t run) {
        return model::static_reference(*choice.reference, campaign.problem, campaign.speeds_of(run),
                                       campaign.problem.seed + run);
    };
    return model::run_all(campaign.runs, campaign.threads, reference, done);
}

/// What the analysis predicts. It treats random as a second phase from the start, and dynamic, like a second phase that
/// would begin after the last task, as a first phase alone. The other strategies have no analysis.
std::optional<AnalysedRun> analysed(const AffinityChoice& choice, const sched::AffinityProblem& problem,
                                    const std::vector<double>& relative, const std::optional<double>& beta) {
    const auto volume = [&](double from) {
        return model::volume(problem.kernel, problem.rows, relative, from).total();
    };
    const double end = std::log(static_cast<double>(problem.tasks()));
    if (beta) {
        const double from = std::min(*beta, end);
        std::optional<double> first_order;
        if (from <= model::first_order_limit(problem.kernel, relative)) {
            first_order = model::first_order_volume(problem.kernel, problem.rows, relative, from).total();
        }
        return AnalysedRun{first_order, volume(from)};
    }
    const std::string strategy = choice.dynamic != nullptr ? short_name(*choice.dynamic) : "";
    if (strategy == "random") {
        return AnalysedRun{std::nullopt, volume(0)};
    }
    if (strategy == "dynamic") {
        return AnalysedRun{std::nullopt, volume(end)};
    }
    return std::nullopt;
}

AffinityRun beside_its_analysis(model::RunResult result, const AffinityChoice& choice, const model::Campaign& campaign,
                                std::size_t run) {
    const sched::AffinityProblem& problem = campaign.problem;
    const std::vector<double>& relative = result.relative_speeds;
    AffinityRun beside;
    beside.lower_bound = model::lower_bound(problem.kernel, problem.rows, relative);
    beside.imbalance = imbalance(result.tasks, model::relative_speeds(campaign.speeds_of(run).tasks_per_second));
    if (choice.has_phases()) {
        beside.beta = result.beta;
    }
    beside.analysis = analysed(choice, problem, relative, beside.beta);
    beside.result = std::move(result);
    return beside;
}

} // namespace

AffinityOutcome affinity_outcome(const AffinityArguments& arguments) {
    const AffinityChoice choice = choice_of(arguments.strategy, arguments.kernel);
    const model::Campaign campaign = campaign_of(arguments, choice);
    AffinityOutcome outcome{.strategy = choice.name(),
                            .description = choice.description(),
                            .problem = campaign.problem,
                            .speeds = arguments.speeds,
                            .random_speeds = campaign.speeds.is_random(),
                            .same_speeds = arguments.same_speeds,
                            .runs = {}};
    std::vector<model::RunResult> results = results_of(choice, campaign, arguments.progress);
    for (std::size_t run = 0; run < results.size(); ++run) {
        outcome.runs.push_back(beside_its_analysis(std::move(results[run]), choice, campaign, run));
    }
    return outcome;
}

} // namespace tangram::apps
