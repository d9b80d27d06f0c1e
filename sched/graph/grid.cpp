#include "sched/graph/grid.hpp"

#include <algorithm>

namespace tangram::sched::graph {

void Grid::add_product(DataId c, DataId a, DataId b) {
    for (Reading& reading : readings_) {
        reading.add_product(c, a, b);
    }
    is_known_.resize(std::max<std::size_t>(is_known_.size(), std::size_t{std::max({a, b, c})} + 1));
    for (const DataId data : {a, b, c}) {
        is_known_[data] = true;
    }
}

std::size_t Grid::best() const {
    std::size_t most = 0;
    for (std::size_t reading = 1; reading < readings_.size(); ++reading) {
        most = readings_[reading].places() > readings_[most].places() ? reading : most;
    }
    return most;
}

std::optional<Place> Grid::place(DataId data) {
    if (data >= is_known_.size() || !is_known_[data]) {
        return std::nullopt;
    }
    return readings_[best()].place(data);
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
        known.number = std::min(known.number, joined.number);
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

std::uint32_t Grid::Reading::number_of(Line line, std::uint32_t& next) {
    Known& known = known_[lines_.find(line)];
    if (!known.is_row && !known.is_column) {
        return 0;
    }
    if (known.number == unnumbered) {
        known.number = next++;
    }
    return known.number;
}

Place Grid::Reading::place(DataId data) {
    const std::uint32_t row = number_of(2 * data, next_row_);
    return {row, number_of(2 * data + 1, is_symmetric() ? next_row_ : next_column_)};
}

} // namespace tangram::sched::graph
