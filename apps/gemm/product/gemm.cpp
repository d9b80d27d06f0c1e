#include "apps/gemm/product/gemm.hpp"

#include "apps/gemm/matrix/product.hpp"
#include "apps/gemm/product/gemm_run.hpp"

namespace tangram::apps {

template <class T> GemmReport gemm(Runtime& runtime, Transpose transa, Transpose transb, std::type_identity_t<T> alpha,
                                   MatrixView<const std::type_identity_t<T>> a,
                                   MatrixView<const std::type_identity_t<T>> b, std::type_identity_t<T> beta,
                                   MatrixView<T> c, const GemmOptions& options) {
    check_shapes<T>(transa, transb, a, b, c);
    if (!Runtime::is_simulated()) { // there matrices are addresses only
        check_data("C", c);
    }
    const Product<T> product = column_major_product<T>(transa, transb, alpha, a, b, beta, c);
    GemmReport report;
    if (product.m == 0 || product.n == 0 || product.k == 0 || alpha == T{0}) {
        if (options.tile != 0) {
            check_tile_size(options.tile);
        }
        if (beta != T{1} && !Runtime::is_simulated()) {
            scale(product.c, beta);
        }
        report.tile = options.tile;
        report.precision = precision_of<T>();
        report.sched = runtime.policy_name();
    } else {
        if (!Runtime::is_simulated()) {
            check_inputs<T>(a, b, c);
        }
        const auto turn = runtime.turn();
        report = run_gemm<T>(runtime, product, options);
    }
    report.m = c.rows;
    report.n = c.columns;
    report.k = product.k;
    return report;
}

template GemmReport gemm<float>(Runtime&, Transpose, Transpose, float, MatrixView<const float>, MatrixView<const float>,
                                float, MatrixView<float>, const GemmOptions&);
template GemmReport gemm<double>(Runtime&, Transpose, Transpose, double, MatrixView<const double>,
                                 MatrixView<const double>, double, MatrixView<double>, const GemmOptions&);

} // namespace tangram::apps
