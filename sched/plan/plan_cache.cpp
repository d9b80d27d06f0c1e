#include "sched/plan/plan_cache.hpp"

#include <algorithm>

namespace tangram::sched {

PlanCache::Found PlanCache::find_or_make(const PlannedProduct& product,
                                         const std::function<ChosenZones(const PlannedProduct&)>& make) {
    const auto known =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.product == product; });
    if (known != entries_.end()) {
        return {known->plan, true};
    }
    entries_.push_back({product, make(product)});
    if (entries_.size() > most_plans) {
        entries_.pop_front();
    }
    return {entries_.back().plan, false};
}

} // namespace tangram::sched
