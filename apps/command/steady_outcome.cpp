#include "apps/command/steady_outcome.hpp"

#include "apps/command/steady_figures.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/checks.hpp"
#include "model/steady_state/demand_driven.hpp"
#include "model/steady_state/examples.hpp"
#include "model/steady_state/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace tangram::apps {

namespace steady = model::steady_state;

namespace {

constexpr std::string_view gather_prefix = "gather:";

/// The text of a file of JSON, read by `read`, whose errors get the file's name.
template <class Read> auto read_file(const std::string& path, const Read& read) {
    const std::string text = read_text(path);
    try {
        return read(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", path, error.what()));
    }
}

std::size_t processor_named(const steady::Platform& platform, const std::string& name) {
    const std::vector<std::string> names = steady::names_of(platform.processors);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw InvalidInput("--outputs: " + steady::unknown_name("processor", name, names));
    }
    return static_cast<std::size_t>(found - names.begin());
}

steady::Problem files_or_example(const SteadyArguments& arguments) {
    if (arguments.example == "toy") {
        return steady::toy_example();
    }
    if (arguments.example == "seventeen") {
        return steady::seventeen_example();
    }
    if (arguments.platform.empty() || arguments.tree.empty()) {
        throw InvalidInput("--platform and --tree, --example or --node are needed");
    }
    return {read_file(arguments.platform, steady::platform_from_json),
            read_file(arguments.tree, steady::tree_from_json)};
}

steady::Problem problem_of(const SteadyArguments& arguments) {
    steady::Problem problem = files_or_example(arguments);
    if (arguments.outputs.starts_with(gather_prefix)) {
        problem.gather = processor_named(problem.platform, arguments.outputs.substr(gather_prefix.size()));
    } else if (arguments.outputs != "stay") {
        throw InvalidInput(
            fmt::format("--outputs: expected stay or gather:PROCESSOR, not '{}'", excerpt(arguments.outputs)));
    }
    problem.ends = arguments.ends == "joint" ? steady::Ends::joint : steady::Ends::per_leaf;
    steady::require_valid(problem);
    return problem;
}

/// What --period says, if it is given.
std::optional<steady::Rational> given_period(const std::string& text) {
    if (text.empty()) {
        return std::nullopt;
    }
    try {
        if (steady::Rational period = steady::parsed_rational(text); period > 0) {
            return period;
        }
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("--period: {}", error.what()));
    }
    throw InvalidInput(fmt::format("--period: expected a positive number, not '{}'", excerpt(text)));
}

steady::Schedule schedule_of(const steady::Problem& problem, const steady::Rates& rates,
                             const std::optional<steady::Rational>& period) {
    return period ? steady::periodic_schedule(problem, rates, *period) : steady::periodic_schedule(problem, rates);
}

std::vector<std::string> unreached(const steady::Platform& platform) {
    std::vector<std::string> names;
    const std::vector<bool> reached = steady::reachable(platform);
    for (std::size_t p = 0; p < reached.size(); ++p) {
        if (!reached[p]) {
            names.push_back(platform.processors[p].name);
        }
    }
    return names;
}

/// What is found already is worth more than a comparison.
void compare_with_coarse(SteadyOutcome& outcome) {
    try {
        outcome.coarse = steady::best_throughput(steady::coarse(outcome.problem));
    } catch (const RunFailure& failure) {
        outcome.coarse_failure = failure.what();
    }
}

void plan(SteadyOutcome& outcome, const SteadyArguments& arguments, const std::optional<steady::Rational>& period) {
    outcome.best = steady::best_throughput(outcome.problem);
    if (arguments.grain == "both" && !outcome.node) { // a node's job is one task
        compare_with_coarse(outcome);
    }
    if (outcome.best.proved && outcome.best.rates.throughput > 0) {
        outcome.schedule = schedule_of(outcome.problem, outcome.best.rates, period);
    }
}

/// Ten points in time, or each period where there are fewer.
std::vector<std::size_t> points(std::size_t periods) {
    const std::size_t count = std::min<std::size_t>(periods, 10);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 1; i <= count; ++i) {
        chosen.push_back(periods * i / count);
    }
    return chosen;
}

