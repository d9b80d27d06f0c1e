#include "model/steady_state/rational_system.hpp"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>

#include <algorithm>
#include <utility>

namespace tangram::model::steady_state {

namespace {

/// Owns a matrix of FLINT's.
class Matrix {
  public:
    Matrix(std::size_t rows, std::size_t columns) {
        fmpq_mat_init(matrix_, static_cast<slong>(rows), static_cast<slong>(columns));
    }
    ~Matrix() { fmpq_mat_clear(matrix_); }
    Matrix(const Matrix&) = delete;
    Matrix& operator=(const Matrix&) = delete;
    Matrix(Matrix&&) = delete;
    Matrix& operator=(Matrix&&) = delete;

    void set(std::size_t row, std::size_t column, const Rational& value) {
        fmpq_set_mpq(entry(row, column), value.get_mpq_t());
    }
    [[nodiscard]] Rational at(std::size_t row, std::size_t column) const {
        Rational value;
        fmpq_get_mpq(value.get_mpq_t(), entry(row, column));
        return value;
    }
    [[nodiscard]] fmpq_mat_struct* get() { return matrix_; }
    [[nodiscard]] const fmpq_mat_struct* get() const { return matrix_; }

  private:
    [[nodiscard]] fmpq* entry(std::size_t row, std::size_t column) const {
        return fmpq_mat_entry(matrix_, static_cast<slong>(row), static_cast<slong>(column));
    }
    fmpq_mat_t matrix_{};
};

/// By p-adic lifting.
std::optional<std::vector<Rational>> dense_solution(const SquareMatrix& matrix, const std::vector<Rational>& right) {
    Matrix a(matrix.size, matrix.size);
    for (const SquareMatrix::Entry& entry : matrix.entries) {
        a.set(entry.row, entry.column, entry.value);
    }
    Matrix b(matrix.size, 1);
    for (std::size_t row = 0; row < matrix.size; ++row) {
        b.set(row, 0, right[row]);
    }
    Matrix x(matrix.size, 1);
    if (fmpq_mat_solve_dixon(x.get(), a.get(), b.get()) == 0) {
        return std::nullopt;
    }
    std::vector<Rational> values;
    for (std::size_t row = 0; row < matrix.size; ++row) {
        values.push_back(x.at(row, 0));
    }
    return values;
}

/// The rows of a matrix, or its columns: by line, the lines of the other kind that it meets in an entry.
struct Lines {
    explicit Lines(std::size_t size) : met(size), is_left(size, true) {}

    std::vector<std::vector<std::size_t>> met;
    std::vector<bool> is_left;

    /// Of all lines, those that are left, renumbered.
    [[nodiscard]] std::vector<std::size_t> left() const {
        std::vector<std::size_t> all;
        for (std::size_t line = 0; line < is_left.size(); ++line) {
            if (is_left[line]) {
                all.push_back(line);
            }
        }
        return all;
    }
};

/// Takes out lines that meet only one of those left, and that one, as long as there are any. Returns the pairs in the
/// order in which they were taken.
std::vector<std::pair<std::size_t, std::size_t>> take_singletons(Lines& lines, Lines& others) {
    const auto is_left = [&](std::size_t other) { return others.is_left[other]; };
    std::vector<std::ptrdiff_t> meets;
    std::vector<std::size_t> waiting;
    for (std::size_t line = 0; line < lines.met.size(); ++line) {
        meets.push_back(std::count_if(lines.met[line].begin(), lines.met[line].end(), is_left));
        if (lines.is_left[line] && meets[line] == 1) {
            waiting.push_back(line);
        }
    }
    std::vector<std::pair<std::size_t, std::size_t>> taken;
    while (!waiting.empty()) {
        const std::size_t line = waiting.back();
        waiting.pop_back();
        if (meets[line] == 0) { // the matrix is singular
            continue;
        }
        const std::size_t other = *std::find_if(lines.met[line].begin(), lines.met[line].end(), is_left);
        taken.emplace_back(line, other);
        lines.is_left[line] = others.is_left[other] = false;
        for (const std::size_t crossed : others.met[other]) {
            if (--meets[crossed] == 1 && lines.is_left[crossed]) {
                waiting.push_back(crossed);
            }
        }
    }
    return taken;
}

class System {
  public:
    System(const SquareMatrix& matrix, std::vector<Rational> right)
        : right_(std::move(right)), rows_(matrix.size), values_(matrix.size) {
        for (const SquareMatrix::Entry& entry : matrix.entries) {
            rows_[entry.row].push_back(entry);
        }
    }

    /// Rows with one unknown come first, unknowns that occur in one row last; the others are in between.
    std::optional<std::vector<Rational>> solve() {
        Lines rows(rows_.size());
        Lines columns(rows_.size());
        for (const std::vector<SquareMatrix::Entry>& row : rows_) {
            for (const SquareMatrix::Entry& entry : row) {
                rows.met[entry.row].push_back(entry.column);
                columns.met[entry.column].push_back(entry.row);
            }
        }
        const auto first = take_singletons(rows, columns);
        auto last = take_singletons(columns, rows);
        std::reverse(last.begin(), last.end());
        for (const auto& [row, column] : first) {
            find(row, column);
        }
        if (!find_all(rows.left(), columns.left())) {
            return std::nullopt;
        }
        for (const auto& [column, row] : last) {
            find(row, column);
        }
        return std::move(values_);
    }

  private:
    /// What the values found so far leave of the right side; the others are 0.
    [[nodiscard]] Rational rest(std::size_t row) const {
        Rational rest = right_[row];
        for (const SquareMatrix::Entry& entry : rows_[row]) {
            rest -= entry.value * values_[entry.column];
        }
        return rest;
    }

    /// The one value of a row that is not found yet.
    void find(std::size_t row, std::size_t column) {
        const auto entry = std::find_if(rows_[row].begin(), rows_[row].end(),
                                        [&](const SquareMatrix::Entry& other) { return other.column == column; });
        values_[column] = rest(row) / entry->value;
    }

    /// Whether these rows decide the values of these columns.
    bool find_all(const std::vector<std::size_t>& rows, const std::vector<std::size_t>& columns) {
        std::vector<std::size_t> place(rows_.size(), rows_.size());
        for (std::size_t at = 0; at < columns.size(); ++at) {
            place[columns[at]] = at;
        }
        SquareMatrix matrix{rows.size(), {}};
        std::vector<Rational> right;
        for (const std::size_t row : rows) {
            for (const SquareMatrix::Entry& entry : rows_[row]) {
                if (place[entry.column] < columns.size()) {
                    matrix.entries.push_back({right.size(), place[entry.column], entry.value});
                }
            }
            right.push_back(rest(row));
        }
        const auto values = dense_solution(matrix, right);
        for (std::size_t at = 0; values && at < columns.size(); ++at) {
            values_[columns[at]] = (*values)[at];
        }
        return values.has_value();
    }

    std::vector<Rational> right_;
    std::vector<std::vector<SquareMatrix::Entry>> rows_;
    std::vector<Rational> values_; ///< by column; 0 where not found yet
};

} // namespace

std::optional<std::vector<Rational>> solution(const SquareMatrix& matrix, const std::vector<Rational>& right) {
    return System(matrix, right).solve();
}

} // namespace tangram::model::steady_state
