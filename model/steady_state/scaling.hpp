#pragma once

/// Floating point compares numbers with fixed tolerances: scaled, those of a linear programme are near 1, whatever
/// their units are.

#include "model/steady_state/linear_programme.hpp"

#include <vector>

namespace tangram::model::steady_state {

/// A row is multiplied by 2 to its exponent, a column is counted in units of 2 to its exponent: this is exact.
class Scaling {
  public:
    /// So that the largest and the smallest entry of each row and column are about as far from 1. Goes over the entries
    /// some times.
    explicit Scaling(const LinearProgramme& programme);

    [[nodiscard]] LinearProgramme scaled(LinearProgramme programme) const;

    /// An optimum of the scaled programme as one of the programme itself.
    [[nodiscard]] Optimum unscaled(Optimum optimum) const;

  private:
    void centre_rows(const LinearProgramme& programme);
    void centre_columns(const LinearProgramme& programme);

    std::vector<long> rows_;    ///< exponents
    std::vector<long> columns_; ///< exponents
};

} // namespace tangram::model::steady_state
