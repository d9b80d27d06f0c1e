#include "model/steady_state/schedule.hpp"

#include "base/error.hpp"
#include "model/steady_state/depths.hpp"
#include "model/steady_state/files.hpp"
#include "model/steady_state/slots.hpp"
#include "model/steady_state/whole_jobs.hpp"

#include <fmt/format.h>

#include <utility>

namespace tangram::model::steady_state {

namespace {

void require_steady_state(const Problem& problem, const Rates& rates) {
    if (const std::string fault = first_fault(problem, rates); !fault.empty()) {
        throw InvalidInput("these rates are no steady state: " + fault);
    }
}

/// By processor and file, the outputs that end there if each activity takes place as often as `times` says for its
/// depth.
template <class Times>
std::vector<std::vector<Integer>> ended(const Problem& problem, const Schedule& schedule, const Times& times) {
    const auto& [platform, tree, gather, ends] = problem;
    std::vector outputs(platform.processors.size(), std::vector<Integer>(tree.files.size()));
    for (std::size_t f = 0; f < tree.files.size(); ++f) {
        for (std::size_t p = 0; p < outputs.size(); ++p) {
            if (ends_at(problem, p, f)) {
                const std::size_t leaf = tree.files[f].from;
                outputs[p][f] += schedule.computed[p][leaf] * times(schedule.depth_of_task[p][leaf]);
            }
        }
        for (std::size_t l = 0; l < platform.links.size(); ++l) {
            if (const std::size_t p = platform.links[l].to; ends_at(problem, p, f)) {
                outputs[p][f] += schedule.sent[l][f] * times(schedule.depth_of_sent[l][f]);
            }
        }
    }
    return outputs;
}

Schedule schedule_of(const Problem& problem, const Rates& rates, const Rational& period, Counts counts) {
    Depths found = depths(problem, counts);
    Schedule schedule;
    schedule.period = period;
    schedule.slots = slots_of(problem, period, counts.sent);
    schedule.computed = std::move(counts.computed);
    schedule.sent = std::move(counts.sent);
    schedule.depth_of_task = std::move(found.of_task);
    schedule.depth_of_sent = std::move(found.of_sent);
    schedule.depth = found.periods;
    const Integer jobs = jobs_done(problem, ended(problem, schedule, [](std::size_t) { return Integer(1); }));
    schedule.throughput = jobs / period;
    schedule.loss = rates.throughput - schedule.throughput;
    return schedule;
}

} // namespace

Integer shortest_period(const Rates& rates) {
    Integer period = 1;
    for (const auto* activities : {&rates.computed, &rates.sent}) {
        for (const std::vector<Rational>& row : *activities) {
            for (const Rational& rate : row) {
                period = lcm(period, rate.get_den());
            }
        }
    }
    return period;
}

Schedule periodic_schedule(const Problem& problem, const Rates& rates) {
    require_steady_state(problem, rates);
    const Rational period = shortest_period(rates);
    return schedule_of(problem, rates, period, counts_in(period, rates));
}

Schedule periodic_schedule(const Problem& problem, const Rates& rates, const Rational& period) {
    if (period <= 0) {
        throw InvalidInput(fmt::format("the period is {}: it must be positive", to_text(period)));
    }
    require_steady_state(problem, rates);
    // Trees of paths would hide some circulations.
    static_cast<void>(depths(problem, counts_in(shortest_period(rates), rates)));
    return schedule_of(problem, rates, period, whole_jobs(problem, counts_in(period, rates)));
}

Integer done_by_formula(const Problem& problem, const Schedule& schedule, const Integer& periods) {
    const auto times = [&](std::size_t depth) { return std::max(Integer(periods - depth), Integer(0)); };
    return jobs_done(problem, ended(problem, schedule, times));
}

} // namespace tangram::model::steady_state
