#include "cluster/solver/blocks_at_work.hpp"

#include <algorithm>

namespace tangram::solver {

void BlocksAtWork::deal(const Front& front, const Deal& deal, int me, const std::vector<Index>& awaited) {
    FrontHere& dealt = fronts_[deal.front];
    dealt.blocks = deal.blocks;
    const std::size_t all_panels = panels(front, deal.blocks);
    for (std::size_t k = 0; k < deal.blocks.size(); ++k) {
        if (deal.blocks[k].process == me) {
            dealt.here[k] = {awaited[k], 0, std::min(k + 1, all_panels), false};
            start_if_possible(deal.front, k);
        }
    }
}

bool BlocksAtWork::is_dealt(FrontId front) const {
    const auto found = fronts_.find(front);
    return found != fronts_.end() && !found->second.blocks.empty();
}

void BlocksAtWork::rows_arrive(FrontId front, std::size_t block, Index rows) {
    fronts_.at(front).here.at(block).awaited -= rows;
    start_if_possible(front, block);
}

void BlocksAtWork::panel_arrives(FrontId front, std::size_t panel) {
    FrontHere& whole = fronts_[front];
    whole.panels.insert(panel);
    for (const auto& [block, state] : whole.here) {
        start_if_possible(front, block);
    }
}

void BlocksAtWork::start_if_possible(FrontId front, std::size_t block) {
    FrontHere& whole = fronts_.at(front);
    BlockHere& state = whole.here.at(block);
    const bool has_panel = state.next == block || whole.panels.contains(state.next);
    if (!state.is_started && state.awaited == 0 && state.next < state.steps && has_panel) {
        state.is_started = true;
        const Step step{front, block, state.next};
        steps_.insert(step.is_elimination() ? steps_.begin() : steps_.end(), step);
    }
}

Step BlocksAtWork::next_step() {
    const Step step = steps_.front();
    steps_.pop_front();
    return step;
}

bool BlocksAtWork::finish(const Step& step) {
    BlockHere& state = fronts_.at(step.front).here.at(step.block);
    state.is_started = false;
    ++state.next;
    start_if_possible(step.front, step.block);
    return state.next == state.steps;
}

void BlocksAtWork::erase(FrontId front, std::size_t block) {
    FrontHere& whole = fronts_.at(front);
    whole.here.erase(block);
    if (whole.here.empty()) {
        fronts_.erase(front);
    }
}

} // namespace tangram::solver
