#pragma once

/// Linear programmes over the rationals, solved exactly: CLP finds a basis in floating point, FLINT solves its two
/// linear systems over the rationals, and the primal and the dual solution are checked row by row. Where CLP's basis is
/// not optimal exactly, CLP is asked again for what the basis leaves to be found, magnified (iterative refinement:
/// Gleixner, Steffy and Wolter 2016).

#include "model/steady_state/rational.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state {

/// Maximise objective x, where each row x <= or = its right side, 0 <= x.
struct LinearProgramme {
    struct Entry {
        std::size_t column;
        Rational value;
    };
    struct Row {
        std::vector<Entry> entries; ///< a column occurs once
        bool is_equality;
        Rational right;
    };
    std::vector<Rational> objective; ///< by column
    std::vector<Row> rows;
    /// By column, an upper bound that some optimal solution satisfies: for the bound where no exact solution is found.
    std::vector<Rational> upper;
};

struct Optimum {
    std::vector<Rational> values; ///< by column
    std::vector<Rational> prices; ///< by row, of the dual programme
    Rational bound;               ///< no solution is better
    bool proved = false;          ///< the values are a solution, and as good as the bound; else they are those of CLP
};

/// Throws RunFailure if CLP finds no solution, as where there is none or no bound. The programme has columns and rows.
/// Exact numbers take most of the time, about the third power of the part of a basis that is not triangular. For the
/// steady state of 12 tasks, whose numbers are small integers, on one core: a second for 50 processors and 120 links in
/// both directions, three for 100 and 240.
[[nodiscard]] Optimum maximum(const LinearProgramme& programme);

} // namespace tangram::model::steady_state
