#include "apps/gemm/matrix/verify.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace tangram::apps {
namespace {

using test::message_of;
using testing::HasSubstr;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A matrix inside a larger one (ld > rows), whose gaps hold NaN.
template <class T> class Stored {
  public:
    Stored(std::int64_t rows, std::int64_t columns, Layout layout, std::uint64_t seed, std::int64_t gap = 3)
        : rows_(rows), columns_(columns), ld_((layout == Layout::column_major ? rows : columns) + gap), layout_(layout),
          memory_(static_cast<std::size_t>(ld_ * (layout == Layout::column_major ? columns : rows)),
                  std::numeric_limits<T>::quiet_NaN()) {
        Matrix<T> random(rows, columns);
        random.fill_random(seed);
        for (std::int64_t i = 0; i < rows; ++i) {
            for (std::int64_t j = 0; j < columns; ++j) {
                view()(i, j) = random.view()(i, j);
            }
        }
    }

    [[nodiscard]] MatrixView<T> view() { return {memory_.data(), rows_, columns_, ld_, layout_}; }
    [[nodiscard]] MatrixView<const T> view() const { return {memory_.data(), rows_, columns_, ld_, layout_}; }
    void fill(T value) { std::fill(memory_.begin(), memory_.end(), value); }
    template <class Function> void for_each(Function function) {
        std::for_each(memory_.begin(), memory_.end(), function);
    }

  private:
    std::int64_t rows_, columns_, ld_;
    Layout layout_;
    std::vector<T> memory_;
};

struct Shape {
    std::int64_t m, n, k;
};

struct Form {
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    Layout a = Layout::column_major;
    Layout b = Layout::column_major;
    Layout c = Layout::column_major;
};

/// Random operands and the C that a plain triple loop makes of them.
template <class T> struct Example {
    Example(Shape shape, T factor, T c0_factor, Form stored_as = {})
        : form(stored_as), alpha(factor), beta(c0_factor),
          a(form.transa == Transpose::no ? shape.m : shape.k, form.transa == Transpose::no ? shape.k : shape.m, form.a,
            1),
          b(form.transb == Transpose::no ? shape.k : shape.n, form.transb == Transpose::no ? shape.n : shape.k, form.b,
            2),
          c0(shape.m, shape.n, form.c, 3), c(shape.m, shape.n, form.c, 4) {
        multiply();
    }

    /// Computes C anew.
    void multiply() {
        const MatrixView<T> op_a = form.transa == Transpose::no ? a.view() : transposed(a.view());
        const MatrixView<T> op_b = form.transb == Transpose::no ? b.view() : transposed(b.view());
#pragma omp parallel for
        for (std::int64_t i = 0; i < op_a.rows; ++i) {
            for (std::int64_t j = 0; j < op_b.columns; ++j) {
                T sum = 0;
                for (std::int64_t l = 0; l < op_a.columns; ++l) {
                    sum += op_a(i, l) * op_b(l, j);
                }
                c.view()(i, j) = alpha * sum + beta * c0.view()(i, j);
            }
        }
    }

    [[nodiscard]] CheckedProduct<T> product() const {
        return {form.transa, form.transb, alpha, beta, a.view(), b.view(), c0.view(), c.view()};
    }

    [[nodiscard]] std::vector<double> residuals() const {
        return {residual_full(product()), residual_freivalds(product(), 5), residual_freivalds(product(), 6)};
    }

    /// Changes one element by `relative` times the norm of C.
    void disturb(double relative) {
        double squares = 0;
        for (std::int64_t i = 0; i < c.view().rows; ++i) {
            for (std::int64_t j = 0; j < c.view().columns; ++j) {
                squares += static_cast<double>(c.view()(i, j)) * static_cast<double>(c.view()(i, j));
            }
        }
        c.view()(c.view().rows / 2, c.view().columns / 3) += static_cast<T>(relative * std::sqrt(squares));
    }

    Form form;
    T alpha, beta;
    Stored<T> a, b, c0, c;
};

template <class T> class Verify : public testing::Test {
  protected:
    static constexpr T nan = std::numeric_limits<T>::quiet_NaN();
};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Verify, Precisions);

