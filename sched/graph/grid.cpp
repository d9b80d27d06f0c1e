#include "sched/graph/grid.hpp"

#include <algorithm>
#include <utility>

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
    for (std::size_t line = lines_.size(); line < 2 * (std::size_t{data} + 1); ++line) {
        lines_.push_back({.parent = static_cast<Line>(line)});
    }
}

Grid::Line Grid::Reading::find(Line line) {
    while (lines_[line].parent != line) {
        lines_[line].parent = lines_[lines_[line].parent].parent;
        line = lines_[line].parent;
    }
    return line;
}

void Grid::Reading::count(const Node& node, std::size_t change) {
    rows_ += node.is_row ? change : 0;
    columns_ += node.is_column ? change : 0;
    both_ += node.is_row && node.is_column ? change : 0;
}

/// Two lines are one, and a row, or else a column, of some C.
void Grid::Reading::join(Line a, Line b, bool is_row) {
    a = find(a);
    b = find(b);
    count(lines_[a], static_cast<std::size_t>(-1));
    if (a != b) {
        count(lines_[b], static_cast<std::size_t>(-1));
        if (lines_[a].size < lines_[b].size) {
            std::swap(a, b);
        }
        Node& root = lines_[a];
        Node& other = lines_[b];
        other.parent = a;
        root.size += other.size;
        root.number = std::min(root.number, other.number);
        root.is_row = root.is_row || other.is_row;
        root.is_column = root.is_column || other.is_column;
    }
    (is_row ? lines_[a].is_row : lines_[a].is_column) = true;
    count(lines_[a], 1);
}

void Grid::Reading::add_product(DataId c, DataId a, DataId b) {
    reserve(std::max({a, b, c}));
    join(2 * c, 2 * a + of_a_, true);
    join(2 * c + 1, 2 * b + of_b_, false);
}

std::uint32_t Grid::Reading::number_of(Line line, std::uint32_t& next) {
    Node& node = lines_[find(line)];
    if (!node.is_row && !node.is_column) {
        return 0;
    }
    if (node.number == unnumbered) {
        node.number = next++;
    }
    return node.number;
}

Place Grid::Reading::place(DataId data) {
    const std::uint32_t row = number_of(2 * data, next_row_);
    return {row, number_of(2 * data + 1, is_symmetric() ? next_row_ : next_column_)};
}

} // namespace tangram::sched::graph
