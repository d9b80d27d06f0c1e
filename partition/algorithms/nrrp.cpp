#include "partition/algorithms/nrrp.hpp"

#include "partition/dissection/nrrp_recursion.hpp"

namespace tangram::partition {

Partition nrrp(const Problem& problem) {
    require_valid(problem);
    const Ascending order(problem.speeds);
    const Cuts cuts(order);
    Shapes shapes(order.size());
    NrrpRecursion(cuts, shapes).run(whole(problem));
    return to_partition("nrrp", problem, order, shapes.all());
}

} // namespace tangram::partition
