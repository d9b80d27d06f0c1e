#include "partition/algorithms/column_based.hpp"

#include "partition/dissection/columns.hpp"

namespace tangram::partition {

Partition column_based(const Problem& problem) {
    require_valid(problem);
    const Ascending order(problem.speeds);
    Columns columns(order, weights_by_rank(problem, order));
    const Part domain = whole(problem);
    const double along_x = columns.best(domain, Axis::x);
    const double along_y = columns.best(domain, Axis::y);
    const Axis axis = along_x < along_y ? Axis::x : Axis::y;
    if (axis == Axis::x) {
        columns.best(domain, axis);
    }
    Shapes shapes(order.size());
    columns.dissect(domain, axis, shapes);
    return to_partition("column", problem, order, shapes.all());
}

} // namespace tangram::partition
