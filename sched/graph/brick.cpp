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
    Search(const std::vector<double>& speeds, std::size_t side, bool symmetric)
        : side_(side), symmetric_(symmetric), owners_(side * side), in_row_(side * speeds.size()),
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
    /// How far the fullest owner is above its share, relative to it.
    [[nodiscard]] double imbalance() const {
        double most = 0;
        for (std::size_t p = 0; p < shares_.size(); ++p) {
            most = std::max(most, tiles_[p] / (shares_[p] * static_cast<double>(owners_.size())) - 1);
        }
        return most;
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
            copies += symmetric_ ? 2 * either * either : rows * rows + columns * columns;
        }
        for (std::size_t p = 0; p < shares_.size(); ++p) {
            uneven += std::abs(on_diagonal_[p] - shares_[p] * static_cast<double>(side_));
        }
        return copies + 0.25 * uneven;
    }

    std::size_t side_;
    bool symmetric_;
    std::vector<double> shares_;
    std::vector<std::size_t> owners_;
    std::vector<int> in_row_, in_column_, on_diagonal_; ///< places by owner and line
    std::vector<double> tiles_;
    double best_ = 0;
};

} // namespace

Brick::Brick(const std::vector<double>& speeds, bool symmetric) : owners_{0} {
    constexpr std::size_t widest = 8;
    if (speeds.size() < 2) {
        return;
    }
    double least = std::numeric_limits<double>::infinity();
    const auto narrowest = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(speeds.size()))));
    for (std::size_t side = narrowest; side <= std::max(widest, narrowest); ++side) {
        Search search(speeds, side, symmetric);
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
