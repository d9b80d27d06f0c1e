#include "partition/refine/active_processors.hpp"

namespace tangram::partition {

ActiveProcessors::ActiveProcessors(std::span<const Allocation> starts, const Window& window)
    : numbers_(window.most.size(), 0) {
    std::vector<bool> is_active(window.most.size(), false);
    std::size_t active = 0;
    const auto activate = [&](std::size_t p) {
        active += is_active[p] ? 0 : 1;
        is_active[p] = true;
    };
    std::size_t tiles = 0;
    for (const Allocation& start : starts) {
        tiles = start.owners.size();
        for (std::size_t owner : start.owners) {
            activate(owner);
        }
    }
    for (std::size_t p = 0; p < is_active.size(); ++p) {
        if (window.least[p] > 0) {
            activate(p);
        }
    }
    for (std::size_t p = 0; p < is_active.size() && active < tiles; ++p) {
        if (window.most[p] > 0) {
            activate(p);
        }
    }
    for (std::size_t p = 0; p < is_active.size(); ++p) {
        if (is_active[p]) {
            numbers_[p] = processors_.size();
            processors_.push_back(p);
        }
    }
}

Problem ActiveProcessors::compacted(const Problem& problem) const {
    Problem result = problem;
    result.speeds.clear();
    result.weights.clear();
    for (std::size_t p : processors_) {
        result.speeds.push_back(problem.speeds[p]);
        result.weights.push_back(problem.weight(p));
    }
    return result;
}

Window ActiveProcessors::compacted(const Window& window) const {
    Window result;
    for (std::size_t p : processors_) {
        result.least.push_back(window.least[p]);
        result.most.push_back(window.most[p]);
    }
    return result;
}

Allocation ActiveProcessors::compacted(Allocation start) const {
    start.processors = processors_.size();
    for (std::size_t& owner : start.owners) {
        owner = numbers_[owner];
    }
    return start;
}

Allocation ActiveProcessors::expanded(Allocation allocation) const {
    allocation.processors = numbers_.size();
    for (std::size_t& owner : allocation.owners) {
        owner = processors_[owner];
    }
    return allocation;
}

} // namespace tangram::partition
