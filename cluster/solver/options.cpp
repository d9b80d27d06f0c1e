#include "cluster/solver/options.hpp"

#include "base/error.hpp"
#include "base/known_name.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace tangram::solver {

void require_valid(const Options& options) {
    (void)position_of("mechanism", options.mechanism, exchange::mechanism_names());
    if (options.limits.most_slaves < 1 || options.limits.least_rows < 1) {
        throw InvalidInput(fmt::format("slaves: at most {}, of at least {} rows; both must be 1 or more",
                                       options.limits.most_slaves, options.limits.least_rows));
    }
    if (options.panel_rows < 1) {
        throw InvalidInput(fmt::format("panels have {} rows; they must have 1 or more", options.panel_rows));
    }
    if (options.threshold && (options.threshold->memory < 0 || options.threshold->flops < 0)) {
        throw InvalidInput(fmt::format("the threshold is {},{}; both must be 0 or more", options.threshold->memory,
                                       options.threshold->flops));
    }
}

exchange::Load default_threshold(const Problem& problem, const SelectionLimits& limits) {
    double memory = 0; // sums may exceed 64 bits
    double flops = 0;
    double fronts = 0;
    for (FrontId front = 0; front < problem.tree.fronts.size(); ++front) {
        if (problem.type(front) == fronts::FrontType::parallel) {
            const exchange::Load task = slave_load(problem.tree.fronts[front], limits.least_rows);
            memory += static_cast<double>(task.memory);
            flops += static_cast<double>(task.flops);
            ++fronts;
        }
    }
    if (fronts == 0) {
        return {};
    }
    return {static_cast<std::int64_t>(memory / fronts), static_cast<std::int64_t>(flops / fronts)};
}

exchange::Setting setting(const Problem& problem, const Options& options) {
    exchange::Setting setting{initial_loads(problem),
                              options.threshold.value_or(default_threshold(problem, options.limits)),
                              std::vector<bool>(problem.mapping.processes, false)};
    if (options.no_more_master) {
        const std::vector<std::size_t> decisions = fronts::decisions(problem.mapping);
        for (std::size_t process = 0; process < decisions.size(); ++process) {
            setting.never_master[process] = decisions[process] == 0;
        }
    }
    return setting;
}

} // namespace tangram::solver
