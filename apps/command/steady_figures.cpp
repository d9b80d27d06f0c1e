#include "apps/command/steady_figures.hpp"

#include <algorithm>

namespace tangram::apps {

namespace steady = model::steady_state;

using steady::Rational;

std::string time_unit(const SteadyOutcome& outcome) {
    return outcome.node ? "second" : "time unit";
}

bool outputs_of_leaves_stay(const steady::Problem& problem) {
    const auto& files = problem.tree.files;
    return !problem.gather &&
           std::count_if(files.begin(), files.end(), [](const steady::File& file) { return file.is_output(); }) > 1;
}

Rational most_coarse(const SteadyOutcome& outcome) {
    return std::min(outcome.coarse->bound, outcome.best.bound);
}

std::optional<Rational> coarse_throughput(const SteadyOutcome& outcome) {
    const auto& coarse = outcome.coarse;
    if (!coarse || coarse->rates.throughput > most_coarse(outcome)) {
        return std::nullopt;
    }
    return coarse->rates.throughput;
}

std::optional<Rational> gain(const SteadyOutcome& outcome) {
    const auto& coarse = outcome.coarse;
    if (!outcome.best.proved || !coarse || !coarse->proved || coarse->rates.throughput == 0) {
        return std::nullopt;
    }
    return Rational(outcome.best.rates.throughput / coarse->rates.throughput - 1);
}

std::string why_no_schedule(const SteadyOutcome& outcome) {
    return outcome.best.proved ? outcome.best.reason : "the rates are not exact";
}

std::vector<std::optional<Rational>> busy_processors(const SteadyOutcome& outcome, steady::Capacity::Kind kind) {
    std::vector<std::optional<Rational>> parts(outcome.problem.platform.processors.size());
    const std::vector<Rational> taken = steady::busy(outcome.problem, outcome.best.rates);
    const std::vector<steady::Capacity> all = steady::capacities(outcome.problem.platform);
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (all[c].kind == kind) {
            parts.at(all[c].which) = taken[c];
        }
    }
    return parts;
}

std::vector<std::pair<std::string, Rational>> busy_resources(const SteadyOutcome& outcome) {
    std::vector<std::pair<std::string, Rational>> parts;
    const steady::Platform& platform = outcome.problem.platform;
    const std::vector<Rational> taken = steady::busy(outcome.problem, outcome.best.rates);
    const std::vector<steady::Capacity> all = steady::capacities(platform);
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (all[c].kind == steady::Capacity::Kind::resource) {
            parts.emplace_back(platform.resources[all[c].which].name, taken[c]);
        }
    }
    return parts;
}

} // namespace tangram::apps
