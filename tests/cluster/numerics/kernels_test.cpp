#include "cluster/numerics/kernels.hpp"

#include "base/dice.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace tangram::numerics {

namespace {

/// Rows of a larger matrix, whose other entries nobody may change.
class Framed {
  public:
    Framed(Dice& dice, Index rows, Index columns) : all_(Matrix::zeros(rows + 2, columns + 3)) {
        for (double& value : all_.values) {
            value = 2 * dice.unit() - 1;
        }
        for (Index k = 0; k < std::min(rows, columns); ++k) {
            inside().row(k)[k] += 4 + static_cast<double>(columns); // dominant
        }
        before_ = all_;
    }

    [[nodiscard]] MatrixView<double> inside() { return all_.view().part(1, 1, all_.rows - 2, all_.columns - 3); }

    void expect_same_frame() const {
        for (Index row = 0; row < all_.rows; ++row) {
            for (Index column = 0; column < all_.columns; ++column) {
                const bool is_inside = row > 0 && row + 1 < all_.rows && column > 0 && column + 2 < all_.columns;
                EXPECT_TRUE(is_inside || all_.view().row(row)[column] == before_.view().row(row)[column]);
            }
        }
    }

  private:
    Matrix all_;
    Matrix before_;
};

/// As textbooks have it.
void eliminate_plainly(const MatrixView<double>& a, Index pivots) {
    for (Index k = 0; k < pivots; ++k) {
        for (Index i = k + 1; i < a.rows; ++i) {
            a.row(i)[k] /= a.row(k)[k];
            for (Index j = k + 1; j < a.columns; ++j) {
                a.row(i)[j] -= a.row(i)[k] * a.row(k)[j];
            }
        }
    }
}

void expect_near(const MatrixView<double>& a, const MatrixView<double>& b) {
    for (Index row = 0; row < a.rows; ++row) {
        for (Index column = 0; column < a.columns; ++column) {
            ASSERT_NEAR(a.row(row)[column], b.row(row)[column], 1e-12) << "row " << row << ", column " << column;
        }
    }
}

} // namespace

TEST(Kernels, EliminateAsTextbooksDo) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto pivots = static_cast<Index>(1 + dice.below(100)); // up to four small blocks
        const Index rows = pivots + static_cast<Index>(dice.below(20));
        const Index columns = pivots + static_cast<Index>(dice.below(20));
        Framed blocked(dice, rows, columns);
        Framed plain = blocked;
        EXPECT_EQ(eliminate(blocked.inside(), std::vector<double>(pivots, 0)), std::nullopt);
        eliminate_plainly(plain.inside(), pivots);
        expect_near(blocked.inside(), plain.inside());
        blocked.expect_same_frame();
    }
}

TEST(Kernels, RowsAreUpdatedAsIfTheyStoodBelowThePanel) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto pivots = static_cast<Index>(1 + dice.below(40));
        const auto below = static_cast<Index>(1 + dice.below(20));
        const Index columns = pivots + static_cast<Index>(dice.below(20));
        Framed apart(dice, pivots + below, columns);
        Framed together = apart;
        const MatrixView<double> panel = apart.inside().part(0, 0, pivots, columns);
        EXPECT_EQ(eliminate(panel, std::vector<double>(pivots, 0)), std::nullopt);
        update(apart.inside().part(pivots, 0, below, columns), panel.read_only());
        eliminate_plainly(together.inside(), pivots);
        expect_near(apart.inside(), together.inside());
        apart.expect_same_frame();
    }
}

TEST(Kernels, TrianglesAreSolved) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto size = static_cast<Index>(1 + dice.below(50));
        Framed factors(dice, size, size);
        const MatrixView<double> a = factors.inside();
        std::vector<double> x(size);
        std::iota(x.begin(), x.end(), 1.0);
        std::vector<double> upper(size, 0); // U x
        std::vector<double> lower(size, 0); // L x
        for (Index row = 0; row < size; ++row) {
            for (Index column = 0; column < size; ++column) {
                (column < row ? lower : upper)[row] += a.row(row)[column] * x[column];
            }
            lower[row] += x[row];
        }
        solve_upper(a.read_only(), upper);
        solve_lower(a.read_only(), lower);
        for (Index row = 0; row < size; ++row) {
            EXPECT_NEAR(upper[row], x[row], 1e-9);
            EXPECT_NEAR(lower[row], x[row], 1e-9 * std::abs(x[row]) + 1e-9);
        }
    }
}

TEST(Kernels, ProductsAreSubtracted) {
    Matrix a{2, 3, {1, 2, 3, 4, 5, 6}};
    std::vector<double> y{100, 200};
    subtract_product(a.view().part(0, 1, 2, 2).read_only(), std::vector<double>{10, 1}, y);
    EXPECT_EQ(y, (std::vector<double>{77, 144}));
}

TEST(Kernels, PivotsThatCannotBeUsedAreNamed) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Index bad : {0, 1, 31, 32, 33, 69}) { // on both sides of a small block's end
        for (const double pivot : {0.0, 0.5, -0.5, infinity, nan}) {
            SCOPED_TRACE(fmt::format("pivot {} of row {}", pivot, bad));
            Matrix diagonal = Matrix::zeros(70, 70);
            for (Index k = 0; k < diagonal.rows; ++k) {
                diagonal.view().row(k)[k] = k == bad ? pivot : 0.51;
            }
            EXPECT_EQ(eliminate(diagonal.view(), std::vector<double>(70, 0.5)), bad);
        }
    }
}

} // namespace tangram::numerics
