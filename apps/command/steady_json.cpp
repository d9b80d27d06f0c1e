#include "apps/command/steady_json.hpp"

#include "apps/command/steady_figures.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace tangram::apps {

namespace steady = model::steady_state;

namespace {

using nlohmann::json;
using steady::Rational;

/// JSON has no infinity: the largest number for what is larger.
double finite(const Rational& number) {
    return std::min(number.get_d(), std::numeric_limits<double>::max());
}

/// null for nothing.
json exact(const std::optional<Rational>& number) {
    return number ? json(steady::to_text(*number)) : json();
}

json consumption(const SteadyOutcome& outcome) {
    json list = json::array();
    const auto& [platform, tree, gather, ends] = outcome.problem;
    for (std::size_t p = 0; p < platform.processors.size(); ++p) {
        for (std::size_t t = 0; t < tree.tasks.size(); ++t) {
            if (const Rational& rate = outcome.best.rates.computed[p][t]; rate > 0) {
                list.push_back({{"processor", platform.processors[p].name},
                                {"task", tree.tasks[t].name},
                                {"rate", steady::to_text(rate)}});
            }
        }
    }
    return list;
}

json sent(const SteadyOutcome& outcome) {
    json list = json::array();
    const auto& [platform, tree, gather, ends] = outcome.problem;
    for (std::size_t l = 0; l < platform.links.size(); ++l) {
        for (std::size_t f = 0; f < tree.files.size(); ++f) {
            if (const Rational& rate = outcome.best.rates.sent[l][f]; rate > 0) {
                list.push_back({{"from", platform.processors[platform.links[l].from].name},
                                {"to", platform.processors[platform.links[l].to].name},
                                {"file", steady::name_of(tree, tree.files[f])},
                                {"rate", steady::to_text(rate)}});
            }
        }
    }
    return list;
}

json busy(const std::vector<steady::Processor>& processors, const Busy& parts) {
    json list = json::array();
    for (std::size_t p = 0; p < processors.size(); ++p) {
        list.push_back({{"processor", processors[p].name},
                        {"cpu", exact(parts.cpu[p])},
                        {"out", exact(parts.out[p])},
                        {"in", exact(parts.in[p])}});
    }
    return list;
}

json shared(const Busy& parts) {
    json list = json::array();
    for (const auto& [name, part] : parts.resources) {
        list.push_back({{"resource", name}, {"busy", steady::to_text(part)}});
    }
    return list;
}

json limits(const SteadyOutcome& outcome) {
    json list = json::array();
    for (const auto& [capacity, price] : outcome.best.limits) {
        list.push_back(
            {{"resource", steady::name_of(outcome.problem.platform, capacity)}, {"price", steady::to_text(price)}});
    }
    return list;
}

json transfers(const steady::Problem& problem, const steady::Slot& slot) {
    json list = json::array();
    for (const auto& [link, loads] : slot.transfers) {
        json files = json::array();
        for (const auto& [file, count] : loads) {
            files.push_back(
                {{"file", steady::name_of(problem.tree, problem.tree.files[file])}, {"count", steady::to_text(count)}});
        }
        list.push_back({{"from", problem.platform.processors[problem.platform.links[link].from].name},
                        {"to", problem.platform.processors[problem.platform.links[link].to].name},
                        {"files", std::move(files)}});
    }
    return list;
}

json slots(const SteadyOutcome& outcome) {
    json list = json::array();
    for (const steady::Slot& slot : outcome.schedule->slots) {
        list.push_back({{"length", steady::to_text(slot.length)}, {"transfers", transfers(outcome.problem, slot)}});
    }
    return list;
}

/// `best`: jobs per time unit that are not exceeded.
json progress(const std::vector<SteadyProgress>& runs, const Rational& best) {
    json list = json::array();
    for (const auto& [periods, time, done] : runs) {
        list.push_back({{"periods", periods},
                        {"time", steady::to_text(time)},
                        {"done", done.get_str()},
                        {"ratio", Rational(done / (best * time)).get_d()}});
    }
    return list;
}

json buffers(const SteadyOutcome& outcome) {
    json list = json::array();
    const auto& [platform, tree, gather, ends] = outcome.problem;
    for (const auto& [processor, file, most] : outcome.buffers) {
        list.push_back({{"processor", platform.processors[processor].name},
                        {"file", steady::name_of(tree, tree.files[file])},
                        {"most", most.get_str()}});
    }
    return list;
}

} // namespace

json to_json(const SteadyOutcome& outcome) {
    const auto& best = outcome.best;
    const auto coarse = coarse_throughput(outcome);
    const auto more = gain(outcome);
    const Busy parts = busy_parts(outcome);
    const auto& schedule = outcome.schedule;
    return {{"throughput", steady::to_text(best.rates.throughput)},
            {"throughput_value", finite(best.rates.throughput)},
            {"bound", steady::to_text(best.bound)},
            {"proved", best.proved},
            {"reason", best.reason.empty() ? json() : json(best.reason)},
            {"coarse", exact(coarse)},
            {"coarse_value", coarse ? json(finite(*coarse)) : json()},
            {"gain", more ? json(finite(*more)) : json()},
            {"unreached", outcome.unreached},
            {"limits", limits(outcome)},
            {"consumption", consumption(outcome)},
            {"sent", sent(outcome)},
            {"busy", busy(outcome.problem.platform.processors, parts)},
            {"shared", shared(parts)},
            {"period", schedule ? json(steady::to_text(schedule->period)) : json()},
            {"slots", schedule ? slots(outcome) : json::array()},
            {"depth", schedule ? json(schedule->depth) : json()},
            {"loss", schedule ? json(steady::to_text(schedule->loss)) : json()},
            {"simulated", progress(outcome.simulated, best.rates.throughput)},
            {"buffers", buffers(outcome)},
            {"baselines",
             {{"coarse", progress(outcome.simulated_coarse, best.rates.throughput)},
              {"demand_driven", progress(outcome.simulated_demand_driven, best.rates.throughput)}}},
            {"seconds", outcome.seconds}};
}

} // namespace tangram::apps
