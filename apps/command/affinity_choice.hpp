#pragma once

/// The strategy that `tangram affinity` runs: a dynamic one, or a static partitioner as a reference.

#include "model/engine.hpp"
#include "sched/policies/strategies.hpp"

#include <string>

namespace tangram::apps {

/// A row of the table of dynamic strategies, or of that of allocations.
struct AffinityChoice {
    const sched::AffinityKind* dynamic = nullptr;
    const sched::AllocationKind* reference = nullptr; ///< a static partitioner

    [[nodiscard]] bool has_phases() const { return dynamic != nullptr && dynamic->has_phases; }
    [[nodiscard]] const std::string& name() const { return dynamic != nullptr ? dynamic->name : reference->name; }
    [[nodiscard]] std::string description() const {
        return dynamic != nullptr ? dynamic->description : "knows the speeds; " + reference->description;
    }
    [[nodiscard]] sched::Kernel kernel() const {
        const sched::Kernel by_reference =
            reference != nullptr && reference->is_3d() ? sched::Kernel::matrix : sched::Kernel::outer;
        return dynamic != nullptr ? dynamic->kernel : by_reference;
    }
};

/// The strategy of this full name, or of a short one ("dynamic-2phases" for "dynamic-outer-2phases") where that and the
/// kernel name one alone; an empty kernel stands for any. Throws InvalidInput, listing what there is.
AffinityChoice choice_of(const std::string& strategy, const std::string& kernel);

/// "dynamic-2phases", for dynamic-outer-2phases and dynamic-matrix-2phases.
std::string short_name(const sched::AffinityKind& kind);

} // namespace tangram::apps
