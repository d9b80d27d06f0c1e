#include "partition/dissection/ascending.hpp"

#include "partition/base/problem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tangram::partition {

Ascending::Ascending(std::span<const double> speeds) : order_(speeds.size()), prefix_(speeds.size() + 1) {
    const std::vector<double> share = shares(speeds);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return share[a] < share[b]; });
    add_up(share);
}

Ascending::Ascending(std::span<const double> speeds, std::size_t last) : Ascending(speeds) {
    const auto position = std::find(order_.begin(), order_.end(), last);
    std::rotate(position, position + 1, order_.end());
    add_up(shares(speeds));
}

void Ascending::add_up(std::span<const double> share) {
    for (std::size_t rank = 0; rank < order_.size(); ++rank) {
        prefix_[rank + 1] = prefix_[rank] + share[order_[rank]];
    }
}

std::size_t Ascending::first_reaching(double value, std::size_t low, std::size_t high) const {
    const auto at = [&](std::size_t t) { return prefix_.begin() + static_cast<std::ptrdiff_t>(t); };
    return static_cast<std::size_t>(std::lower_bound(at(low), at(high), value) - prefix_.begin());
}

std::size_t Ascending::balanced(std::size_t first, std::size_t last) const {
    const double half = (prefix_[first] + prefix_[last]) / 2;
    const std::size_t t = first_reaching(half, first + 1, last - 1);
    const bool below_is_nearer = t > first + 1 && half - prefix_[t - 1] <= prefix_[t] - half;
    return below_is_nearer ? t - 1 : t;
}

std::vector<std::size_t> Ascending::cut_ranks(std::size_t first, std::size_t last) const {
    constexpr int quantiles = 17;
    std::vector<std::size_t> ranks;
    if (last - first <= all_cuts_size) {
        for (std::size_t t = first + 1; t < last; ++t) {
            ranks.push_back(t);
        }
        return ranks;
    }
    const std::size_t middle = balanced(first, last);
    ranks = {middle - 1, middle, middle + 1, last - 1};
    for (int q = 1; q <= quantiles; ++q) {
        const double sum = std::lerp(prefix_[first], prefix_[last], q / (quantiles + 1.0));
        ranks.push_back(first_reaching(sum, first + 1, last - 1));
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    std::erase_if(ranks, [&](std::size_t t) { return t <= first || t >= last; });
    return ranks;
}

} // namespace tangram::partition
