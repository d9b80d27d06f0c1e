#include "apps/command/affinity_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace tangram::apps {

namespace {

/// Of a figure over the runs.
struct Spread {
    double mean = 0;
    double stddev = 0; ///< of a sample; 0 for one run
    double min = 0;
    double max = 0;
};

template <class Figure> Spread spread_of(const std::vector<AffinityRun>& runs, const Figure& figure) {
    std::vector<double> values;
    std::transform(runs.begin(), runs.end(), std::back_inserter(values), figure);
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    const double squares = std::accumulate(values.begin(), values.end(), 0.0, [mean](double sum, double value) {
        return sum + (value - mean) * (value - mean);
    });
    return {mean, values.size() > 1 ? std::sqrt(squares / (count - 1)) : 0, *min, *max};
}

template <class Figure> double mean_of(const std::vector<AffinityRun>& runs, const Figure& figure) {
    return spread_of(runs, figure).mean;
}

Spread communication(const AffinityOutcome& outcome) {
    return spread_of(outcome.runs, [](const AffinityRun& run) { return run.result.communication; });
}

double lower_bound(const AffinityOutcome& outcome) {
    return mean_of(outcome.runs, [](const AffinityRun& run) { return run.lower_bound; });
}

double mean_imbalance(const AffinityOutcome& outcome) {
    return mean_of(outcome.runs, [](const AffinityRun& run) { return run.imbalance; });
}

double makespan(const AffinityOutcome& outcome) {
    return mean_of(outcome.runs, [](const AffinityRun& run) { return run.result.makespan; });
}

/// Of a run. Runs side by side slow each other down.
double seconds(const AffinityOutcome& outcome) {
    return mean_of(outcome.runs, [](const AffinityRun& run) { return run.result.seconds; });
}

double tasks_per_second(const AffinityOutcome& outcome) {
    return static_cast<double>(outcome.problem.tasks()) / std::max(seconds(outcome), 1e-9);
}

/// Nothing where the strategy has no phases.
std::optional<double> beta(const AffinityOutcome& outcome) {
    return outcome.runs.front().beta
               ? std::optional(mean_of(outcome.runs, [](const AffinityRun& run) { return *run.beta; }))
               : std::nullopt;
}

/// Nothing where the strategy has none. What some run lacks to first order has no mean.
std::optional<AnalysedRun> analysis(const AffinityOutcome& outcome) {
    const std::optional<AnalysedRun>& first = outcome.runs.front().analysis;
    if (!first) {
        return std::nullopt;
    }
    AnalysedRun mean{.first_order = std::nullopt,
                     .volume = mean_of(outcome.runs, [](const AffinityRun& run) { return run.analysis->volume; })};
    if (std::all_of(outcome.runs.begin(), outcome.runs.end(),
                    [](const AffinityRun& run) { return run.analysis->first_order.has_value(); })) {
        mean.first_order = mean_of(outcome.runs, [](const AffinityRun& run) { return *run.analysis->first_order; });
    }
    return mean;
}

nlohmann::json or_null(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

std::string analysis_text(const AffinityOutcome& outcome) {
    const std::optional<AnalysedRun> analysed = analysis(outcome);
    if (!analysed) {
        return "";
    }
    std::string text = fmt::format("analysis     {:.4f} times the bound", analysed->volume);
    if (analysed->first_order) {
        text += fmt::format(", {:.4f} to first order", *analysed->first_order);
    } else if (beta(outcome)) {
        text += "; to first order its series fail for a beta this large";
    }
    return text + "\n";
}

} // namespace

double imbalance(const std::vector<std::uint64_t>& tasks, const std::vector<double>& relative_speeds) {
    const auto all = static_cast<double>(std::accumulate(tasks.begin(), tasks.end(), std::uint64_t{0}));
    double most = 0;
    for (std::size_t processor = 0; processor < tasks.size(); ++processor) {
        most = std::max(most, static_cast<double>(tasks[processor]) / (relative_speeds[processor] * all));
    }
    return most - 1;
}

std::string to_string(sched::Kernel kernel) {
    return kernel == sched::Kernel::outer ? "outer" : "matrix";
}

nlohmann::json to_json(const AffinityOutcome& outcome) {
    const auto& [mean, stddev, min, max] = communication(outcome);
    const std::optional<AnalysedRun> analysed = analysis(outcome);
    const nlohmann::json analysis_json =
        analysed ? nlohmann::json{{"first_order", or_null(analysed->first_order)}, {"volume", analysed->volume}}
                 : nlohmann::json(nullptr);
    return {{"strategy", outcome.strategy},
            {"kernel", to_string(outcome.problem.kernel)},
            {"blocks", outcome.problem.rows},
            {"processors", outcome.problem.processors},
            {"speeds", outcome.speeds},
            {"same_speeds", outcome.same_speeds},
            {"runs", outcome.runs.size()},
            {"seed", outcome.problem.seed},
            {"beta", or_null(beta(outcome))},
            {"communication", {{"mean", mean}, {"stddev", stddev}, {"min", min}, {"max", max}}},
            {"analysis", analysis_json},
            {"lower_bound", lower_bound(outcome)},
            {"imbalance", mean_imbalance(outcome)},
            {"makespan", makespan(outcome)},
            {"seconds", seconds(outcome)},
            {"tasks_per_second", tasks_per_second(outcome)}};
}

std::string to_text(const AffinityOutcome& outcome) {
    const sched::AffinityProblem& problem = outcome.problem;
    const auto& [mean, stddev, min, max] = communication(outcome);
    std::string text = fmt::format("{} product, {} blocks a side: {} tasks on {} processors\n",
                                   to_string(problem.kernel), problem.rows, problem.tasks(), problem.processors);
    text += fmt::format("strategy     {}: {}\n", outcome.strategy, outcome.description);
    const char* drawn = outcome.same_speeds ? ", drawn once for all runs" : ", drawn for each run";
    text += fmt::format("speeds       {}{}\n", outcome.speeds, outcome.random_speeds ? drawn : "");
    text += fmt::format("runs         {}, from seed {}\n", outcome.runs.size(), problem.seed);
    if (const std::optional<double> mean_beta = beta(outcome)) {
        text += fmt::format("beta         {:.4f}\n", *mean_beta);
    }
    text += fmt::format("sent         {:.4f} +- {:.4f} ({:.4f} .. {:.4f}) times the bound of {:.6g} blocks\n", mean,
                        stddev, min, max, lower_bound(outcome));
    text += analysis_text(outcome);
    text +=
        fmt::format("balance      makespan {:.6g} s of the model; some processor does {:.2f}% more than its share\n",
                    makespan(outcome), 100 * mean_imbalance(outcome));
    return text + fmt::format("time         {:.4f} s for a run, {:.3g} tasks a second\n", seconds(outcome),
                              tasks_per_second(outcome));
}

} // namespace tangram::apps
