#pragma once

/// The dense part of LU without pivoting, by rows: L has ones on its diagonal. All but the elimination of a few pivots
/// is done by OpenBLAS.

#include "cluster/numerics/dense.hpp"

#include <optional>
#include <span>

namespace tangram::numerics {

/// Eliminates the first pivots, one for each number of `least`, in rows whose first column is that of the first pivot:
/// the pivots' rows become the panel, L below the diagonal and U from it on, the others as update() says. A pivot that
/// is not finite, or at most its `least` in absolute value, ends it: returns which one. Blocked, right-looking.
/// O(rows x columns x pivots).
[[nodiscard]] std::optional<Index> eliminate(const MatrixView<double>& rows, std::span<const double> least);

/// Updates rows by a panel whose first column is theirs: entries in the columns of its pivots become those of L, the
/// others lose the product of those with U. O(rows x columns x panel.rows).
void update(const MatrixView<double>& rows, const MatrixView<const double>& panel);

/// y = L^-1 y, where L is below the diagonal of a square matrix. O(rows^2).
void solve_lower(const MatrixView<const double>& factors, std::span<double> y);

/// x = U^-1 x, where U is the upper triangle of a square matrix. O(rows^2).
void solve_upper(const MatrixView<const double>& factors, std::span<double> x);

/// y -= A x. O(entries).
void subtract_product(const MatrixView<const double>& a, std::span<const double> x, std::span<double> y);

} // namespace tangram::numerics
