#include "cluster/numerics/substitution.hpp"

#include "cluster/numerics/kernels.hpp"

#include <algorithm>
#include <utility>

namespace tangram::numerics {

using solver::Block;
using solver::Rows;

namespace {

template <class Value> std::span<Value> part_of(std::span<Value> values, Index begin, Index count) {
    return values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
}

/// sums -= the product of some columns and values.
void subtract(const Matrix& factors, const Rows& columns, std::span<const double> values, std::span<double> sums) {
    if (factors.rows > 0 && columns.count() > 0) {
        subtract_product(factors.view().part(0, columns.begin, factors.rows, columns.count()), values, sums);
    }
}

/// Of a block, the triangles of its pivots.
MatrixView<const double> triangles(const BlockFactors& factors, const Rows& pivots) {
    return factors.pivots.view().part(0, pivots.begin, pivots.count(), pivots.count());
}

} // namespace

Substitution::Substitution(int me, const solver::Problem& problem, const fronts::Elimination& elimination,
                           const Factors& factors, std::span<const double> b)
    : me_(me), problem_(&problem), elimination_(&elimination), factors_(&factors), solution_(b.size(), 0) {
    for (const auto& [front, blocks] : factors.blocks) {
        for (const auto& [block, values] : blocks) {
            prepare(front, block, b);
        }
    }
    for (FrontId front = 0; front < problem.tree.fronts.size(); ++front) {
        tasks_ += front_of(front).parent && problem.master(front) == me ? 1 : 0;
    }
}

void Substitution::prepare(FrontId front, std::size_t block, std::span<const double> b) {
    const std::vector<Block>& deal = deal_of(front);
    const Rows pivots = pivots_of(front, block);
    BlockState& state = fronts_[front].blocks[block];
    state.values.resize(static_cast<std::size_t>(deal[block].rows()));
    for (Index row = pivots.begin; row < pivots.end; ++row) {
        state.values[row - pivots.begin] = b[row_of_matrix(front, row)];
    }
    for (const FrontId child : front_of(front).children) {
        state.awaited_rows += solver::contributed_to(*problem_, child, deal[block]).count();
    }
    state.awaited_panels = std::min(block, solver::panels(front_of(front), deal));
    tasks_ += pivots.count() > 0 ? 2 : 1;
}

std::vector<SegmentEnvelope> Substitution::start() {
    std::vector<FrontId> ready; // nothing is computed while these are looked for
    for (const auto& [front, state] : fronts_) {
        const auto first = state.blocks.find(0); // all others await panels
        if (first != state.blocks.end() && first->second.can_start() && !first->second.is_eliminated) {
            ready.push_back(front);
        }
    }
    for (const FrontId front : ready) {
        eliminate(front, 0);
    }
    return handed_over();
}

std::vector<SegmentEnvelope> Substitution::receive(Segment segment) {
    to_me_.push_back(std::move(segment));
    return handed_over();
}

/// All transitions end here: what this process sent to itself is treated at once.
std::vector<SegmentEnvelope> Substitution::handed_over() {
    while (!to_me_.empty()) {
        const Segment segment = std::move(to_me_.front());
        to_me_.pop_front();
        switch (segment.kind) {
        case Segment::Kind::eliminated: on_eliminated(segment); break;
        case Segment::Kind::contributed: on_contributed(segment); break;
        case Segment::Kind::solved: on_solved(segment); break;
        }
    }
    return std::exchange(outbox_, {});
}

void Substitution::on_eliminated(const Segment& y) {
    const std::vector<Block>& deal = deal_of(y.front);
    for (std::size_t k = 0; k < deal.size(); ++k) {
        if (deal[k].process == me_ && deal[k].begin >= y.rows.end) {
            BlockState& state = fronts_.at(y.front).blocks.at(k);
            const BlockFactors& factors = factors_of(y.front, k);
            const std::span<double> values(state.values);
            subtract(factors.pivots, y.rows, y.values, values);
            subtract(factors.rest, y.rows, y.values, values.last(static_cast<std::size_t>(factors.rest.rows)));
            --state.awaited_panels;
            eliminate_if_possible(y.front, k);
        }
    }
}

void Substitution::on_contributed(const Segment& sums) {
    const FrontId parent = front_of(sums.front).parent.value();
    const auto place = problem_->parent_rows.at(sums.front).begin() + sums.rows.begin - front_of(sums.front).pivots;
    const std::vector<Block>& deal = deal_of(parent);
    const auto block = std::find_if(deal.begin(), deal.end(), [&](const Block& one) { return *place < one.end; });
    const auto number = static_cast<std::size_t>(block - deal.begin());
    BlockState& state = fronts_.at(parent).blocks.at(number);
    for (Index row = 0; row < sums.rows.count(); ++row) {
        state.values[place[row] - block->begin] += sums.values[row];
    }
    state.awaited_rows -= sums.rows.count();
    eliminate_if_possible(parent, number);
}

void Substitution::eliminate_if_possible(FrontId front, std::size_t block) {
    if (fronts_.at(front).blocks.at(block).can_start()) {
        eliminate(front, block);
    }
}

void Substitution::eliminate(FrontId front, std::size_t block) {
    BlockState& state = fronts_.at(front).blocks.at(block);
    const BlockFactors& factors = factors_of(front, block);
    const Rows pivots = pivots_of(front, block);
    const std::span<double> values(state.values);
    const std::span<double> y = part_of(values, 0, pivots.count());
    const std::span<double> rest = values.subspan(y.size());
    if (!y.empty()) {
        solve_lower(triangles(factors, pivots), y);
        subtract(factors.rest, pivots, y, rest);
        post_to_owners(front, block + 1, deal_of(front).size(), {},
                       {Segment::Kind::eliminated, front, pivots, {y.begin(), y.end()}});
    }
    send_contributed(front, block, rest);
    --tasks_;
    state.is_eliminated = true;
    if (y.empty()) {
        forget(front, block);
    } else {
        solve_all_possible(front);
    }
}

void Substitution::send_contributed(FrontId front, std::size_t block, std::span<const double> values) {
    if (values.empty()) {
        return;
    }
    const Index pivots = front_of(front).pivots;
    const Index end = deal_of(front)[block].end - pivots;
    const Rows held{end - static_cast<Index>(values.size()), end};
    for (const Block& above : deal_of(front_of(front).parent.value())) {
        const Rows wanted = solver::contributed_to(*problem_, front, above);
        const Rows rows{std::max(held.begin, wanted.begin), std::min(held.end, wanted.end)};
        if (rows.count() > 0) {
            const auto part = part_of(values, rows.begin - held.begin, rows.count());
            post(above.process, {Segment::Kind::contributed,
                                 front,
                                 {pivots + rows.begin, pivots + rows.end},
                                 {part.begin(), part.end()}});
        }
    }
}

void Substitution::on_solved(const Segment& x) {
    const solver::Front& front = front_of(x.front);
    const bool is_from_parent = x.rows.begin == front.pivots;
    if (is_from_parent && problem_->master(x.front) == me_) {
        post_to_owners(x.front, 0, solver::panels(front, deal_of(x.front)), {me_}, x);
        --tasks_;
    }
    if (const auto found = fronts_.find(x.front); found != fronts_.end()) {
        FrontState& state = found->second;
        state.x.resize(static_cast<std::size_t>(front.order));
        std::copy(x.values.begin(), x.values.end(), state.x.begin() + x.rows.begin);
        state.known += x.rows.count();
        solve_all_possible(x.front);
    }
}

void Substitution::solve_all_possible(FrontId front) {
    while (const auto block = solvable(front)) {
        solve(front, *block);
    }
}

/// The last block here, if x is known of all rows after it: of others it cannot be known before.
std::optional<std::size_t> Substitution::solvable(FrontId front) const {
    const auto found = fronts_.find(front);
    if (found == fronts_.end()) {
        return std::nullopt;
    }
    const auto& [block, state] = *found->second.blocks.rbegin();
    const bool is_known = found->second.known == front_of(front).order - pivots_of(front, block).end;
    return state.is_eliminated && is_known ? std::optional(block) : std::nullopt;
}

void Substitution::solve(FrontId front, std::size_t block) {
    FrontState& state = fronts_.at(front);
    const BlockFactors& factors = factors_of(front, block);
    const Rows pivots = pivots_of(front, block);
    const Rows after{pivots.end, front_of(front).order};
    state.x.resize(static_cast<std::size_t>(after.end));
    const std::span<double> all_x(state.x);
    const std::span<double> x = part_of(all_x, pivots.begin, pivots.count());
    std::copy_n(state.blocks.at(block).values.begin(), x.size(), x.begin()); // y
    subtract(factors.pivots, after, part_of(all_x, after.begin, after.count()), x);
    solve_upper(triangles(factors, pivots), x);
    for (Index row = 0; row < pivots.count(); ++row) {
        solution_[row_of_matrix(front, pivots.begin + row)] = x[row];
    }
    state.known += pivots.count();
    post_to_owners(front, 0, block, {me_}, {Segment::Kind::solved, front, pivots, {x.begin(), x.end()}});
    if (block == 0) {
        send_to_children(front, all_x);
    }
    --tasks_;
    forget(front, block);
}

void Substitution::send_to_children(FrontId front, std::span<const double> x) {
    for (const FrontId child : front_of(front).children) {
        Segment segment{Segment::Kind::solved, child, {front_of(child).pivots, front_of(child).order}, {}};
        for (const Index row : problem_->parent_rows.at(child)) {
            segment.values.push_back(x[row]);
        }
        post(problem_->master(child), std::move(segment));
    }
}

void Substitution::forget(FrontId front, std::size_t block) {
    const auto found = fronts_.find(front);
    found->second.blocks.erase(block);
    if (found->second.blocks.empty()) {
        fronts_.erase(found);
    }
}

void Substitution::post(int to, Segment segment) {
    if (to == me_) {
        to_me_.push_back(std::move(segment));
    } else {
        outbox_.push_back({to, std::move(segment)});
    }
}

void Substitution::post_to_owners(FrontId front, std::size_t first, std::size_t end, std::set<int> but,
                                  const Segment& segment) {
    for (std::size_t k = first; k < end; ++k) {
        const int process = deal_of(front)[k].process;
        if (but.insert(process).second) {
            post(process, segment);
        }
    }
}

Rows Substitution::pivots_of(FrontId front, std::size_t block) const {
    const Block& rows = deal_of(front)[block];
    return {rows.begin, rows.begin + solver::pivots_in(front_of(front), rows)};
}

} // namespace tangram::numerics
