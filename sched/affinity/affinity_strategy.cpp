#include "sched/affinity/affinity_strategy.hpp"

#include "sched/affinity/dyn_blocks.hpp"
#include "sched/affinity/dyn_outer.hpp"
#include "sched/affinity/matrix_growth.hpp"
#include "sched/affinity/matrix_lines.hpp"
#include "sched/affinity/outer_growth.hpp"
#include "sched/affinity/outer_lines.hpp"
#include "sched/affinity/two_phases.hpp"
#include "sched/base/names.hpp"

#include <iterator>
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

/// choices: tasks that need equally few blocks to be sent to choose from.
template <class Lines> auto dyn_blocks(int choices) {
    return [choices](const AffinityProblem& problem) -> std::unique_ptr<AffinityStrategy> {
        return std::make_unique<DynBlocks<Lines>>(problem, choices);
    };
}

/// What both kernels have.
template <class Growth>
std::vector<AffinityKind> kinds_of(Kernel kernel, const std::string& suffix, const std::string& indices) {
    return {
        {"random-" + suffix, "a random task", kernel, false, with_beta<Growth>(0)},
        {"sorted-" + suffix, "the next task, row by row", kernel, false, make<InOrder<Growth>>},
        {"dynamic-" + suffix, "one more " + indices + " at random, and all tasks that they make possible", kernel,
         false, with_beta<Growth>(std::numeric_limits<double>::infinity())},
        {"dynamic-" + suffix + "-2phases", "as dynamic; as random once a fraction exp(-beta) of the tasks remains",
         kernel, true, make<TwoPhases<Growth>>},
    };
}

std::vector<AffinityKind> of_outer() {
    return {
        {"dyn-unprocessed-outer", "as dynamic, with a row and a column whose common task remains", Kernel::outer, false,
         make<DynUnprocessedOuter>},
        {"dyn-useful-outer", "as dynamic, with a row and a column that make a task possible", Kernel::outer, false,
         make<DynUsefulOuter>},
        {"dyn-blocks-outer", "of two tasks that need the fewest blocks, the one whose block makes most others possible",
         Kernel::outer, false, dyn_blocks<OuterLines>(2)},
        {"dyn-any-outer", "any task that needs the fewest blocks", Kernel::outer, false, dyn_blocks<OuterLines>(1)},
        {"dyn-choice-outer", "as dyn-blocks, but of 32 such tasks", Kernel::outer, false, dyn_blocks<OuterLines>(32)},
    };
}

std::vector<AffinityKind> of_matrix() {
    return {{"dyn-blocks-matrix", "any task that needs the fewest blocks", Kernel::matrix, false,
             dyn_blocks<MatrixLines>(1)}};
}

std::vector<AffinityKind> all_kinds() {
    std::vector<AffinityKind> all;
    for (std::vector<AffinityKind> kinds :
         {kinds_of<OuterGrowth>(Kernel::outer, "outer", "row and column"), of_outer(),
          kinds_of<MatrixGrowth>(Kernel::matrix, "matrix", "i, j and k"), of_matrix()}) {
        all.insert(all.end(), std::make_move_iterator(kinds.begin()), std::make_move_iterator(kinds.end()));
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
