#include "sched/graph/bundles.hpp"

#include <algorithm>

namespace tangram::sched::graph {

void Bundles::join(DataId a, DataId b) {
    sets_.grow(std::size_t{std::max(a, b)} + 1);
    numbers_.resize(sets_.count(), unnumbered);
    widest_.resize(sets_.count(), 1);
    a = sets_.find(a);
    b = sets_.find(b);
    if (a == b) {
        return;
    }
    bundled_ += (sets_.size(a) == 1 ? 1 : 0) + (sets_.size(b) == 1 ? 1 : 0);
    const auto [root, other] = sets_.join(a, b);
    numbers_[root] = std::min(numbers_[root], numbers_[other]);
    widest_[root] = std::max(widest_[root], widest_[other]);
}

void Bundles::add(std::span<const Use> uses) {
    std::optional<DataId> first;
    std::uint32_t updated = 0;
    for (const Use& use : uses) {
        if (!use.reads || !use.writes) {
            continue;
        }
        ++updated;
        if (first) {
            join(*first, use.data);
        } else {
            first = use.data;
        }
    }
    if (updated > 1) {
        ++tasks_;
        std::uint32_t& widest = widest_[sets_.find(*first)];
        widest = std::max(widest, updated);
    }
}

std::optional<std::uint32_t> Bundles::bundle(DataId data) {
    if (data >= sets_.count()) {
        return std::nullopt;
    }
    const DataId root = sets_.find(data);
    if (sets_.size(root) <= widest_[root] || 2 * sets_.size(root) > bundled_) {
        return std::nullopt;
    }
    if (numbers_[root] == unnumbered) {
        numbers_[root] = next_++;
    }
    return numbers_[root];
}

} // namespace tangram::sched::graph
