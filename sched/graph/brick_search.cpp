#include "sched/graph/brick_search.hpp"

#include "base/dice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace tangram::sched::graph {

BrickSearch::BrickSearch(const std::vector<double>& speeds, std::size_t side, Brick::Kind kind)
    : side_(side), kind_(kind), owners_(side * side), in_row_(side * speeds.size()), in_column_(side * speeds.size()),
      on_diagonal_(speeds.size()), tiles_(speeds.size()) {
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    for (const double speed : speeds) {
        shares_.push_back(speed / sum);
    }
    deal();
}

/// Each place to whoever lacks most.
void BrickSearch::deal() {
    for (std::size_t place = 0; place < owners_.size(); ++place) {
        std::size_t poorest = 0;
        double most = -std::numeric_limits<double>::infinity();
        for (std::size_t p = 0; p < shares_.size(); ++p) {
            const double lack = shares_[p] * static_cast<double>(owners_.size()) - tiles_[p];
            if (lack > most + 1e-9) {
                most = lack;
                poorest = p;
            }
        }
        owners_[place] = poorest;
        tiles_[poorest] += 1;
        count(place, 1);
    }
}

void BrickSearch::run() {
    constexpr int steps = 10'000;
    constexpr double hot = 1.0;
    constexpr double cold = 0.02;
    Dice dice(1);
    double now = cost();
    best_ = now;
    std::vector<std::size_t> best = owners_;
    for (int step = 0; step < steps; ++step) {
        const double temperature = hot * std::pow(cold / hot, static_cast<double>(step) / steps);
        const std::size_t a = dice.below(owners_.size());
        const std::size_t b = dice.below(owners_.size());
        exchange(a, b);
        const double then = cost();
        if (then - now > -temperature * std::log(dice.unit()) * 0.3) {
            exchange(a, b);
            continue;
        }
        now = then;
        if (now < best_ - 1e-9) {
            best_ = now;
            best = owners_;
        }
    }
    owners_ = best;
}

double BrickSearch::imbalance() const {
    if (kind_.shrinks) {
        return excess(tiles_, static_cast<double>(owners_.size()));
    }
    constexpr std::size_t least = 8;
    constexpr std::size_t most = 32;
    std::vector<double> tiles(shares_.size());
    double sum = 0;
    for (std::size_t lines = 1; lines <= most; ++lines) {
        for (std::size_t i = 0; i < lines; ++i) { // the square grows by a row and a column
            tiles[owner(lines - 1, i)] += 1;
            tiles[owner(i, lines - 1)] += i + 1 < lines ? 1 : 0;
        }
        sum += lines >= least ? excess(tiles, static_cast<double>(lines * lines)) : 0;
    }
    return sum / static_cast<double>(most - least + 1);
}

double BrickSearch::excess(const std::vector<double>& tiles, double all) const {
    double most = 0;
    for (std::size_t p = 0; p < shares_.size(); ++p) {
        most = std::max(most, tiles[p] / (shares_[p] * all) - 1);
    }
    return most;
}

void BrickSearch::count(std::size_t place, int change) {
    const std::size_t row = place / side_;
    const std::size_t column = place % side_;
    const std::size_t p = owners_[place];
    in_row_[p * side_ + row] += change;
    in_column_[p * side_ + column] += change;
    on_diagonal_[p] += row == column ? change : 0;
}

void BrickSearch::exchange(std::size_t a, std::size_t b) {
    count(a, -1);
    count(b, -1);
    std::swap(owners_[a], owners_[b]);
    count(a, 1);
    count(b, 1);
}

double BrickSearch::cost() const {
    double copies = 0;
    double uneven = 0;
    for (std::size_t line = 0; line < side_; ++line) {
        double rows = 0;
        double columns = 0;
        double either = 0;
        for (std::size_t p = 0; p < shares_.size(); ++p) {
            const bool row = in_row_[p * side_ + line] > 0;
            const bool column = in_column_[p * side_ + line] > 0;
            rows += row ? 1 : 0;
            columns += column ? 1 : 0;
            either += row || column ? 1 : 0;
        }
        copies += kind_.symmetric ? 2 * either * either : rows * rows + columns * columns;
    }
    for (std::size_t p = 0; p < shares_.size(); ++p) { // work begins on the diagonal
        uneven += std::abs(on_diagonal_[p] - shares_[p] * static_cast<double>(side_));
    }
    return copies + 0.25 * uneven;
}

} // namespace tangram::sched::graph
