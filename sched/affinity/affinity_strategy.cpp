#include "sched/affinity/affinity_strategy.hpp"

#include "sched/affinity/dyn_blocks.hpp"
#include "sched/affinity/dyn_outer.hpp"
#include "sched/affinity/matrix_growth.hpp"
#include "sched/affinity/matrix_lines.hpp"
#include "sched/affinity/outer_growth.hpp"
#include "sched/affinity/outer_lines.hpp"
#include "sched/affinity/two_phases.hpp"
#include "sched/strategies.hpp"

#include <limits>

namespace tangram::sched {

namespace {

template <class Strategy> std::unique_ptr<AffinityStrategy> make(const AffinityProblem& problem) {
    return std::make_unique<Strategy>(problem);
}

/// Two phases with a beta of its own.
template <class Growth> auto with_beta(double beta) {
    return [beta](AffinityProblem problem) {
        problem.beta = beta;
        return make<TwoPhases<Growth>>(problem);
    };
}

/// DynBlocks with more or fewer tasks to choose from.
auto with_choices(int choices) {
    return [choices](const AffinityProblem& problem) -> std::unique_ptr<AffinityStrategy> {
        return std::make_unique<DynBlocks<OuterLines>>(problem, choices);
    };
}

/// What both kernels have.
template <class Growth, class Lines>
std::vector<AffinityKind> kinds_of(Kernel kernel, const std::string& suffix, const std::string& indices) {
    return {
        {"random-" + suffix, "each task to whoever asks, at random", kernel, false, with_beta<Growth>(0)},
        {"sorted-" + suffix, "each task to whoever asks, row by row", kernel, false, make<InOrder<Growth>>},
        {"dynamic-" + suffix, "one more " + indices + " at random, and all tasks that they allow", kernel, false,
         with_beta<Growth>(std::numeric_limits<double>::infinity())},
        {"dynamic-" + suffix + "-2phases", "dynamic, and random when exp(-beta) of the tasks are left", kernel, true,
         make<TwoPhases<Growth>>},
        {"dyn-blocks-" + suffix,
         "a task that needs fewest blocks to be sent, the one of two whose blocks allow most others", kernel, false,
         make<DynBlocks<Lines>>},
    };
}

std::vector<AffinityKind> all_kinds() {
    std::vector<AffinityKind> all = kinds_of<OuterGrowth, OuterLines>(Kernel::outer, "outer", "row and column");
    const std::vector<AffinityKind> of_outer{
        {"dyn-unprocessed-outer", "as dynamic, with a row and a column whose own task is left", Kernel::outer, false,
         make<DynUnprocessedOuter>},
        {"dyn-useful-outer", "as dynamic, with a row and a column that allow some task", Kernel::outer, false,
         make<DynUsefulOuter>}};
    all.insert(all.end() - 1, of_outer.begin(), of_outer.end());
    all.push_back({"dyn-any-outer", "a task that needs fewest blocks to be sent, any of them", Kernel::outer, false,
                   with_choices(1)});
    all.push_back({"dyn-choice-outer", "as dyn-blocks, but the one of 32 whose block allows most others",
                   Kernel::outer, false, with_choices(32)});
    for (AffinityKind& kind : kinds_of<MatrixGrowth, MatrixLines>(Kernel::matrix, "matrix", "i, j and k")) {
        all.push_back(std::move(kind));
    }
    return all;
}

} // namespace

const std::vector<AffinityKind>& affinity_kinds() {
    static const std::vector<AffinityKind> all = all_kinds();
    return all;
}

const AffinityKind* find_affinity_kind(std::string_view name) {
    const std::string wanted = normalised_name(name);
    for (const AffinityKind& kind : affinity_kinds()) {
        if (normalised_name(kind.name) == wanted) {
            return &kind;
        }
    }
    return nullptr;
}

} // namespace tangram::sched
