#include "model/steady_state/matchings.hpp"

#include <algorithm>
#include <optional>

namespace tangram::model::steady_state {

namespace {

/// Weights W, made regular: each row and each column has the same sum, that of the busiest node, so that the positive
/// entries have a perfect matching. A slack is what a node's weights lack to that sum.
///
///     W                        diag(senders' slacks)
///     diag(receivers' slacks)  W transposed
///
/// A weight and its mirror in the lower right are one amount, and are taken together. So each step exhausts a weight or
/// a slack.
class RegularGraph {
  public:
    RegularGraph(std::size_t nodes, const std::vector<Weight>& weights);

    [[nodiscard]] bool is_empty() const { return left_ == 0; }

    /// Takes a perfect matching, for as long as all its entries last.
    Matching take();

  private:
    struct Entry {
        std::size_t row;
        std::size_t column;
        std::size_t amount;
    };
    using Match = std::optional<std::size_t>; ///< an entry

    [[nodiscard]] Rational& amount(std::size_t entry) { return amounts_[entries_[entry].amount]; }
    [[nodiscard]] bool is_slack(std::size_t entry) const { return entries_[entry].amount >= weights_; }
    void match(std::size_t entry);
    void unmatch(std::size_t entry);
    void match_row(std::size_t row);
    void exchange(const std::vector<Match>& reached_by, std::size_t column);
    void mirror();
    void subtract(const Rational& length);

    std::size_t nodes_;
    std::size_t weights_;
    Rational left_;                 ///< the sum of each row and column
    std::vector<Rational> amounts_; ///< of the weights, then of the senders' slacks, then of the receivers'
    std::vector<Entry> entries_;    ///< each weight and its mirror, then the slacks
    std::vector<std::vector<std::size_t>> entries_of_row_;
    std::vector<Match> of_row_;
    std::vector<Match> of_column_;
};

RegularGraph::RegularGraph(std::size_t nodes, const std::vector<Weight>& weights)
    : nodes_(nodes), weights_(weights.size()), entries_of_row_(2 * nodes), of_row_(2 * nodes), of_column_(2 * nodes) {
    std::vector<Rational> sums(2 * nodes); // of the senders, then of the receivers
    for (const auto& [from, to, time] : weights) {
        entries_.push_back({from, to, amounts_.size()});
        entries_.push_back({nodes + to, nodes + from, amounts_.size()});
        amounts_.push_back(time);
        sums[from] += time;
        sums[nodes + to] += time;
    }
    left_ = nodes == 0 ? Rational(0) : *std::max_element(sums.begin(), sums.end());
    for (std::size_t node = 0; node < 2 * nodes; ++node) {
        entries_.push_back({node, (node + nodes) % (2 * nodes), amounts_.size()});
        amounts_.emplace_back(left_ - sums[node]);
    }
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
        entries_of_row_[entries_[entry].row].push_back(entry);
    }
}

void RegularGraph::match(std::size_t entry) {
    of_row_[entries_[entry].row] = entry;
    of_column_[entries_[entry].column] = entry;
}

void RegularGraph::unmatch(std::size_t entry) {
    of_row_[entries_[entry].row].reset();
    of_column_[entries_[entry].column].reset();
}

/// By an augmenting path, breadth first. A regular graph has one (Hall), so the search does not run out of rows.
void RegularGraph::match_row(std::size_t row) {
    std::vector<Match> reached_by(2 * nodes_); // by column
    std::vector<std::size_t> rows{row};
    for (std::size_t next = 0;; ++next) {
        for (const std::size_t entry : entries_of_row_[rows.at(next)]) {
            const std::size_t column = entries_[entry].column;
            if (amount(entry) == 0 || reached_by[column]) {
                continue;
            }
            reached_by[column] = entry;
            if (!of_column_[column]) {
                exchange(reached_by, column);
                return;
            }
            rows.push_back(entries_[*of_column_[column]].row);
        }
    }
}

/// Matches along the path that ends at a column; what its rows had goes to the column before.
void RegularGraph::exchange(const std::vector<Match>& reached_by, std::size_t column) {
    while (true) {
        const std::size_t entry = *reached_by[column];
        const Match before = of_row_[entries_[entry].row];
        match(entry);
        if (!before) {
            return;
        }
        column = entries_[*before].column;
    }
}

/// Leaves the matched weights as they are, and matches their mirrors and the slacks of all other nodes.
void RegularGraph::mirror() {
    std::vector<bool> is_served(2 * nodes_); // senders, then receivers
    for (std::size_t sender = 0; sender < nodes_; ++sender) {
        if (const std::size_t entry = *of_row_[sender]; !is_slack(entry)) {
            is_served[sender] = true;
            is_served[nodes_ + entries_[entry].column] = true;
            match(entry + 1);
        }
    }
    for (std::size_t node = 0; node < 2 * nodes_; ++node) {
        if (!is_served[node]) {
            match(2 * weights_ + node);
        }
    }
}

void RegularGraph::subtract(const Rational& length) {
    left_ -= length;
    for (std::size_t row = 0; row < 2 * nodes_; ++row) {
        const std::size_t entry = *of_row_[row];
        if (row < nodes_ || is_slack(entry)) { // a mirror has its weight's amount
            amount(entry) -= length;
        }
    }
    for (std::size_t row = 0; row < 2 * nodes_; ++row) {
        if (amount(*of_row_[row]) == 0) {
            unmatch(*of_row_[row]);
        }
    }
}

Matching RegularGraph::take() {
    for (std::size_t row = 0; row < 2 * nodes_; ++row) {
        if (!of_row_[row]) {
            match_row(row);
        }
    }
    mirror();
    Matching matching{left_, {}};
    for (std::size_t row = 0; row < 2 * nodes_; ++row) {
        const std::size_t entry = *of_row_[row];
        matching.length = std::min(matching.length, amount(entry));
        if (row < nodes_ && !is_slack(entry)) {
            matching.weights.push_back(entries_[entry].amount);
        }
    }
    subtract(matching.length);
    return matching;
}

} // namespace

std::vector<Matching> matchings(std::size_t nodes, const std::vector<Weight>& weights) {
    RegularGraph graph(nodes, weights);
    std::vector<Matching> found;
    while (!graph.is_empty()) {
        found.push_back(graph.take());
    }
    return found;
}

} // namespace tangram::model::steady_state
