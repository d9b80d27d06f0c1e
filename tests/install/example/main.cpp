// The least that uses the installed library: C = 2 A B, checked in one element.
#include "apps/gemm.hpp"

#include <cmath>
#include <cstdio>

int main() {
    using namespace tangram::apps;
    const std::int64_t n = 100;
    Matrix<double> a(n, n);
    Matrix<double> b(n, n);
    Matrix<double> c(n, n);
    a.fill_random(1);
    b.fill_random(2);

    Runtime runtime;
    gemm(runtime, Transpose::no, Transpose::no, 2.0, a.view(), b.view(), 0.0, c.view());

    double expected = 0;
    for (std::int64_t k = 0; k < n; ++k) {
        expected += 2 * a.view()(3, k) * b.view()(k, 7);
    }
    std::printf("C(3,7) = %g, expected %g, policy %s\n", c.view()(3, 7), expected, runtime.policy_name().c_str());
    return std::abs(c.view()(3, 7) - expected) < 1e-10 ? 0 : 1;
}