TYPED_TEST(Verify, AcceptsCorrectProductsOfAnyLength) {
    for (const std::int64_t k : {1, 10, 500, 3000}) {
        for (const auto& [alpha, beta] : {std::pair<TypeParam, TypeParam>{1, 0}, {-2.5, 1}, {1, 7}}) {
            const Example<TypeParam> example({53, 61, k}, alpha, beta);
            for (const double residual : example.residuals()) {
                EXPECT_LT(residual, tolerance<TypeParam>()) << "k = " << k << ", beta = " << beta;
                EXPECT_GE(residual, 0);
            }
        }
    }
}

TYPED_TEST(Verify, TellsRightFromWrongInAllForms) {
    constexpr Layout layouts[] = {Layout::column_major, Layout::row_major};
    constexpr Transpose transposes[] = {Transpose::no, Transpose::yes};
    for (const Transpose transa : transposes) {
        for (const Transpose transb : transposes) {
            for (const Layout a : layouts) {
                for (const Layout b : layouts) {
                    for (const Layout c : layouts) {
                        Example<TypeParam> example({23, 31, 17}, 2, -1, {transa, transb, a, b, c});
                        for (const double residual : example.residuals()) {
                            EXPECT_LT(residual, tolerance<TypeParam>());
                        }
                        example.disturb(1e-3);
                        for (const double residual : example.residuals()) {
                            EXPECT_GT(residual, tolerance<TypeParam>());
                        }
                    }
                }
            }
        }
    }
}

TYPED_TEST(Verify, FindsOneWrongElementOfALongProduct) {
    Example<TypeParam> example({40, 50, 3000}, 1, 0);
    example.disturb(1e-3);
    for (const double residual : example.residuals()) {
        EXPECT_GT(residual, tolerance<TypeParam>());
    }
}

TYPED_TEST(Verify, FreivaldsEstimatesTheFullResidual) {
    for (const double relative : {1e-4, 1e-2, 1.0}) {
        Example<TypeParam> single({70, 50, 40}, 1, 1);
        single.disturb(relative);
        Example<TypeParam> everywhere({70, 50, 40}, 1, 1);
        const Stored<TypeParam> noise(70, 50, Layout::column_major, 9);
        for (std::int64_t i = 0; i < 70; ++i) {
            for (std::int64_t j = 0; j < 50; ++j) {
                everywhere.c.view()(i, j) += static_cast<TypeParam>(relative) * noise.view()(i, j);
            }
        }
        for (const Example<TypeParam>& example : {single, everywhere}) {
            const double full = residual_full(example.product());
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                const double estimate = residual_freivalds(example.product(), seed);
                EXPECT_LT(estimate, 10 * full);
                EXPECT_GT(estimate, full / 10);
            }
        }
    }
}

TYPED_TEST(Verify, EqualAndOppositeErrorsDoNotCancel) {
    Example<TypeParam> example({20, 20, 20}, 1, 0);
    for (const std::int64_t j : {3, 4, 5}) {
        example.c.view()(7, j) += 1;
    }
    example.c.view()(7, 6) -= 3;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        ASSERT_GT(residual_freivalds(example.product(), seed), tolerance<TypeParam>()) << "seed " << seed;
    }
}

TYPED_TEST(Verify, FreivaldsDoesNotDependOnTheNumberOfThreads) {
    const Example<TypeParam> example({600, 300, 400}, 1, 1);
    const int threads = omp_get_max_threads();
    std::vector<double> residuals;
    for (const int count : {1, 2, 5}) {
        omp_set_num_threads(count);
        residuals.push_back(residual_freivalds(example.product(), 1));
    }
    omp_set_num_threads(threads);
    EXPECT_EQ(residuals[0], residuals[1]);
    EXPECT_EQ(residuals[0], residuals[2]);
}

/// OpenBLAS would wait for ever for threads that OpenMP does not grant it.
TYPED_TEST(Verify, EndsWithFewerThreadsThanAskedFor) {
    const Example<TypeParam> example({200, 300, 100}, 1, 1);
    const int threads = omp_get_max_threads();
    const int levels = omp_get_max_active_levels();
    omp_set_num_threads(4);
    omp_set_max_active_levels(0);
    EXPECT_LT(residual_full(example.product()), tolerance<TypeParam>());
    EXPECT_EQ(omp_get_max_threads(), 4);
    omp_set_max_active_levels(levels);
    omp_set_num_threads(threads);
}

