#include "model/steady_state/linear_programme.hpp"

#include "base/error.hpp"
#include "model/steady_state/rational_system.hpp"
#include "model/steady_state/scaling.hpp"

#include <ClpSimplex.hpp>
#include <CoinPackedMatrix.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace tangram::model::steady_state {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Which columns and whose rows' slacks are basic.
struct Basis {
    std::vector<bool> columns;
    std::vector<bool> slacks;

    bool operator==(const Basis&) const = default;
};

/// A solution or nearly one, and the same of the dual programme.
struct Point {
    std::vector<Rational> values; ///< by column
    std::vector<Rational> prices; ///< by row
};

Rational product(const LinearProgramme::Row& row, const std::vector<Rational>& values) {
    Rational sum;
    for (const auto& [column, value] : row.entries) {
        sum += value * values[column];
    }
    return sum;
}

/// By column, what a unit of it gains at these prices: the objective less what it takes of the rows.
std::vector<Rational> gains(const LinearProgramme& programme, const std::vector<Rational>& prices) {
    std::vector<Rational> left = programme.objective;
    for (std::size_t r = 0; r < programme.rows.size(); ++r) {
        for (const auto& [column, value] : programme.rows[r].entries) {
            left[column] -= value * prices[r];
        }
    }
    return left;
}

Rational value_of(const LinearProgramme& programme, const std::vector<Rational>& values) {
    Rational sum;
    for (std::size_t column = 0; column < values.size(); ++column) {
        sum += programme.objective[column] * values[column];
    }
    return sum;
}

/// The bound that any prices prove, if no column needs more than its upper value (Neumaier and Shcherbina 2004).
Rational bound_by(const LinearProgramme& programme, std::vector<Rational> prices) {
    Rational bound;
    for (std::size_t r = 0; r < prices.size(); ++r) {
        if (!programme.rows[r].is_equality) {
            prices[r] = std::max(prices[r], Rational(0));
        }
        bound += prices[r] * programme.rows[r].right;
    }
    const std::vector<Rational> gain = gains(programme, prices);
    for (std::size_t column = 0; column < gain.size(); ++column) {
        if (gain[column] > 0) {
            bound += gain[column] * programme.upper[column];
        }
    }
    return bound;
}

bool is_feasible(const LinearProgramme& programme, const std::vector<Rational>& values) {
    return std::all_of(values.begin(), values.end(), [](const Rational& value) { return value >= 0; }) &&
           std::all_of(programme.rows.begin(), programme.rows.end(), [&](const LinearProgramme::Row& row) {
               const Rational left = product(row, values);
               return row.is_equality ? left == row.right : left <= row.right;
           });
}

bool is_dual_feasible(const LinearProgramme& programme, const std::vector<Rational>& prices) {
    for (std::size_t r = 0; r < prices.size(); ++r) {
        if (!programme.rows[r].is_equality && prices[r] < 0) {
            return false;
        }
    }
    const std::vector<Rational> gain = gains(programme, prices);
    return std::all_of(gain.begin(), gain.end(), [](const Rational& value) { return value <= 0; });
}

/// Whether the values and the prices are solutions of equal worth: then neither has a better one.
bool is_optimal(const LinearProgramme& programme, const Point& point) {
    return is_feasible(programme, point.values) && is_dual_feasible(programme, point.prices) &&
           value_of(programme, point.values) == bound_by(programme, point.prices);
}

/// The exact primal and dual solution of a basis, feasible or not; nothing if it is singular. A row whose slack is
/// basic has no price and tells nothing of the values, so that the systems are those of the other rows.
std::optional<Point> solution_of(const LinearProgramme& programme, const Basis& basis) {
    std::vector<std::size_t> columns;
    std::vector<std::size_t> place(programme.objective.size(), none);
    for (std::size_t column = 0; column < place.size(); ++column) {
        if (basis.columns[column]) {
            place[column] = columns.size();
            columns.push_back(column);
        }
    }
    SquareMatrix matrix;
    SquareMatrix transposed;
    std::vector<std::size_t> rows;
    std::vector<Rational> right;
    for (std::size_t r = 0; r < programme.rows.size(); ++r) {
        if (basis.slacks[r]) {
            continue;
        }
        for (const auto& [column, value] : programme.rows[r].entries) {
            if (place[column] != none) {
                matrix.entries.push_back({rows.size(), place[column], value});
                transposed.entries.push_back({place[column], rows.size(), value});
            }
        }
        rows.push_back(r);
        right.push_back(programme.rows[r].right);
    }
    if (rows.size() != columns.size()) {
        return std::nullopt;
    }
    matrix.size = transposed.size = rows.size();
    std::vector<Rational> objective;
    objective.reserve(columns.size());
    for (const std::size_t column : columns) {
        objective.push_back(programme.objective[column]);
    }
    const auto basic = solution(matrix, right);
    const auto prices = solution(transposed, objective);
    if (!basic || !prices) {
        return std::nullopt;
    }
    Point point{std::vector<Rational>(programme.objective.size()), std::vector<Rational>(programme.rows.size())};
    for (std::size_t at = 0; at < columns.size(); ++at) {
        point.values[columns[at]] = (*basic)[at];
        point.prices[rows[at]] = (*prices)[at];
    }
    return point;
}

