#include "partition/algorithms/exact_family.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp_plus.hpp"
#include "partition/base/costs.hpp"
#include "partition/dissection/family_search.hpp"

#include <fmt/format.h>

namespace tangram::partition {

static_assert(exact_family_most <= FamilySearch::most_processors);

Partition exact_family(const Problem& problem) {
    require_valid(problem);
    if (problem.speeds.size() > exact_family_most) {
        throw InvalidInput(fmt::format("{} processors for the exact search: it takes at most {}", problem.speeds.size(),
                                       exact_family_most));
    }
    Partition start = nrrp_plus(problem, plus_beam);
    start.algorithm = "exact";
    const Ascending order(problem.speeds);
    const std::vector<double> weights = weights_by_rank(problem, order);
    FamilySearch search(order, weights);
    const Part domain = whole(problem);
    if (search.best(domain, cost(start, problem)) > cost(start, problem)) {
        return start;
    }
    Shapes shapes(order.size());
    search.dissect(domain, shapes);
    return to_partition("exact", problem, order, shapes.all());
}

} // namespace tangram::partition