void simulate_coarse(SteadyOutcome& outcome, const std::optional<steady::Rational>& period) {
    if (!outcome.coarse || !outcome.coarse->proved || outcome.coarse->rates.throughput == 0) {
        return;
    }
    const steady::Problem problem = steady::coarse(outcome.problem);
    const steady::Schedule schedule = schedule_of(problem, outcome.coarse->rates, period);
    for (const auto& [periods, time, done] : outcome.simulated) {
        const steady::Rational finished = time / schedule.period;
        const steady::Integer whole = finished.get_num() / finished.get_den();
        outcome.simulated_coarse.push_back({periods, time, steady::done_by_formula(problem, schedule, whole)});
    }
}

/// An event simulation: its length is limited by the jobs that are done.
void simulate_demand_driven(SteadyOutcome& outcome) {
    constexpr int most_jobs = 100'000;
    const steady::Rational jobs = outcome.simulated.back().time * outcome.best.rates.throughput;
    if (jobs > most_jobs) {
        outcome.not_simulated = fmt::format("the demand-driven baseline was left out: more than {} jobs; a shorter "
                                            "--period or fewer periods do it",
                                            most_jobs);
        return;
    }
    const steady::Execution run =
        steady::run_demand_driven(outcome.problem, outcome.schedule->period, outcome.simulated.back().periods);
    for (const auto& [periods, time, done] : outcome.simulated) {
        outcome.simulated_demand_driven.push_back({periods, time, run.done_by_period[periods - 1]});
    }
}

std::vector<SteadyBuffer> used_buffers(const steady::Execution& run) {
    std::vector<SteadyBuffer> buffers;
    for (std::size_t p = 0; p < run.largest_buffers.size(); ++p) {
        for (std::size_t f = 0; f < run.largest_buffers[p].size(); ++f) {
            if (const steady::Integer& most = run.largest_buffers[p][f]; most > 0) {
                buffers.push_back({p, f, most});
            }
        }
    }
    return buffers;
}

void simulate(SteadyOutcome& outcome, std::size_t periods, const std::optional<steady::Rational>& period) {
    const steady::Execution run = steady::execute(outcome.problem, *outcome.schedule, periods);
    for (const std::size_t n : points(periods)) {
        outcome.simulated.push_back({n, outcome.schedule->period * n, run.done_by_period[n - 1]});
    }
    outcome.buffers = used_buffers(run);
    simulate_coarse(outcome, period);
    simulate_demand_driven(outcome);
}

std::vector<std::string> options_without_effect(const SteadyArguments& arguments, const SteadyOutcome& outcome) {
    std::vector<std::string> names;
    if (arguments.ends == "per-leaf" && !outputs_of_leaves_stay(outcome.problem)) {
        names.emplace_back("--ends per-leaf");
    }
    if (outcome.schedule) {
        return names;
    }
    if (!arguments.period.empty()) {
        names.emplace_back("--period");
    }
    if (arguments.simulate > 0) {
        names.emplace_back("--simulate");
    }
    return names;
}

} // namespace

SteadyOutcome steady_outcome(const SteadyArguments& arguments) {
    std::optional<steady::Rational> period = given_period(arguments.period);
    SteadyOutcome outcome;
    outcome.has_given_period = period.has_value();
    if (arguments.node.is_asked_for) {
        outcome.node = node_stream(arguments.node);
        period = period.value_or(1); // measured times have no short common period
    }
    outcome.problem = outcome.node ? outcome.node->problem : problem_of(arguments);
    outcome.is_coarse = arguments.grain == "coarse";
    if (outcome.is_coarse) {
        outcome.problem = steady::coarse(outcome.problem);
    }
    outcome.unreached = unreached(outcome.problem.platform);
    const auto start = std::chrono::steady_clock::now();
    plan(outcome, arguments, period);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    outcome.without_effect = options_without_effect(arguments, outcome);
    if (outcome.schedule && arguments.simulate > 0) {
        simulate(outcome, arguments.simulate, period);
    }
    return outcome;
}

} // namespace tangram::apps
