#pragma once

/// Campaigns for tests.

#include "model/analysis.hpp"
#include "model/campaign.hpp"
#include "sched/affinity/affinity_strategy.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tangram::model {

/// One run, with the best beta if the strategy has two phases.
inline Campaign campaign(const std::string& strategy, std::uint32_t blocks, std::size_t processors) {
    Campaign campaign;
    campaign.kind = sched::find_affinity_kind(strategy);
    campaign.problem = sched::AffinityProblem::cube(campaign.kind->kernel, blocks, processors);
    if (campaign.kind->has_phases) {
        campaign.beta = [kernel = campaign.kind->kernel, blocks](const std::vector<double>& speeds) {
            return best_beta(kernel, blocks, relative_speeds(speeds));
        };
    }
    return campaign;
}

} // namespace tangram::model
