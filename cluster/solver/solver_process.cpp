#include "cluster/solver/solver_process.hpp"

#include "cluster/exchange/contract.hpp"
#include "cluster/fronts/front_costs.hpp"

#include <algorithm>
#include <utility>

namespace tangram::solver {

using exchange::require;

SolverProcess::SolverProcess(int me, const Problem& problem, const Options& options)
    : me_(me), problem_(&problem), options_(options), mechanism_(options.mechanism, me, setting(problem, options)),
      decisions_left_(fronts::decisions(problem.mapping).at(static_cast<std::size_t>(me))) {
    for (FrontId front = problem.tree.fronts.size(); front-- > 0;) {
        if (problem.master(front) != me) {
            continue;
        }
        if (front_of(front).children.empty()) {
            ready_.push_back(front);
        }
        for (const FrontId child : front_of(front).children) {
            expected_[front].rows += front_of(child).contribution();
        }
    }
}

bool SolverProcess::can_proceed() const {
    const bool has_task = blocks_.has_step() || !ready_.empty();
    return has_task && !computation_ && !to_decide_ && !frozen();
}

bool SolverProcess::is_done() const {
    return expected_.empty() && ready_.empty() && !to_decide_ && !decided_ && blocks_.empty() && !computation_ &&
           contributions_.empty() && early_rows_.empty() && outbox_.empty();
}

Actions SolverProcess::receive(int from, const exchange::Message& message) {
    tell(mechanism_.receive(from, message));
    return handed_over();
}

Actions SolverProcess::receive(int from, const Message& message) {
    require(!computation_ && !frozen(), me_, "receives a message of the application while it computes or is frozen");
    std::visit([&](const auto& what) { on(from, what); }, message);
    return handed_over();
}

Actions SolverProcess::proceed() {
    require(can_proceed(), me_, "begins a task without one, or while it computes or is frozen");
    if (blocks_.has_step()) {
        const Step step = blocks_.next_step();
        computation_ = Computation{step, flops_of(step)};
        actions_.computation = computation_;
    } else {
        const FrontId front = ready_.back();
        ready_.pop_back();
        take(front);
    }
    return handed_over();
}

Actions SolverProcess::computed() {
    require(computation_.has_value(), me_, "ends a computation without one");
    const auto [step, flops] = *std::exchange(computation_, std::nullopt);
    if (blocks_.finish(step)) {
        finish_block(step, flops);
    } else {
        vary({0, -flops}, is_slave(step.front));
    }
    return handed_over();
}

/// All transitions end here: a decision is taken as soon as it can be, what waits for the end of a frozen time begins.
Actions SolverProcess::handed_over() {
    if (to_decide_ && mechanism_.ready()) {
        select_slaves();
    }
    if (!frozen()) {
        if (decided_) {
            deal_out(*std::exchange(decided_, std::nullopt));
        }
        actions_.messages = std::exchange(outbox_, {});
    }
    return std::exchange(actions_, {});
}

void SolverProcess::take(FrontId front) {
    const Front& whole = front_of(front);
    switch (problem_->type(front)) {
    case fronts::FrontType::sequential: deal_out({front, {{me_, 0, whole.order}}}); break;
    case fronts::FrontType::on_all:
        deal_out({front, dealt_to_all(whole, problem_->processes(), options_.limits.least_rows)});
        break;
    case fronts::FrontType::parallel:
        to_decide_ = front;
        tell(mechanism_.request());
        break;
    }
}

void SolverProcess::select_slaves() {
    const FrontId front = *std::exchange(to_decide_, std::nullopt);
    const Front& whole = front_of(front);
    Decision decision{front, {mechanism_.view().begin(), mechanism_.view().end()}, {}};
    const std::vector<Share> shares = selected_slaves(options_.strategy, whole, me_, decision.view, options_.limits);
    for (const auto& [process, rows] : shares) {
        decision.slaves.push_back({process, slave_load(whole, rows)});
    }
    tell(mechanism_.select(decision.slaves));
    be_no_master_if_last();
    decided_ = Deal{front, dealt_to_slaves(whole, me_, options_.panel_rows, shares)};
    actions_.decision = std::move(decision);
}

void SolverProcess::be_no_master_if_last() {
    --decisions_left_;
    if (decisions_left_ == 0 && options_.no_more_master) {
        tell(mechanism_.no_more_master());
    }
}

void SolverProcess::deal_out(const Deal& deal) {
    std::set<int> told;
    for (const Block& block : deal.blocks) {
        told.insert(block.process);
    }
    if (const auto expected = expected_.find(deal.front); expected != expected_.end()) {
        told.merge(expected->second.holders);
        expected_.erase(expected);
    }
    told.erase(me_);
    for (const int process : told) {
        post(process, deal);
    }
    on(me_, deal);
}

void SolverProcess::on(int from, const Finished& finished) {
    const FrontId parent = front_of(finished.front).parent.value();
    Expected& expected = expected_.at(parent);
    expected.holders.insert(from);
    expected.rows -= finished.rows.count();
    if (expected.rows == 0) {
        becomes_ready(parent);
    }
}

void SolverProcess::becomes_ready(FrontId front) {
    ready_.push_back(front);
    if (!problem_->mapping.places.at(front).subtree) {
        vary({0, master_load(*problem_, front)}, false);
    }
}

/// The children's contribution blocks are there until they are assembled into the new front, beside it (Liu 1986).
void SolverProcess::on(int /*from*/, const Deal& deal) {
    actions_.deals.push_back(deal);
    allocate(deal);
    send_contributions(deal);
}

void SolverProcess::allocate(const Deal& deal) {
    const Front& front = front_of(deal.front);
    const bool is_counted =
        problem_->master(deal.front) == me_ && problem_->type(deal.front) != fronts::FrontType::on_all;
    std::vector<Index> awaited(deal.blocks.size(), 0);
    exchange::Load load;
    for (std::size_t k = 0; k < deal.blocks.size(); ++k) {
        if (deal.blocks[k].process == me_) {
            awaited[k] = awaited_rows(deal.front, deal.blocks[k]);
            load += {entries(front, deal.blocks[k]), is_counted ? 0 : block_flops(front, deal.blocks, k)};
        }
    }
    if (load.memory > 0) {
        vary(load, is_slave(deal.front));
        blocks_.deal(front, deal, me_, awaited);
        add_early(deal.front);
    }
}

Index SolverProcess::awaited_rows(FrontId front, const Block& block) const {
    Index rows = 0;
    for (const FrontId child : front_of(front).children) {
        rows += contributed_to(*problem_, child, block).count();
    }
    return rows;
}

void SolverProcess::add(const ContributedRows& rows) {
    blocks_.rows_arrive(front_of(rows.child).parent.value(), rows.block, rows.rows.count());
    actions_.added_rows.push_back(rows);
}

void SolverProcess::add_early(FrontId front) {
    const auto early = early_rows_.find(front);
    if (early == early_rows_.end()) {
        return;
    }
    for (const ContributedRows& rows : early->second) {
        add(rows);
        vary({-entries_with(rows, problem_->tree), 0}, false);
    }
    early_rows_.erase(early);
}

void SolverProcess::on(int /*from*/, const ContributedRows& rows) {
    const FrontId parent = front_of(rows.child).parent.value();
    if (blocks_.is_dealt(parent)) {
        add(rows);
    } else {
        early_rows_[parent].push_back(rows);
        vary({entries_with(rows, problem_->tree), 0}, false);
    }
}

void SolverProcess::send_contributions(const Deal& deal) {
    std::int64_t freed = 0;
    for (const FrontId child : front_of(deal.front).children) {
        const auto held = contributions_.find(child);
        if (held == contributions_.end()) {
            continue;
        }
        for (const Rows& rows : held->second) {
            send_rows(child, rows, deal);
            freed += fronts::contribution_entries(front_of(child), rows.count());
        }
        contributions_.erase(held);
    }
    if (freed > 0) {
        vary({-freed, 0}, false);
    }
}

void SolverProcess::send_rows(FrontId child, const Rows& held, const Deal& deal) {
    for (std::size_t k = 0; k < deal.blocks.size(); ++k) {
        const Rows wanted = contributed_to(*problem_, child, deal.blocks[k]);
        const Rows rows{std::max(held.begin, wanted.begin), std::min(held.end, wanted.end)};
        if (rows.count() <= 0) {
            continue;
        }
        if (deal.blocks[k].process == me_) {
            add({child, k, rows});
        } else {
            post(deal.blocks[k].process, ContributedRows{child, k, rows});
        }
    }
}

void SolverProcess::on(int /*from*/, const Panel& panel) {
    blocks_.panel_arrives(panel.front, panel.block);
}

void SolverProcess::finish_block(const Step& step, std::int64_t flops) {
    const Front& front = front_of(step.front);
    const Block block = blocks_.blocks(step.front).at(step.block);
    vary({contributed_entries(front, block) - entries(front, block), -flops}, is_slave(step.front));
    if (step.is_elimination()) {
        send_panel(step);
    }
    blocks_.erase(step.front, step.block);
    if (contributed_in(front, block) > 0) {
        const Index end = block.end - front.pivots;
        const Finished finished{step.front, {end - contributed_in(front, block), end}};
        contributions_[step.front].push_back(finished.rows);
        const int master = problem_->master(front.parent.value());
        if (master == me_) {
            on(me_, finished);
        } else {
            post(master, finished);
        }
    }
}

/// First to who has the next block, as all later panels wait for that.
void SolverProcess::send_panel(const Step& step) {
    const std::vector<Block>& blocks = blocks_.blocks(step.front);
    const Block& block = blocks[step.block];
    const Panel panel{step.front, step.block, {block.begin, block.begin + pivots_in(front_of(step.front), block)}};
    std::set<int> told{me_};
    for (std::size_t k = step.block + 1; k < blocks.size(); ++k) {
        if (told.insert(blocks[k].process).second) {
            post(blocks[k].process, panel);
        }
    }
    blocks_.panel_arrives(step.front, step.block);
}

std::int64_t SolverProcess::flops_of(const Step& step) const {
    const Front& front = front_of(step.front);
    const std::vector<Block>& blocks = blocks_.blocks(step.front);
    return step.is_elimination() ? elimination_flops(front, blocks[step.block])
                                 : update_flops(front, blocks[step.block], blocks[step.panel]);
}

bool SolverProcess::is_slave(FrontId front) const {
    return problem_->type(front) == fronts::FrontType::parallel && problem_->master(front) != me_;
}

void SolverProcess::vary(const exchange::Load& change, bool as_slave) {
    actions_.changes.push_back({change, as_slave});
    tell(mechanism_.vary(change, as_slave));
}

void SolverProcess::tell(const std::vector<exchange::Envelope>& envelopes) {
    actions_.state_messages.insert(actions_.state_messages.end(), envelopes.begin(), envelopes.end());
}

void SolverProcess::post(int to, Message message) {
    outbox_.push_back({to, std::move(message)});
}

} // namespace tangram::solver
