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

Busy busy_parts(const SteadyOutcome& outcome) {
    using Kind = steady::Capacity::Kind;
    const steady::Platform& platform = outcome.problem.platform;
    const std::vector<std::optional<Rational>> none(platform.processors.size());
    Busy parts{none, none, none, {}};
    const std::vector<Rational> taken = steady::busy(outcome.problem, outcome.best.rates);
    const std::vector<steady::Capacity> all = steady::capacities(platform);
    for (std::size_t c = 0; c < all.size(); ++c) {
        const auto [kind, which] = all[c];
        if (kind == Kind::cpu) {
            parts.cpu[which] = taken[c];
        } else if (kind == Kind::out) {
            parts.out[which] = taken[c];
        } else if (kind == Kind::in) {
            parts.in[which] = taken[c];
        } else if (kind == Kind::resource) {
            parts.resources.emplace_back(platform.resources[which].name, taken[c]);
        }
    }
    return parts;
}

} // namespace tangram::apps