TYPED_TEST(Verify, NothingIsLessThanToleranceWithNaN) {
    for (const Layout layout : {Layout::column_major, Layout::row_major}) {
        Example<TypeParam> example({20, 30, 10}, 1, 1, {.c = layout});
        example.c.view()(19, 29) = this->nan;
        for (const double residual : example.residuals()) {
            EXPECT_EQ(residual, infinity) << "only C holds NaN";
        }
    }
}

TYPED_TEST(Verify, NoInfinityPasses) {
    const auto huge = std::numeric_limits<TypeParam>::infinity();
    Example<TypeParam> in_result({20, 30, 10}, 1, 1);
    in_result.c.view()(3, 4) = -huge;
    Example<TypeParam> in_operand({20, 30, 10}, 1, 1);
    in_operand.a.view()(3, 4) = huge;
    Example<TypeParam> in_both({20, 30, 10}, 1, 0);
    in_both.b.view()(3, 4) = huge;
    for (std::int64_t i = 0; i < 20; ++i) {
        in_both.c.view()(i, 4) = std::copysign(huge, in_both.a.view()(i, 3));
    }
    for (const auto& example : {in_result, in_operand, in_both}) {
        for (const double residual : example.residuals()) {
            EXPECT_FALSE(residual < tolerance<TypeParam>());
        }
    }
}

/// What overflows is not wrong; that it is right cannot be told.
TYPED_TEST(Verify, SaysNothingOfProductsThatOverflow) {
    const TypeParam large = std::sqrt(std::numeric_limits<TypeParam>::max());
    Example<TypeParam> overflowing({20, 30, 10}, 4, 0);
    overflowing.a.fill(large);
    overflowing.b.fill(large);
    overflowing.multiply();
    ASSERT_TRUE(std::isinf(overflowing.c.view()(0, 0)));
    Example<TypeParam> wrong({20, 30, 10}, 1, 1);
    wrong.c.view()(3, 4) = overflowing.c.view()(0, 0);
    for (const double residual : overflowing.residuals()) {
        EXPECT_TRUE(std::isnan(residual)) << residual;
    }
    for (const double residual : wrong.residuals()) {
        EXPECT_EQ(residual, infinity);
    }
}

TYPED_TEST(Verify, ReadsNoC0ForBetaZero) {
    Example<TypeParam> example({20, 30, 10}, 1, 0);
    example.c0.fill(this->nan);
    for (const double residual : example.residuals()) {
        EXPECT_LT(residual, tolerance<TypeParam>());
    }
    CheckedProduct<TypeParam> product = example.product();
    product.c0 = {};
    EXPECT_LT(residual_full(product), tolerance<TypeParam>());
    EXPECT_LT(residual_freivalds(product, 1), tolerance<TypeParam>());
}

TYPED_TEST(Verify, ReadsNoOperandsForAlphaZero) {
    Example<TypeParam> example({20, 30, 10}, 0, -2);
    example.a.fill(this->nan);
    example.b.fill(this->nan);
    for (const double residual : example.residuals()) {
        EXPECT_LT(residual, tolerance<TypeParam>());
    }
    example.disturb(1e-3);
    for (const double residual : example.residuals()) {
        EXPECT_GT(residual, tolerance<TypeParam>());
    }
}

TYPED_TEST(Verify, TakesEmptySumsAsZero) {
    Example<TypeParam> example({20, 30, 0}, 1, 3);
    for (const double residual : example.residuals()) {
        EXPECT_LT(residual, tolerance<TypeParam>());
    }
    example.disturb(1e-3);
    for (const double residual : example.residuals()) {
        EXPECT_GT(residual, tolerance<TypeParam>());
    }
}

TYPED_TEST(Verify, AcceptsEmptyResults) {
    for (const Shape& shape : {Shape{0, 30, 10}, {20, 0, 10}, {0, 0, 0}}) {
        for (const double residual : Example<TypeParam>(shape, 1, 1).residuals()) {
            EXPECT_EQ(residual, 0);
        }
    }
}

