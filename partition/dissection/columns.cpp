#include "partition/dissection/columns.hpp"

#include "base/infinity.hpp"

#include <algorithm>

namespace tangram::partition {

Columns::Columns(const Ascending& order, std::span<const double> weights)
    : order_(order), weight_below_(order.size() + 1), weighted_sum_below_(order.size() + 1),
      weights_(weights.begin(), weights.end()), least_(order.size() + 1), last_column_(order.size() + 1) {
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        weight_below_[rank + 1] = weight_below_[rank] + weights[rank];
        weighted_sum_below_[rank + 1] = weighted_sum_below_[rank] + weights[rank] * order.sum(rank, rank + 1);
    }
    const auto [low, high] = std::minmax_element(weights.begin(), weights.end());
    heaviest_ = *high;
    are_equal_ = *low == *high;
}

double Columns::best(const Part& part, Axis axis) {
    first_ = part.first;
    size_ = part.size();
    height_ = length(part.box, other(axis));
    breadth_per_share_ = length(part.box, axis) / order_.sum(part.first, part.last);
    constexpr std::size_t few = 1000; // for which the simpler loop is at least as fast
    if (!are_equal_ || size_ <= few) {
        search_back();
    } else {
        search_ahead();
    }
    return least_[size_];
}

// Any weights. Write D(a) for least_[a] and w(a, b) for the cost of a column.
// Since D(a) <= D(a') + w(a', a) for any a' < a, a last column [a', b) costs in
// total at least D(a) + w(a', b) - w(a', a), and that is at least D(a) plus what
// [a, b) pays for breadth, less `slack`: what a column pays for height is the
// mean of its weights, by share, which [a, b) may lower from the heaviest at
// most to its own lightest. Hence the break. And equal weights allow for an
// earliest start, as below.
void Columns::search_back() {
    last_column_[0] = 0;
    for (std::size_t b = 1; b <= size_; ++b) {
        const std::size_t earliest = are_equal_ ? last_column_[b - 1] : 0;
        double best = infinity;
        double lightest = heaviest_;
        for (std::size_t a = b; a-- > earliest;) {
            lightest = std::min(lightest, weights_[first_ + a]);
            const double slack = (heaviest_ - lightest) * height_;
            const double open = least_[a] + for_breadth(a, b);
            if (open - slack >= best) {
                break;
            }
            const double total = open + for_height(a, b);
            if (total < best) {
                best = total;
                last_column_[b] = a;
            }
        }
        least_[b] = best;
    }
}

// Equal weights. Columns satisfy the quadrangle inequality (what they pay for
// breadth is a product of two sums over the column, for height a constant), so
// that a later start of the last column, once better, stays better for all
// larger b. Hence a queue of starts, each the best from some b on (Galil and
// Park 1992).
void Columns::search_ahead() {
    const double height = weight_below_[first_ + 1] - weight_below_[first_];
    const auto total = [&](std::size_t a, std::size_t b) { return least_[a] + for_breadth(a, b) + height * height_; };
    queue_.assign(1, {0, 1});
    std::size_t head = 0;
    for (std::size_t b = 1; b <= size_; ++b) {
        if (head + 1 < queue_.size() && queue_[head + 1].best_from <= b) {
            ++head;
        }
        last_column_[b] = queue_[head].start;
        least_[b] = total(last_column_[b], b);
        const auto is_better = [&](std::size_t end) { return total(b, end) < total(queue_.back().start, end); };
        while (queue_.size() > head + 1 && is_better(queue_.back().best_from)) {
            queue_.pop_back();
        }
        std::size_t worse = std::max(b, queue_.back().best_from);
        std::size_t better = size_ + 1;
        if (worse < size_ && !is_better(size_)) {
            continue;
        }
        while (better - worse > 1) {
            const std::size_t middle = worse + (better - worse) / 2;
            (is_better(middle) ? better : worse) = middle;
        }
        if (better <= size_) {
            queue_.push_back({b, better});
        }
    }
}

std::vector<std::size_t> Columns::cuts() const {
    std::vector<std::size_t> ends;
    for (std::size_t end = size_; end > 0; end = last_column_[end]) {
        ends.push_back(end);
    }
    std::reverse(ends.begin(), ends.end());
    return ends;
}

} // namespace tangram::partition