/// The programme in floating point: what a point leaves to be found of it, magnified. Slacks are columns behind the
/// others, as they have values and prices that leave something, too.
class Remainder {
  public:
    explicit Remainder(const LinearProgramme& programme)
        : programme_(programme), slacks_(programme.rows.size(), none), columns_(programme.objective.size()) {
        for (std::size_t row = 0; row < slacks_.size(); ++row) {
            if (!programme.rows[row].is_equality) {
                slacks_[row] = columns_++;
            }
        }
        CoinPackedMatrix matrix(false, 0, 0);
        matrix.setDimensions(0, static_cast<int>(columns_));
        for (std::size_t row = 0; row < slacks_.size(); ++row) {
            append(matrix, row);
        }
        model_.setLogLevel(0);
        model_.scaling(0); // that is done, exactly
        model_.loadProblem(matrix, nullptr, nullptr, nullptr, nullptr, nullptr);
        model_.setPrimalTolerance(tolerance);
        model_.setDualTolerance(tolerance);
        model_.setMaximumIterations(most_iterations());
        start_at_slacks();
    }

    /// False if CLP finds no solution. It starts at the basis that it found before. If what is magnified most spreads
    /// over more digits than a double has, CLP fails, and solves what is magnified less.
    bool solve(const Point& point) {
        constexpr std::array<double, 3> worst_violations = {1, 1e-3, 1e-6}; // all far above the tolerance
        return std::any_of(worst_violations.begin(), worst_violations.end(),
                           [&](double worst) { return solve(point, worst); });
    }

    [[nodiscard]] Basis basis() const {
        Basis basis;
        for (std::size_t column = 0; column < programme_.objective.size(); ++column) {
            basis.columns.push_back(is_basic(column));
        }
        for (std::size_t row = 0; row < slacks_.size(); ++row) {
            basis.slacks.push_back(model_.getRowStatus(static_cast<int>(row)) == ClpSimplex::basic ||
                                   (slacks_[row] != none && is_basic(slacks_[row])));
        }
        return basis;
    }

    /// The point that solve() was given, with what it found.
    [[nodiscard]] Point added_to(Point point) const {
        for (std::size_t column = 0; column < point.values.size(); ++column) {
            point.values[column] += Rational(model_.primalColumnSolution()[column]) / value_scale_;
        }
        for (std::size_t row = 0; row < point.prices.size(); ++row) {
            point.prices[row] -= Rational(model_.dualRowSolution()[row]) / price_scale_; // CLP minimises
        }
        return point;
    }

  private:
    static constexpr double tolerance = 1e-9;

    /// Far more than are needed, as CLP may go round in circles for ever.
    [[nodiscard]] int most_iterations() const { return static_cast<int>(1000 + 20 * (slacks_.size() + columns_)); }

    /// Magnified so that the worst violation is `worst`.
    bool solve(const Point& point, double worst) {
        set_values(point.values, worst);
        set_prices(point.prices, worst);
        model_.primal();
        if (!model_.isProvenOptimal()) {
            model_.dual(); // finds some that the other one does not
        }
        return model_.isProvenOptimal();
    }

    void start_at_slacks() {
        model_.createStatus();
        for (std::size_t row = 0; row < slacks_.size(); ++row) {
            if (slacks_[row] != none) {
                model_.setRowStatus(static_cast<int>(row), ClpSimplex::isFixed);
                model_.setColumnStatus(static_cast<int>(slacks_[row]), ClpSimplex::basic);
            }
        }
    }

