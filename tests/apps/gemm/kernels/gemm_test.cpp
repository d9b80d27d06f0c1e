/// The GEMM kernels, as StarPU calls them: on tiles inside of larger matrices and, where memory has no addresses,
/// behind a buffer's start.

#include "apps/gemm/kernels/cpu_gemm.hpp"
#include "apps/gemm/kernels/opencl_gemm.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "tests/apps/emulated_node.hpp"
#include "tests/apps/gemm/kernels/tile_of.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include <omp.h>

#ifdef TANGRAM_HAS_OPENCL
#include "tests/apps/gemm/kernels/opencl_device.hpp"
#endif

namespace tangram::apps {
namespace {

struct Form {
    int m, n, k;
    Transpose transa, transb;
    double alpha, beta;

    [[nodiscard]] int rows_of_a() const { return transa == Transpose::no ? m : k; }
    [[nodiscard]] int columns_of_a() const { return transa == Transpose::no ? k : m; }
    [[nodiscard]] int rows_of_b() const { return transb == Transpose::no ? k : n; }
    [[nodiscard]] int columns_of_b() const { return transb == Transpose::no ? n : k; }
};

std::vector<Form> forms() {
    std::vector<Form> all;
    for (const Transpose transa : {Transpose::no, Transpose::yes}) {
        for (const Transpose transb : {Transpose::no, Transpose::yes}) {
            all.push_back({64, 48, 80, transa, transb, 1, 0});
            all.push_back({37, 29, 53, transa, transb, -2, 0.5});
            all.push_back({3, 1, 7, transa, transb, 1, 1});
        }
    }
    return all;
}

constexpr int padding = 3;

/// A, B and C of a form with padding below, and what C becomes, by plain loops. Where beta is 0, C holds what would
/// show if it were read.
template <class T> struct GemmScene {
    explicit GemmScene(const Form& wanted)
        : form(wanted), a(random_matrix<T>(form.rows_of_a() + padding, form.columns_of_a(), 1)),
          b(random_matrix<T>(form.rows_of_b() + padding, form.columns_of_b(), 2)),
          c(random_matrix<T>(form.m + padding, form.n, 3)), expected(c.copy()) {
        const MatrixView<const T> op_a = form.transa == Transpose::no ? view(a) : transposed(view(a));
        const MatrixView<const T> op_b = form.transb == Transpose::no ? view(b) : transposed(view(b));
        for (int j = 0; j < form.n; ++j) {
            for (int i = 0; i < form.m; ++i) {
                T sum = 0;
                for (int k = 0; k < form.k; ++k) {
                    sum += op_a(i, k) * op_b(k, j);
                }
                const T before = form.beta == 0 ? T{0} : static_cast<T>(form.beta) * c.view()(i, j);
                expected.view()(i, j) = static_cast<T>(form.alpha) * sum + before;
                c.view()(i, j) = form.beta == 0 ? std::numeric_limits<T>::quiet_NaN() : c.view()(i, j);
            }
        }
    }

    static MatrixView<const T> view(const Matrix<T>& matrix) { return matrix.view(); }

    void expect_done() {
        const double tolerance = 10 * form.k * static_cast<double>(std::numeric_limits<T>::epsilon());
        for (int j = 0; j < c.columns(); ++j) {
            for (int i = 0; i < c.rows(); ++i) {
                ASSERT_NEAR(c.view()(i, j), expected.view()(i, j), i < form.m ? tolerance : 0) << i << ", " << j;
            }
        }
    }

    Form form;
    Matrix<T> a, b, c, expected;
};

std::string name_of(const Form& form) {
    return fmt::format("{} x {} x {}, {}{}, alpha {}, beta {}", form.m, form.n, form.k,
                       form.transa == Transpose::no ? 'n' : 't', form.transb == Transpose::no ? 'n' : 't', form.alpha,
                       form.beta);
}

template <class T> void expect_multiplied_by_cpu(const Form& form, int cores) {
    SCOPED_TRACE(fmt::format("{}, {} cores", name_of(form), cores));
    GemmScene<T> scene(form);
    cpu_gemm<T>({.transa = form.transa,
                 .transb = form.transb,
                 .alpha = static_cast<T>(form.alpha),
                 .a = const_tile_of(scene.a, form.rows_of_a()),
                 .b = const_tile_of(scene.b, form.rows_of_b()),
                 .beta = static_cast<T>(form.beta),
                 .c = tile_of(scene.c, form.m)},
                cores);
    scene.expect_done();
}

TEST(CpuGemm, MultipliesAsPlainLoopsDo) {
    for (const Form& form : forms()) {
        for (const int cores : {1, 2, 6, 7}) {
            expect_multiplied_by_cpu<float>(form, cores);
            expect_multiplied_by_cpu<double>(form, cores);
        }
    }
}

/// OpenBLAS would wait for ever for threads that OpenMP does not grant it.
TEST(CpuGemm, EndsWithFewerThreadsThanCores) {
    constexpr int cores = 4;
    const int threads = omp_get_max_threads();
    const int levels = omp_get_max_active_levels();
    omp_set_num_threads(cores); // as a worker of so many cores does
    omp_set_max_active_levels(0);
    expect_multiplied_by_cpu<double>({200, 200, 200, Transpose::no, Transpose::no, 1, 1}, cores);
    omp_set_max_active_levels(levels);
    omp_set_num_threads(threads);
}

#ifdef TANGRAM_HAS_OPENCL

class OpenclGemm : public EmulatedNode<static_policy> {};

template <class T> void expect_multiplied_by_opencl(const Form& form, const OpenclDevice& device) {
    SCOPED_TRACE(name_of(form));
    GemmScene<T> scene(form);
    {
        const DeviceMatrix<T> a(device, scene.a, 3);
        const DeviceMatrix<T> b(device, scene.b, 0);
        DeviceMatrix<T> c(device, scene.c, 10);
        opencl_gemm<T>({.transa = form.transa,
                        .transb = form.transb,
                        .alpha = static_cast<T>(form.alpha),
                        .a = a.const_tile(form.rows_of_a(), form.columns_of_a()),
                        .b = b.const_tile(form.rows_of_b(), form.columns_of_b()),
                        .beta = static_cast<T>(form.beta),
                        .c = c.tile(form.m, form.n)},
                       device.queue);
        c.fetch();
    }
    scene.expect_done();
}

TEST_F(OpenclGemm, MultipliesAsPlainLoopsDo) {
    if (accelerators() == 0) {
        GTEST_SKIP() << "no OpenCL device: install pocl-opencl-icd";
    }
    const OpenclDevice first(0);
    for (const Form& form : forms()) {
        expect_multiplied_by_opencl<float>(form, first);
        expect_multiplied_by_opencl<double>(form, first);
    }
}

#endif

} // namespace
} // namespace tangram::apps
