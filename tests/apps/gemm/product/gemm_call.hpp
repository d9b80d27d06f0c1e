#pragma once

/// Products with random matrices, and whether they come out right.

#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/product/gemm.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace tangram::apps {

struct Shape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
};

/// Everything that a call of gemm() takes; leading dimensions are `padding` more
/// than they need be.
template <class T> struct Call {
    Shape shape;
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    T alpha = 1;
    T beta = 0;
    Layout layout_a = Layout::column_major;
    Layout layout_b = Layout::column_major;
    Layout layout_c = Layout::column_major;
    std::int64_t padding = 0;
    std::int64_t tile = 0;
    std::optional<partition::Allocation> allocation = {};
};

/// Random matrices for a call, each inside a larger one by its padding.
template <class T> class Operands {
  public:
    explicit Operands(const Call<T>& call)
        : call_(call), a_(make(call.shape.m, call.shape.k, call.transa, call.layout_a, 1)),
          b_(make(call.shape.k, call.shape.n, call.transb, call.layout_b, 2)),
          c_(make(call.shape.m, call.shape.n, Transpose::no, call.layout_c, 3)), c0_(c_.copy()) {}

    MatrixView<T> a() { return inner(a_, call_.shape.m, call_.shape.k, call_.transa); }
    MatrixView<T> b() { return inner(b_, call_.shape.k, call_.shape.n, call_.transb); }
    MatrixView<T> c() { return inner(c_, call_.shape.m, call_.shape.n, Transpose::no); }
    MatrixView<T> c0() { return inner(c0_, call_.shape.m, call_.shape.n, Transpose::no); }

    GemmReport multiply(Runtime& runtime) {
        GemmOptions options;
        options.tile = call_.tile;
        options.allocation = call_.allocation;
        return gemm<T>(runtime, call_.transa, call_.transb, call_.alpha, a(), b(), call_.beta, c(), options);
    }

    double residual() {
        return residual_full(
            CheckedProduct<T>{call_.transa, call_.transb, call_.alpha, call_.beta, a(), b(), c0(), c()});
    }

    /// Whether nothing around C was written.
    bool frame_is_intact() {
        const MatrixView<T> now = c_.view();
        const MatrixView<T> before = c0_.view();
        for (std::int64_t i = 0; i < now.rows; ++i) {
            for (std::int64_t j = 0; j < now.columns; ++j) {
                const bool inside = i < call_.shape.m && j < call_.shape.n;
                if (!inside && now(i, j) != before(i, j)) {
                    return false;
                }
            }
        }
        return true;
    }

  private:
    [[nodiscard]] Matrix<T> make(std::int64_t rows, std::int64_t columns, Transpose transpose, Layout layout,
                                 std::uint64_t seed) const {
        if (transpose == Transpose::yes) {
            std::swap(rows, columns);
        }
        Matrix<T> matrix(rows + call_.padding, columns + call_.padding, layout);
        matrix.fill_random(seed);
        return matrix;
    }

    static MatrixView<T> inner(Matrix<T>& matrix, std::int64_t rows, std::int64_t columns, Transpose transpose) {
        if (transpose == Transpose::yes) {
            std::swap(rows, columns);
        }
        return {matrix.data(), rows, columns, std::max<std::int64_t>(1, matrix.ld()), matrix.layout()};
    }

    Call<T> call_;
    Matrix<T> a_, b_, c_, c0_;
};

template <class T> void expect_correct(Runtime& runtime, const Call<T>& call) {
    SCOPED_TRACE(fmt::format("{} x {} x {}, transposes {}{}, alpha {}, beta {}, {}", call.shape.m, call.shape.n,
                             call.shape.k, call.transa == Transpose::no ? 'n' : 't',
                             call.transb == Transpose::no ? 'n' : 't', call.alpha, call.beta,
                             to_string(precision_of<T>())));
    Operands<T> operands(call);
    operands.multiply(runtime);
    EXPECT_LT(operands.residual(), tolerance<T>());
    EXPECT_TRUE(operands.frame_is_intact());
}

} // namespace tangram::apps
