#include "partition/columns.hpp"

#include <algorithm>
#include <limits>

namespace tangram::partition {

Columns::Columns(const Ascending& order, std::span<const double> weights)
    : order_(order), weight_below_(order.size() + 1), weighted_sum_below_(order.size() + 1), least_(order.size() + 1),
      last_column_(order.size() + 1) {
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        weight_below_[rank + 1] = weight_below_[rank] + weights[rank];
        weighted_sum_below_[rank + 1] = weighted_sum_below_[rank] + weights[rank] * order.sum(rank, rank + 1);
    }
    const auto [low, high] = std::minmax_element(weights.begin(), weights.end());
    spread_ = *high - *low;
}

// Write D(a) for least_[a], and w(a, b) for the cost of the column [a, b): each
// of its processors pays the column's breadth, together they pay its height.
// Since D(a) <= D(a') + w(a', a) for any a' < a, a last column [a', b) costs in
// total at least D(a) + w(a', b) - w(a', a), and that is at least D(a) plus what
// [a, b) pays for breadth, less `slack`. Hence the break. With equal weights w
// moreover satisfies the quadrangle inequality (a product of two sums over the
// column), so that the best last column of a larger b does not start earlier.
double Columns::best(const Part& part, Axis axis) {
    const double height = length(part.box, other(axis));
    const double breadth_per_share = length(part.box, axis) / order_.sum(part.first, part.last);
    const double slack = spread_ * height;
    size_ = part.size();
    last_column_[0] = 0;
    for (std::size_t b = 1; b <= size_; ++b) {
        const std::size_t end = part.first + b;
        const std::size_t earliest = spread_ > 0 ? 0 : last_column_[b - 1];
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t a = b; a-- > earliest;) {
            const std::size_t begin = part.first + a;
            const double share = order_.sum(begin, end);
            const double for_breadth = (weight_below_[end] - weight_below_[begin]) * share * breadth_per_share;
            if (least_[a] + for_breadth - slack >= best)
                break;
            const double mean_weight = (weighted_sum_below_[end] - weighted_sum_below_[begin]) / share;
            const double total = least_[a] + for_breadth + mean_weight * height;
            if (total < best) {
                best = total;
                last_column_[b] = a;
            }
        }
        least_[b] = best;
    }
    return least_[size_];
}

std::vector<std::size_t> Columns::cuts() const {
    std::vector<std::size_t> ends;
    for (std::size_t end = size_; end > 0; end = last_column_[end])
        ends.push_back(end);
    std::reverse(ends.begin(), ends.end());
    return ends;
}

} // namespace tangram::partition
