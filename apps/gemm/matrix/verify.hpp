#pragma once

/// Is C what alpha op(A) op(B) + beta C0 should be?
///
/// The residual is scaled as in BLAS++ (test/check_gemm.hh):
///     ||C - Cref||_F / (sqrt(k + 2) |alpha| ||A||_F ||B||_F + 2 |beta| ||C0||_F)
/// and a correct product stays below tolerance<T>(), the unit roundoff u of T
/// (Higham 2002, section 3.5: inner products of length k, in the mean). A product below
/// the normal numbers is off by up to d, the smallest number: to the denominator are added
/// sqrt(m n) k (|alpha| + 1) d / u, and sqrt(m n) d / u for beta C0 (section 2.1 there).

#include "apps/gemm/matrix/matrix.hpp"

#include <cstdint>
#include <limits>
#include <string_view>

namespace tangram::apps {

enum class Verification { none, freivalds, full };

constexpr std::string_view to_string(Verification verification) {
    switch (verification) {
    case Verification::freivalds: return "freivalds";
    case Verification::full: return "full";
    case Verification::none: break;
    }
    return "none";
}

template <class T> constexpr double tolerance() {
    return 0.5 * static_cast<double>(std::numeric_limits<T>::epsilon());
}

/// A product to check. a, b: the stored matrices, before op(), not read (may be
/// empty) where alpha = 0; c0: C before the product, not read (may be empty)
/// where beta = 0; c: the result. Layouts and ld are each view's own.
template <class T> struct CheckedProduct {
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    T alpha = 1;
    T beta = 0;
    MatrixView<const T> a;
    MatrixView<const T> b;
    MatrixView<const T> c0;
    MatrixView<const T> c;
};

// Of both residuals: the larger, the worse, and 0 for an empty C. NaN if an operand
// that is read holds an infinity or NaN, or C does and its elements may be too large
// for T: then nothing can be said. Infinity if C does although they are not, and for a C
// other than 0 where only 0 is right. A result passes only if its residual is < tolerance. Both throw InvalidInput if
// the shapes do not fit each other.

/// Residual against OpenBLAS's own GEMM. O(m n k) time, m x n extra memory. Throws
/// InvalidInput for sizes beyond OpenBLAS's 32-bit integers, Unavailable if the
/// extra memory is not available.
template <class T> double residual_full(const CheckedProduct<T>& product);

/// Freivalds' check (1977): compares C x with alpha op(A) (op(B) x) + beta C0 x for two
/// random x with independent entries of mean 0 and variance 1, computed in the
/// next higher precision (double for float, long double for double).
/// E ||E x||^2 = ||E||_F^2, so the larger of the two norms estimates the residual
/// of residual_full. O(m k + k n + m n) time, O(m + n + k) memory. One seed, one
/// result, on any number of threads.
template <class T> double residual_freivalds(const CheckedProduct<T>& product, std::uint64_t seed);

extern template double residual_full<float>(const CheckedProduct<float>&);
extern template double residual_full<double>(const CheckedProduct<double>&);
extern template double residual_freivalds<float>(const CheckedProduct<float>&, std::uint64_t);
extern template double residual_freivalds<double>(const CheckedProduct<double>&, std::uint64_t);

} // namespace tangram::apps
