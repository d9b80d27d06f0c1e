#include "cluster/fronts/front_costs.hpp"

#include <algorithm>

namespace tangram::fronts {

std::int64_t master_entries(const Front& front) {
    return front.pivots * front.order;
}

std::int64_t slave_entries(const Front& front, Index rows) {
    return rows * front.order;
}

std::int64_t contribution_entries(const Front& front, Index rows) {
    return rows * front.contribution();
}

std::int64_t factor_entries(const Front& front) {
    return master_entries(front) + front.contribution() * front.pivots;
}

// With j pivot rows below a pivot: j divisions, and 2 j (j + n - p) for the update. Sums of j and of j^2 for j < p.
std::int64_t master_flops(const Front& front) {
    const std::int64_t p = front.pivots;
    const std::int64_t sum = p * (p - 1) / 2;
    const std::int64_t sum_of_squares = sum * (2 * p - 1) / 3;
    return sum * (1 + 2 * front.contribution()) + 2 * sum_of_squares;
}

std::int64_t slave_flops(const Front& front, Index rows) {
    return rows * front.pivots * (front.pivots + 2 * front.contribution());
}

std::int64_t front_flops(const Front& front) {
    return master_flops(front) + slave_flops(front, front.contribution());
}

std::int64_t total_flops(const AssemblyTree& tree) {
    std::int64_t flops = 0;
    for (const Front& front : tree.fronts) {
        flops += front_flops(front);
    }
    return flops;
}

std::int64_t total_factor_entries(const AssemblyTree& tree) {
    std::int64_t entries = 0;
    for (const Front& front : tree.fronts) {
        entries += factor_entries(front);
    }
    return entries;
}

std::vector<std::int64_t> subtree_flops(const AssemblyTree& tree) {
    std::vector<std::int64_t> flops;
    flops.reserve(tree.fronts.size());
    for (const Front& front : tree.fronts) {
        std::int64_t sum = front_flops(front);
        for (const FrontId child : front.children) {
            sum += flops[child];
        }
        flops.push_back(sum);
    }
    return flops;
}

std::vector<std::int64_t> subtree_peaks(const AssemblyTree& tree) {
    std::vector<std::int64_t> peaks;
    peaks.reserve(tree.fronts.size());
    for (const Front& front : tree.fronts) {
        std::int64_t stack = 0;
        std::int64_t peak = 0;
        for (const FrontId child : front.children) {
            const Front& below = tree.fronts[child];
            peak = std::max(peak, stack + peaks[child]);
            stack += contribution_entries(below, below.contribution());
        }
        peaks.push_back(std::max(peak, stack + front.order * front.order));
    }
    return peaks;
}

std::int64_t sequential_peak(const AssemblyTree& tree) {
    const std::vector<std::int64_t> peaks = subtree_peaks(tree);
    return peaks.empty() ? 0 : *std::max_element(peaks.begin(), peaks.end());
}

} // namespace tangram::fronts
