#include "apps/gemm/matrix/freivalds.hpp"
#include "apps/gemm/matrix/residual.hpp"
#include "apps/gemm/matrix/verify.hpp"

namespace tangram::apps {

namespace {

/// (C - alpha A B - beta C0) x
template <class T> VectorPair<T> defect(const PlainProduct<T>& p, const VectorPair<T>& x) {
    VectorPair<T> y = vectors<T>(p.c.rows);
    add_product<T>(1, p.c, x, y);
    if (p.multiplies()) {
        VectorPair<T> bx = vectors<T>(p.b.rows);
        add_product<T>(1, p.b, x, bx);
        add_product<T>(-p.alpha, p.a, bx, y);
    }
    if (p.adds()) {
        add_product<T>(-p.beta, p.c0, x, y);
    }
    return y;
}

} // namespace

template <class T> double residual_freivalds(const CheckedProduct<T>& product, std::uint64_t seed) {
    const PlainProduct<T> p = simplified(product);
    if (p.c.rows == 0 || p.c.columns == 0) {
        return 0;
    }
    return residual(larger_norm<T>(defect(p, random_vectors<T>(p.c.columns, seed))), p);
}

template double residual_freivalds<float>(const CheckedProduct<float>&, std::uint64_t);
template double residual_freivalds<double>(const CheckedProduct<double>&, std::uint64_t);

} // namespace tangram::apps
