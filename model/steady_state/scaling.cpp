#include "model/steady_state/scaling.hpp"

#include <algorithm>
#include <limits>

namespace tangram::model::steady_state {

namespace {

/// The number is about 2 to this power in size.
long magnitude(const Rational& number) {
    const auto bits = [](const Integer& integer) { return static_cast<long>(mpz_sizeinbase(integer.get_mpz_t(), 2)); };
    return bits(number.get_num()) - bits(number.get_den());
}

/// Times 2 to the exponent.
void shift(Rational& number, long exponent) {
    if (exponent < 0) {
        number >>= static_cast<mp_bitcnt_t>(-exponent);
    } else {
        number <<= static_cast<mp_bitcnt_t>(exponent);
    }
}

/// The least and the greatest of some magnitudes.
struct Span {
    long least = std::numeric_limits<long>::max();
    long greatest = std::numeric_limits<long>::min();

    void add(long magnitude) {
        least = std::min(least, magnitude);
        greatest = std::max(greatest, magnitude);
    }
    /// 0 if there are none.
    [[nodiscard]] long centre() const { return least > greatest ? 0 : (least + greatest) / 2; }
};

} // namespace

Scaling::Scaling(const LinearProgramme& programme)
    : rows_(programme.rows.size()), columns_(programme.objective.size()) {
    constexpr int passes = 20; // rows and columns disturb each other less and less
    for (int pass = 0; pass < passes; ++pass) {
        centre_rows(programme);
        centre_columns(programme);
    }
}

void Scaling::centre_rows(const LinearProgramme& programme) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        Span span;
        for (const auto& [column, value] : programme.rows[row].entries) {
            span.add(magnitude(value) + columns_[column]);
        }
        rows_[row] = -span.centre();
    }
}

void Scaling::centre_columns(const LinearProgramme& programme) {
    std::vector<Span> spans(columns_.size());
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (const auto& [column, value] : programme.rows[row].entries) {
            spans[column].add(magnitude(value) + rows_[row]);
        }
    }
    std::transform(spans.begin(), spans.end(), columns_.begin(), [](const Span& span) { return -span.centre(); });
}

LinearProgramme Scaling::scaled(LinearProgramme programme) const {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (auto& [column, value] : programme.rows[row].entries) {
            shift(value, rows_[row] + columns_[column]);
        }
        shift(programme.rows[row].right, rows_[row]);
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        shift(programme.objective[column], columns_[column]);
        shift(programme.upper[column], -columns_[column]);
    }
    return programme;
}

Optimum Scaling::unscaled(Optimum optimum) const {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        shift(optimum.values[column], columns_[column]);
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        shift(optimum.prices[row], rows_[row]);
    }
    return optimum;
}

} // namespace tangram::model::steady_state
