#include "sched/graph/grid.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

void Grid::add_product(DataId c, DataId a, DataId b) {
    for (Reading& reading : readings_) {
        reading.add_product(c, a, b);
    }
    roles_.resize(std::max<std::size_t>(roles_.size(), std::size_t{std::max({a, b, c})} + 1));
    for (const DataId data : {a, b, c}) {
        roles_[data].is_known = true;
    }
    roles_[a].is_a = true;
    roles_[b].is_b = true;
    has_both_factors_ = has_both_factors_ || roles_[a].is_b || roles_[b].is_a;
}

/// C += A A^T alone is understood as well if A's two lines are not told apart; then row i and column i are one line.
std::size_t Grid::best() const {
    const auto quality = [this](std::size_t reading) {
        return std::pair(readings_[reading].positions(), has_both_factors_ && readings_[reading].is_symmetric());
    };
    std::size_t most = 0;
    for (std::size_t reading = 1; reading < readings_.size(); ++reading) {
        most = quality(reading) > quality(most) ? reading : most;
    }
    return most;
}

std::optional<Position> Grid::position(DataId data) {
    if (data >= roles_.size() || !roles_[data].is_known) {
        return std::nullopt;
    }
    return readings_[best()].position(data);
}

std::optional<Position> Grid::position_of_square(DataId a) {
    if (a >= roles_.size() || !roles_[a].is_known || !is_symmetric()) {
        return std::nullopt;
    }
    return readings_[best()].position_of_square(a);
}

bool Grid::is_symmetric() const {
    return readings_[best()].is_symmetric();
}

void Grid::Reading::reserve(DataId data) {
    lines_.grow(2 * (std::size_t{data} + 1));
    known_.resize(lines_.count());
}

void Grid::Reading::count(const Known& line, std::size_t change) {
    rows_ += line.is_row ? change : 0;
    columns_ += line.is_column ? change : 0;
    both_ += line.is_row && line.is_column ? change : 0;
}

/// Two lines are one, and a row, or else a column, of some C.
void Grid::Reading::join(Line a, Line b, bool is_row) {
    const auto [root, other] = lines_.join(lines_.find(a), lines_.find(b));
    Known& known = known_[root];
    count(known, static_cast<std::size_t>(-1));
    if (root != other) {
        const Known& joined = known_[other];
        count(joined, static_cast<std::size_t>(-1));
        row_numbers_.join(known.row_number, joined.row_number);
        column_numbers_.join(known.column_number, joined.column_number);
        known.is_row = known.is_row || joined.is_row;
        known.is_column = known.is_column || joined.is_column;
    }
    (is_row ? known.is_row : known.is_column) = true;
    count(known, 1);
}

void Grid::Reading::add_product(DataId c, DataId a, DataId b) {
    reserve(std::max({a, b, c}));
    join(2 * c, 2 * a + of_a_, true);
    join(2 * c + 1, 2 * b + of_b_, false);
}

std::uint32_t Grid::Reading::Numbers::of(std::uint32_t& line) {
    if (line == unnumbered) {
        line = free_.empty() ? next_++ : free_.extract(free_.begin()).value();
    }
    return line;
}

void Grid::Reading::Numbers::join(std::uint32_t& line, std::uint32_t other) {
    if (line != unnumbered && other != unnumbered) {
        free_.insert(std::max(line, other));
    }
    line = std::min(line, other);
}

/// 0 for what no product says is a line of C.
std::uint32_t Grid::Reading::row_number(Line line) {
    Known& known = known_[lines_.find(line)];
    return known.is_row || (known.is_column && is_symmetric()) ? row_numbers_.of(known.row_number) : 0;
}

std::uint32_t Grid::Reading::column_number(Line line) {
    Known& known = known_[lines_.find(line)];
    return known.is_column ? column_numbers_.of(known.column_number) : 0;
}

Position Grid::Reading::position_of_square(DataId a) {
    const std::uint32_t row = row_number(2 * a + of_a_);
    return {row, row_number(2 * a + of_b_)};
}

Position Grid::Reading::position(DataId data) {
    const std::uint32_t row = row_number(2 * data);
    return {row, is_symmetric() ? row_number(2 * data + 1) : column_number(2 * data + 1)};
}

} // namespace tangram::sched::graph
