#include "partition/algorithms/snrrp.hpp"

#include "partition/dissection/snrrp_recursion.hpp"

namespace tangram::partition {

Partition snrrp(const Problem& problem) {
    require_valid(problem);
    const Ascending order(problem.speeds);
    const Cuts cuts(order);
    Shapes shapes(order.size());
    SnrrpRecursion(cuts, shapes).run(whole(problem));
    return to_partition("snrrp", problem, order, shapes.all());
}

} // namespace tangram::partition
