#include "model/steady_state/throughput.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "model/steady_state/programme.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tangram::model::steady_state {

namespace {

Rates nothing_done(const Problem& problem) {
    return {0, std::vector(problem.platform.processors.size(), std::vector<Rational>(problem.tree.tasks.size())),
            std::vector(problem.platform.links.size(), std::vector<Rational>(problem.tree.files.size()))};
}

/// The problem on the processors that matter: those that no master reaches execute nothing.
Problem reached_part(const Problem& problem, const std::vector<bool>& reached) {
    Problem part = problem;
    for (std::size_t p = 0; p < reached.size(); ++p) {
        if (!reached[p]) {
            part.platform.processors[p].w.reset();
            std::erase_if(part.platform.times, [&](const SpecialTime& time) { return time.processor == p; });
        }
    }
    return part;
}

/// The names of the tasks that make outputs.
std::vector<std::string> leaves(const TaskTree& tree) {
    std::vector<std::string> names;
    for (const File& file : tree.files) {
        if (file.is_output()) {
            names.push_back(excerpt(tree.tasks[file.from].name));
        }
    }
    return names;
}

/// Whether a processor can execute all leaves; `times` by processor and task.
bool can_end_jobs(const TaskTree& tree, const std::vector<std::vector<std::optional<Rational>>>& times) {
    return std::any_of(times.begin(), times.end(), [&](const auto& row) {
        return std::all_of(tree.files.begin(), tree.files.end(),
                           [&](const File& file) { return !file.is_output() || row[file.from].has_value(); });
    });
}

/// What a message calls a task. Users know the tasks that a whole job stands for, not its own name.
std::string name_for_users(const TaskTree& tree, std::size_t task) {
    const bool is_whole_job = tree.tasks.size() == 1 && tree.tasks[task].name == whole_job;
    return is_whole_job ? "all tasks" : excerpt(tree.tasks[task].name);
}

/// Why no job can be done, as far as processors tell; empty if they do not.
std::string impossible(const Problem& problem, const std::vector<bool>& reached) {
    const auto times = durations(problem);
    for (std::size_t task = 0; task < problem.tree.tasks.size(); ++task) {
        if (std::none_of(times.begin(), times.end(), [&](const auto& row) { return row[task].has_value(); })) {
            return fmt::format("no processor that a master reaches can execute {}", name_for_users(problem.tree, task));
        }
    }
    if (!problem.gather && problem.ends == Ends::joint && !can_end_jobs(problem.tree, times)) {
        return fmt::format("with one common end a processor must execute all leaves; none that a master reaches can "
                           "execute {}",
                           fmt::join(leaves(problem.tree), ", "));
    }
    if (problem.gather && !reached[*problem.gather]) {
        return fmt::format("no master reaches {}, where the outputs are gathered",
                           excerpt(problem.platform.processors[*problem.gather].name));
    }
    return {};
}

/// Of all rates that reach the throughput, those that send least; nothing if they are not found exactly.
std::optional<Rates> least_traffic(const Problem& problem, const Programme& programme, const Optimum& optimum) {
    try {
        const Optimum least = maximum(programme.least_traffic(optimum));
        Rates rates = programme.rates(least.values);
        const bool reach_it = least.proved && rates.throughput == optimum.bound && first_fault(problem, rates).empty();
        return reach_it ? std::optional(std::move(rates)) : std::nullopt;
    } catch (const RunFailure&) { // the throughput is proved all the same
        return std::nullopt;
    }
}

std::vector<Price> limits(const Platform& platform, const std::vector<Rational>& prices) {
    const std::vector<Capacity> all = capacities(platform);
    std::vector<Price> limits;
    for (std::size_t c = 0; c < all.size(); ++c) {
        if (prices[c] > 0) {
            limits.push_back({all[c], prices[c]});
        }
    }
    std::stable_sort(limits.begin(), limits.end(), [](const Price& a, const Price& b) { return a.price > b.price; });
    return limits;
}

} // namespace

SteadyState best_throughput(const Problem& problem) {
    require_valid(problem);
    const std::vector<bool> reached = reachable(problem.platform);
    const Problem part = reached_part(problem, reached);
    if (std::string reason = impossible(part, reached); !reason.empty()) {
        return {nothing_done(problem), 0, true, std::move(reason), {}};
    }
    const Programme programme(part);
    const Optimum optimum = maximum(programme.throughput());
    SteadyState best{programme.rates(optimum.values), optimum.bound, optimum.proved, {}, {}};
    if (!optimum.proved) {
        return best;
    }
    if (best.rates.throughput == 0) {
        best.reason = "no chain of links leads files from where they are made to processors that can use them";
    }
    best.rates = without_circulations(part, least_traffic(part, programme, optimum).value_or(std::move(best.rates)));
    best.limits = limits(part.platform, programme.prices(optimum));
    return best;
}

} // namespace tangram::model::steady_state