TYPED_TEST(Verify, AcceptsOnlyZeroWhereZeroIsExpected) {
    for (const std::int64_t k : {0, 10}) {
        Example<TypeParam> example({20, 30, k}, k == 0 ? 1 : 0, 0); // alpha A B is zero either way
        for (const double residual : example.residuals()) {
            EXPECT_EQ(residual, 0);
        }
        example.c.view()(1, 2) = std::numeric_limits<TypeParam>::denorm_min();
        for (const double residual : example.residuals()) {
            EXPECT_EQ(residual, infinity);
        }
        example.c.view()(1, 2) = this->nan;
        for (const double residual : example.residuals()) {
            EXPECT_EQ(residual, infinity);
        }
    }
}

/// A and B are normal numbers; their products are not, and lose most of their digits.
TYPED_TEST(Verify, AcceptsWhatUnderflows) {
    const auto tiny = std::sqrt(std::numeric_limits<TypeParam>::denorm_min()) * 20;
    Example<TypeParam> example({30, 25, 20}, 1, 0);
    example.a.for_each([tiny](TypeParam& element) { element *= tiny; });
    example.b.for_each([tiny](TypeParam& element) { element *= tiny; });
    example.multiply();
    for (const double residual : example.residuals()) {
        EXPECT_LT(residual, tolerance<TypeParam>());
    }
    example.c.view()(3, 4) += 1e6F * std::numeric_limits<TypeParam>::denorm_min();
    for (const double residual : example.residuals()) {
        EXPECT_GT(residual, tolerance<TypeParam>());
    }
}

TYPED_TEST(Verify, AcceptsAFactorBelowTheNormalNumbers) {
    const auto alpha = 1000 * std::numeric_limits<TypeParam>::denorm_min();
    const Example<TypeParam> example({30, 25, 20}, alpha, 0);
    for (const double residual : example.residuals()) {
        EXPECT_LT(residual, tolerance<TypeParam>());
    }
}

TYPED_TEST(Verify, ScalesNormsBeyondTheRangeOfSquares) {
    // Elements whose squares T cannot hold; their products it can.
    const auto large = std::sqrt(std::numeric_limits<TypeParam>::max()) * 1000;
    Example<TypeParam> example({20, 30, 10}, 1, 0);
    example.a.for_each([large](TypeParam& element) { element *= large; });
    example.b.for_each([large](TypeParam& element) { element /= large; });
    EXPECT_LT(residual_freivalds(example.product(), 1), 4 * tolerance<TypeParam>());
    example.disturb(1e-2);
    for (const double residual : example.residuals()) {
        EXPECT_GT(residual, 4 * tolerance<TypeParam>());
        EXPECT_LT(residual, 1);
    }
}

TYPED_TEST(Verify, RefusesShapesThatDoNotFit) {
    const Example<TypeParam> example({20, 30, 10}, 1, 1);
    const Stored<TypeParam> other(7, 8, Layout::row_major, 1);
    const auto message = [&](MatrixView<const TypeParam> CheckedProduct<TypeParam>::*operand) {
        CheckedProduct<TypeParam> product = example.product();
        product.*operand = other.view();
        EXPECT_THROW(residual_freivalds(product, 1), InvalidInput);
        return message_of<InvalidInput>([&] { residual_full(product); });
    };
    EXPECT_THAT(message(&CheckedProduct<TypeParam>::a), HasSubstr("op(A) is 7 x 8"));
    EXPECT_THAT(message(&CheckedProduct<TypeParam>::b), HasSubstr("op(B) is 7 x 8"));
    EXPECT_THAT(message(&CheckedProduct<TypeParam>::c0), HasSubstr("C0 is 7 x 8"));
    EXPECT_THAT(message(&CheckedProduct<TypeParam>::c), HasSubstr("is 20 x 10"));
}

TYPED_TEST(Verify, SaysThatFullVerificationIsLimited) {
    Example<TypeParam> example({1, 1, 1}, 1, 0);
    CheckedProduct<TypeParam> product = example.product();
    product.a.ld = std::int64_t{1} << 31; // of one column: never used as a distance
    EXPECT_THAT(message_of<InvalidInput>([&] { residual_full(product); }), HasSubstr("2147483647"));
    EXPECT_LT(residual_freivalds(product, 1), tolerance<TypeParam>());
}

} // namespace
} // namespace tangram::apps
