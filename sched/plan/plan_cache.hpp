#pragma once

/// The plans of a Runtime's products: a product that comes again, with the same tiles,
/// speeds and links, is planned once. The Runtime owns them, as it outlives the products
/// and neither its strategy nor its machine changes.

#include "sched/plan/auto_plan.hpp"

#include <cstddef>
#include <deque>
#include <functional>

namespace tangram::sched {

class PlanCache {
  public:
    /// Beyond these the oldest one goes: a plan has a number for each tile.
    static constexpr std::size_t most_plans = 8;

    struct Found {
        const ChosenZones& plan; ///< until the next call
        bool reused;             ///< an earlier product's
    };

    /// The plan of an equal product, else what `make` returns. What that throws passes
    /// through and leaves the cache as it was. O(plans).
    Found find_or_make(const PlannedProduct& product, const std::function<ChosenZones(const PlannedProduct&)>& make);

  private:
    struct Entry {
        PlannedProduct product;
        ChosenZones plan;
    };
    std::deque<Entry> entries_; ///< oldest first
};

} // namespace tangram::sched
