#include "cluster/numerics/numeric_process.hpp"

#include "cluster/numerics/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

namespace tangram::numerics {

using solver::Block;
using solver::ContributedRows;
using solver::Front;
using solver::Panel;

namespace {

/// The columns of a front from one on, of some of its rows.
template <class Value> MatrixView<Value> from_column(const MatrixView<Value>& rows, Index column) {
    return rows.part(0, column, rows.rows, rows.columns - column);
}

} // namespace

NumericProcess::NumericProcess(int me, const solver::Problem& problem, const fronts::Elimination& elimination,
                               const OrderedMatrix& matrix)
    : me_(me), problem_(&problem), elimination_(&elimination), matrix_(&matrix) {}

void NumericProcess::arrives(const solver::Message& message, std::vector<double> numbers) {
    const std::int64_t expected = solver::entries_with(message, problem_->tree);
    if (static_cast<std::int64_t>(numbers.size()) != expected) {
        throw std::logic_error(
            fmt::format("process {}: a message comes with {} numbers, not with {}", me_, numbers.size(), expected));
    }
    if (const auto* rows = std::get_if<ContributedRows>(&message)) {
        arrived_[rows->child].push_back({*rows, std::move(numbers)});
    } else if (const auto* panel = std::get_if<Panel>(&message)) {
        fronts_[panel->front].panels[panel->block] = std::move(numbers);
    }
}

std::vector<Numbers> NumericProcess::carry_out(const solver::Actions& actions) {
    for (const solver::Deal& deal : actions.deals) {
        allocate(deal);
    }
    for (const ContributedRows& rows : actions.added_rows) {
        add(rows);
    }
    std::vector<Numbers> numbers;
    const solver::Message* last = nullptr;
    for (const auto& [to, message] : actions.messages) {
        const bool is_same = last != nullptr && *last == message;
        numbers.push_back(is_same ? numbers.back() : std::make_shared<const std::vector<double>>(packed(message)));
        last = &message;
    }
    for (const solver::Deal& deal : actions.deals) {
        for (const FrontId child : front_of(deal.front).children) {
            contributions_.erase(child);
        }
    }
    return numbers;
}

void NumericProcess::allocate(const solver::Deal& deal) {
    const Front& front = front_of(deal.front);
    factors_.deals[deal.front] = deal.blocks;
    for (std::size_t k = 0; k < deal.blocks.size(); ++k) {
        const Block& block = deal.blocks[k];
        if (block.process == me_) {
            BlockAtWork& allocated = fronts_[deal.front].blocks[k];
            allocated.rows = Matrix::zeros(block.rows(), front.order);
            add_entries(*matrix_, front, elimination_->rows_of(deal.front), block, allocated.rows.view());
        }
    }
}

void NumericProcess::add(const ContributedRows& rows) {
    std::vector<ArrivedRows>& arrived = arrived_[rows.child];
    const auto found = std::find_if(arrived.begin(), arrived.end(), [&](const auto& one) { return one.rows == rows; });
    if (found == arrived.end()) {
        add_to_parent(rows, contribution_here(rows.child, rows.rows));
    } else {
        add_to_parent(rows, viewed(found->numbers, rows.rows.count(), front_of(rows.child).contribution()));
        arrived.erase(found);
    }
    if (arrived.empty()) {
        arrived_.erase(rows.child);
    }
}

void NumericProcess::add_to_parent(const ContributedRows& rows, const MatrixView<const double>& values) {
    const FrontId parent = front_of(rows.child).parent.value();
    const std::vector<Index>& places = problem_->parent_rows.at(rows.child);
    const Index begin = block_of(parent, rows.block).begin;
    const MatrixView<double> block = fronts_.at(parent).blocks.at(rows.block).rows.view();
    for (Index row = 0; row < values.rows; ++row) {
        double* const sum = block.row(places[rows.rows.begin + row] - begin);
        for (Index column = 0; column < values.columns; ++column) {
            sum[places[column]] += values.row(row)[column];
        }
    }
}

std::vector<double> NumericProcess::packed(const solver::Message& message) const {
    if (const auto* rows = std::get_if<ContributedRows>(&message)) {
        return copied(contribution_here(rows->child, rows->rows));
    }
    if (const auto* panel = std::get_if<Panel>(&message)) {
        return copied(panel_here(panel->front, panel->block));
    }
    return {};
}

void NumericProcess::compute(const solver::Step& step) {
    const auto& [front, block, panel] = step;
    BlockAtWork& work = fronts_.at(front).blocks.at(block);
    const MatrixView<double> rows = from_column(work.rows.view(), block_of(front, panel).begin);
    if (step.is_elimination()) {
        eliminate_pivots(front, block, rows);
    } else {
        update_by(front, panel, rows);
    }
    work.next = panel + 1;
    if (work.next == std::min(block + 1, solver::panels(front_of(front), factors_.deals.at(front)))) {
        finish(front, block);
    }
    release_panel(front, panel);
}

void NumericProcess::eliminate_pivots(FrontId front, std::size_t block, const MatrixView<double>& rows) {
    const Block& pivots = block_of(front, block);
    const Index first = elimination_->rows_of(front)[pivots.begin];
    const std::span<const double> least = matrix_->least_pivots().subspan(
        static_cast<std::size_t>(first), static_cast<std::size_t>(solver::pivots_in(front_of(front), pivots)));
    const std::optional<Index> unusable = eliminate(rows, least);
    std::optional<UnusablePivot>& known = factors_.unusable_pivot;
    if (const Index at = first + unusable.value_or(0); unusable && (!known || at < known->at)) {
        known = {at,
                 fmt::format("row {} of {}, counted from 1, has the pivot {:.3g}: the matrix is singular, or "
                             "needs pivoting, which is not done",
                             1 + elimination_->permutation.at(at), matrix_->size(), rows.row(*unusable)[*unusable])};
    }
}

void NumericProcess::update_by(FrontId front, std::size_t panel, const MatrixView<double>& rows) const {
    const auto& panels = fronts_.at(front).panels;
    const auto arrived = panels.find(panel);
    if (arrived == panels.end()) {
        update(rows, panel_here(front, panel));
    } else {
        update(rows, viewed(arrived->second, solver::pivots_in(front_of(front), block_of(front, panel)), rows.columns));
    }
}

/// All rows of the block are factors now in the columns of the front's pivots, and so are its pivots' rows.
void NumericProcess::finish(FrontId front, std::size_t block) {
    const Front& whole = front_of(front);
    const Block& place = block_of(front, block);
    const Index pivots = solver::pivots_in(whole, place);
    const Index contributed = solver::contributed_in(whole, place);
    Matrix rows = std::move(fronts_.at(front).blocks.at(block).rows);
    fronts_.at(front).blocks.erase(block);
    BlockFactors& factors = factors_.blocks[front][block];
    if (contributed > 0) {
        const Index begin = place.begin + pivots - whole.pivots;
        const auto part = [&](Index column, Index columns) {
            return Matrix{contributed, columns,
                          copied(rows.view().part(pivots, column, contributed, columns).read_only())};
        };
        factors.rest = part(0, whole.pivots);
        contributions_[front].push_back({{begin, begin + contributed}, part(whole.pivots, whole.contribution())});
        rows.rows = pivots;
        rows.values.resize(static_cast<std::size_t>(pivots * whole.order));
        rows.values.shrink_to_fit();
    }
    factors.pivots = std::move(rows);
}

/// Another's panel, when no block here waits for it any more. Blocks before it are done: it waited for theirs.
void NumericProcess::release_panel(FrontId front, std::size_t panel) {
    FrontAtWork& work = fronts_.at(front);
    const bool is_used = std::all_of(work.blocks.begin(), work.blocks.end(),
                                     [&](const auto& block) { return block.second.next > panel; });
    if (is_used) {
        work.panels.erase(panel);
    }
    if (work.blocks.empty()) {
        fronts_.erase(front);
    }
}

std::int64_t NumericProcess::active_entries() const {
    std::size_t entries = 0;
    for (const auto& [front, work] : fronts_) {
        for (const auto& [block, state] : work.blocks) {
            entries += state.rows.values.size();
        }
    }
    for (const auto& [front, parts] : contributions_) {
        for (const Contribution& part : parts) {
            entries += part.values.values.size();
        }
    }
    for (const auto& [child, parts] : arrived_) {
        for (const ArrivedRows& part : parts) {
            entries += part.numbers.size();
        }
    }
    return static_cast<std::int64_t>(entries);
}

std::int64_t NumericProcess::panel_entries() const {
    std::size_t entries = 0;
    for (const auto& [front, work] : fronts_) {
        for (const auto& [panel, numbers] : work.panels) {
            entries += numbers.size();
        }
    }
    return static_cast<std::int64_t>(entries);
}

const Block& NumericProcess::block_of(FrontId front, std::size_t block) const {
    return factors_.deals.at(front).at(block);
}

MatrixView<const double> NumericProcess::panel_here(FrontId front, std::size_t block) const {
    return from_column(factors_.blocks.at(front).at(block).pivots.view(), block_of(front, block).begin);
}

MatrixView<const double> NumericProcess::contribution_here(FrontId front, const solver::Rows& rows) const {
    const std::vector<Contribution>& parts = contributions_.at(front);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const Contribution& one) {
        return one.rows.begin <= rows.begin && rows.end <= one.rows.end;
    });
    if (part == parts.end()) {
        throw std::logic_error(fmt::format("process {}: rows {} to {} that front {} contributes are not here", me_,
                                           rows.begin, rows.end, front));
    }
    const MatrixView<const double> all = part->values.view();
    return all.part(rows.begin - part->rows.begin, 0, rows.count(), all.columns);
}

} // namespace tangram::numerics
