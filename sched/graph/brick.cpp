#include "sched/graph/brick.hpp"

#include "base/dice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace tangram::sched::graph {

namespace {

/// What a brick costs: copies of a tile of A or B, on average, and a penalty for loads that differ.
class Search {
  public:
    Search(const std::vector<double>& speeds, std::size_t side, Brick::Kind kind)
        : side_(side), kind_(kind), owners_(side * side), in_row_(side * speeds.size()),
          in_column_(side * speeds.size()), on_diagonal_(speeds.size()), tiles_(speeds.size()) {
        const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
        for (const double speed : speeds) {
            shares_.push_back(speed / sum);
        }
        deal();
    }

    /// Simulated annealing with exchanges of two places.
    void run() {
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

    [[nodiscard]] double best() const { return best_; }
    [[nodiscard]] const std::vector<std::size_t>& owners() const { return owners_; }
    /// How far the fullest owner is above its share, relative to it. Of what does not shrink on average over squares of
    /// so many lines that programs have: their last bricks are cut off.
    [[nodiscard]] double imbalance() const {
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

  private:
    /// Each place to whoever lacks most.
    void deal() {
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

    [[nodiscard]] std::size_t owner(std::size_t row, std::size_t column) const {
        return owners_[row % side_ * side_ + column % side_];
    }

    [[nodiscard]] double excess(const std::vector<double>& tiles, double all) const {
        double most = 0;
        for (std::size_t p = 0; p < shares_.size(); ++p) {
            most = std::max(most, tiles[p] / (shares_[p] * all) - 1);
        }
        return most;
    }

    void count(std::size_t place, int change) {
        const std::size_t row = place / side_;
        const std::size_t column = place % side_;
        const std::size_t p = owners_[place];
        in_row_[p * side_ + row] += change;
        in_column_[p * side_ + column] += change;
        on_diagonal_[p] += row == column ? change : 0;
    }

    void exchange(std::size_t a, std::size_t b) {
        count(a, -1);
        count(b, -1);
        std::swap(owners_[a], owners_[b]);
        count(a, 1);
        count(b, 1);
    }

    [[nodiscard]] double cost() const {
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

    std::size_t side_;
    Brick::Kind kind_;
    std::vector<double> shares_;
    std::vector<std::size_t> owners_;
    std::vector<int> in_row_, in_column_, on_diagonal_; ///< places by owner and line
    std::vector<double> tiles_;
    double best_ = 0;
};

} // namespace

Brick::Brick(const std::vector<double>& speeds, Kind kind) : owners_{0} {
    constexpr std::size_t widest = 8;
    if (speeds.size() < 2) {
        return;
    }
    double least = std::numeric_limits<double>::infinity();
    const auto narrowest = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(speeds.size()))));
    for (std::size_t side = narrowest; side <= std::max(widest, narrowest); ++side) {
        Search search(speeds, side, kind);
        search.run();
        // copies of a tile, and work that waits for the fullest
        const double value = search.best() / static_cast<double>(2 * side) * (1 + 2 * search.imbalance());
        if (value < 0.98 * least) {
            least = value;
            side_ = side;
            owners_ = search.owners();
        }
    }
}

} // namespace tangram::sched::graph