    void append(CoinPackedMatrix& matrix, std::size_t row) const {
        std::vector<int> columns;
        std::vector<double> entries;
        for (const auto& [column, value] : programme_.rows[row].entries) {
            columns.push_back(static_cast<int>(column));
            entries.push_back(value.get_d());
        }
        if (slacks_[row] != none) {
            columns.push_back(static_cast<int>(slacks_[row]));
            entries.push_back(1);
        }
        matrix.appendRow(static_cast<int>(columns.size()), columns.data(), entries.data());
    }

    [[nodiscard]] bool is_basic(std::size_t column) const {
        return model_.getColumnStatus(static_cast<int>(column)) == ClpSimplex::basic;
    }

    /// Makes the violation `worst` or, if there is none, the largest number 1, if that is not 0.
    static Rational scale_of(const Rational& violation, double worst, const Rational& largest) {
        if (violation > 0) {
            return Rational(worst) / violation;
        }
        return largest > 0 ? Rational(1 / largest) : Rational(1);
    }

    /// CLP stops the whole program at costs of 1e25. What is that far from a violation need not be exact.
    static double rounded(const Rational& number) {
        const Rational largest = 1e12;
        return std::clamp(number, Rational(-largest), largest).get_d();
    }

    void set_values(std::vector<Rational> values, double worst) {
        std::vector<Rational> missing(slacks_.size()); // of equalities
        Rational violation;
        Rational largest;
        values.resize(columns_);
        for (std::size_t row = 0; row < slacks_.size(); ++row) {
            const Rational left = programme_.rows[row].right - product(programme_.rows[row], values);
            (slacks_[row] == none ? missing[row] : values[slacks_[row]]) = left;
            violation = std::max(violation, Rational(abs(missing[row])));
        }
        for (const Rational& value : values) {
            violation = std::max(violation, Rational(-value));
            largest = std::max(largest, value);
        }
        value_scale_ = scale_of(violation, worst, largest);
        for (std::size_t column = 0; column < columns_; ++column) {
            model_.setColumnBounds(static_cast<int>(column), rounded(-values[column] * value_scale_), COIN_DBL_MAX);
        }
        for (std::size_t row = 0; row < missing.size(); ++row) {
            const double right = rounded(missing[row] * value_scale_);
            model_.setRowBounds(static_cast<int>(row), right, right);
        }
    }

    void set_prices(const std::vector<Rational>& prices, double worst) {
        std::vector<Rational> gain = gains(programme_, prices);
        gain.resize(columns_);
        for (std::size_t row = 0; row < slacks_.size(); ++row) {
            if (slacks_[row] != none) {
                gain[slacks_[row]] = -prices[row];
            }
        }
        const auto [least, most] = std::minmax_element(gain.begin(), gain.end());
        price_scale_ = scale_of(*most, worst, -*least);
        for (std::size_t column = 0; column < columns_; ++column) {
            model_.setObjectiveCoefficient(static_cast<int>(column), rounded(-gain[column] * price_scale_));
        }
    }

    const LinearProgramme& programme_;
    std::vector<std::size_t> slacks_; ///< by row, the column; none for equalities
    std::size_t columns_;             ///< with those of slacks
    ClpSimplex model_;
    Rational value_scale_ = 1;
    Rational price_scale_ = 1;
};

/// Of a scaled programme.
Optimum optimum_of(const LinearProgramme& programme) {
    constexpr int most_rounds = 40;
    Remainder remainder(programme);
    Point point{std::vector<Rational>(programme.objective.size()), std::vector<Rational>(programme.rows.size())};
    if (!remainder.solve(point)) {
        throw RunFailure("CLP finds no optimal solution of the linear programme in floating point");
    }
    Basis tried;
    for (int round = 0; round < most_rounds && remainder.basis() != tried; ++round) {
        tried = remainder.basis();
        std::optional<Point> exact = solution_of(programme, tried);
        point = exact ? *std::move(exact) : remainder.added_to(std::move(point));
        if (is_optimal(programme, point)) {
            const Rational bound = value_of(programme, point.values);
            return {std::move(point.values), std::move(point.prices), bound, true};
        }
        if (!remainder.solve(point)) {
            break;
        }
    }
    const Rational bound = bound_by(programme, point.prices);
    return {std::move(point.values), std::move(point.prices), bound};
}

} // namespace

Optimum maximum(const LinearProgramme& programme) {
    const Scaling scaling(programme);
    return scaling.unscaled(optimum_of(scaling.scaled(programme)));
}

} // namespace tangram::model::steady_state
