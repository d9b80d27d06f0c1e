#include "partition/dissection/simple_dissections.hpp"

#include "base/infinity.hpp"
#include "partition/dissection/notches.hpp"
#include "partition/dissection/nrrp_recursion.hpp"
#include "partition/dissection/snrrp_recursion.hpp"

namespace tangram::partition {

namespace {

constexpr std::size_t most_in_columns = 64; // larger parts are not tried in columns, but for the domain

using Method = SimpleDissection::Method;

} // namespace

SimpleDissections::SimpleDissections(const Ascending& order, std::size_t ascending, std::span<const double> weights,
                                     bool weighted)
    : cuts_(order), ascending_(ascending), weights_(weights), columns_(order, weights), weighted_(weighted) {}

SimpleDissection SimpleDissections::cheapest(const Part& part) {
    if (part.size() == 1) {
        return {weights_[part.first] * half_perimeter(part.box), Method::rectangle};
    }
    const bool is_ascending = part.last <= ascending_;
    SimpleDissection best{infinity, is_ascending ? Method::nrrp : Method::slice}; // even if no cost is finite
    const auto consider = [&](double cost, Method method) {
        if (cost < best.cost) {
            best = {cost, method};
        }
    };
    if (is_ascending) {
        consider(cost_of<NrrpRecursion>(part), Method::nrrp);
        if (weighted_ || is_domain(part)) {
            consider(cost_of<SnrrpRecursion>(part), Method::snrrp);
        }
    } else {
        const Part others{part.first, part.largest(), {}};
        const double share = cuts_.share(part, part.largest());
        if (const auto notches = try_notches(part.box, share, 1)) {
            consider(cost_of<NrrpRecursion>(Part{others.first, others.last, notches->boxes[0]}) +
                         weights_[part.largest()] * half_perimeter(part.box),
                     Method::corner);
        }
        const auto [low, high] = cuts_.cut(part, part.largest());
        consider(cost_of<NrrpRecursion>(low) + weights_[high.first] * half_perimeter(high.box), Method::slice);
    }
    if (part.size() <= most_in_columns || is_domain(part)) {
        consider(columns_.best(part, Axis::x), Method::columns_x);
        consider(columns_.best(part, Axis::y), Method::columns_y);
    }
    return best;
}

void SimpleDissections::dissect(const Part& part, SimpleDissection::Method method, Shapes& shapes) {
    switch (method) {
    case Method::rectangle: shapes.rectangle(part.first, part.box); break;
    case Method::nrrp: NrrpRecursion(cuts_, shapes).run(part); break;
    case Method::snrrp: SnrrpRecursion(cuts_, shapes).run(part); break;
    case Method::columns_x:
    case Method::columns_y: {
        const Axis axis = method == Method::columns_x ? Axis::x : Axis::y;
        columns_.best(part, axis);
        columns_.dissect(part, axis, shapes);
        break;
    }
    case Method::corner: NrrpRecursion(cuts_, shapes).run(cuts_.carve_corner(part, shapes)); break;
    case Method::slice: {
        const auto [low, high] = cuts_.cut(part, part.largest());
        NrrpRecursion(cuts_, shapes).run(low);
        shapes.rectangle(high.first, high.box);
        break;
    }
    }
}

} // namespace tangram::partition
