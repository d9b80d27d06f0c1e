#include "apps/command/gemm_execution.hpp"

#include "apps/command/gemm_checks.hpp"
#include "apps/command/options.hpp"
#include "apps/command/output.hpp"
#include "apps/command/run_guarded.hpp"
#include "apps/gemm/matrix/address_space.hpp"
#include "apps/gemm/matrix/npy.hpp"
#include "apps/gemm/matrix/verify.hpp"
#include "apps/gemm/product/gemm.hpp"
#include "apps/gemm/runtime/pinned_matrices.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

struct Shape {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// Of the matrix in memory or in a file, whose op() is rows x columns.
Shape stored(Transpose op, Shape applied) {
    return op == Transpose::yes ? Shape{applied.columns, applied.rows} : applied;
}

Shape shape_of_a(const GemmProblem& problem) {
    return stored(problem.transa, {problem.m, problem.k});
}

Shape shape_of_b(const GemmProblem& problem) {
    return stored(problem.transb, {problem.k, problem.n});
}

template <class T>
Matrix<T> input(const std::string& path, Shape shape, std::uint64_t seed, Layout layout = Layout::column_major) {
    if (!path.empty()) {
        return read_npy<T>(path);
    }
    Matrix<T> matrix(shape.rows, shape.columns, layout);
    matrix.fill_random(seed);
    return matrix;
}

/// The matrices of one run; c0 is C before the product, empty where beta is 0.
template <class T> struct Operands { Matrix<T> a, b, c0, c; };

template <class T> Operands<T> operands(const GemmArguments& arguments, const GemmProblem& problem) {
    Operands<T> all;
    all.a = input<T>(arguments.a, shape_of_a(problem), arguments.seed);
    all.b = input<T>(arguments.b, shape_of_b(problem), arguments.seed + 1);
    if (arguments.beta != 0) {
        all.c0 = input<T>(arguments.c, {problem.m, problem.n}, arguments.seed + 2, problem.layout_of_c);
        all.c = all.c0.copy();
    } else {
        all.c = Matrix<T>(problem.m, problem.n, problem.layout_of_c);
        // Touches the memory before time counts (an outer product does little else), and shows what is never written.
        all.c.fill(std::numeric_limits<T>::quiet_NaN());
    }
    return all;
}

/// Only the first repetition notifies: its lines hold for the others.
GemmOptions gemm_options(const GemmArguments& arguments, const GemmProblem& problem, Progress* progress, int repeat) {
    GemmOptions options;
    options.allocation = problem.allocation;
    options.tile = arguments.tile;
    options.measures_tile = arguments.measures_tile;
    options.planning_effort = arguments.effort;
    options.progress = progress;
    options.host_memory = arguments.host_memory == "pageable" ? HostMemory::pageable : HostMemory::page_locked;
    if (repeat == 0) {
        options.notify = notify_on_stderr();
    }
    return options;
}

/// One repetition: C = alpha op(A) op(B) + beta C.
template <class T> GemmReport multiply(Runtime& runtime, const GemmArguments& arguments, const GemmProblem& problem,
                                       MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                                       const GemmOptions& options) {
    return gemm<T>(runtime, problem.transa, problem.transb, static_cast<T>(arguments.alpha), a, b,
                   static_cast<T>(arguments.beta), c, options);
}

template <class T> void verify(GemmOutcome& outcome, const GemmArguments& arguments, const GemmProblem& problem,
                               const Operands<T>& matrices) {
    const CheckedProduct<T> product{.transa = problem.transa,
                                    .transb = problem.transb,
                                    .alpha = static_cast<T>(arguments.alpha),
                                    .beta = static_cast<T>(arguments.beta),
                                    .a = matrices.a.view(),
                                    .b = matrices.b.view(),
                                    .c0 = matrices.c0.view(),
                                    .c = matrices.c.view()};
    outcome.tolerance = tolerance<T>();
    if (arguments.verify == "full") {
        outcome.verification = Verification::full;
        outcome.residual = residual_full(product);
    } else if (arguments.verify == "freivalds") {
        outcome.verification = Verification::freivalds;
        outcome.residual = residual_freivalds(product, arguments.seed);
    }
}

template <class T> GemmOutcome run_real(const GemmArguments& arguments, const GemmProblem& problem) {
    warn_of_unusual_files(arguments, notify_on_stderr());
    Operands<T> matrices = operands<T>(arguments, problem);
    const std::unique_ptr<Progress> progress = progress_line(arguments.progress);
    GemmOutcome outcome;
    {
        RuntimeOptions options = runtime_options(arguments.sched, arguments.cpu_groups, progress.get());
        options.patience = std::chrono::seconds(arguments.patience);
        Runtime runtime(options);
        std::optional<PinnedMatrices> pins; // once for all repetitions
        if (arguments.host_memory == "page-locked" && runtime.has_cuda()) {
            const auto start = std::chrono::steady_clock::now();
            pins.emplace(runtime,
                         std::vector{PinnedMatrices::extent(matrices.a.view()),
                                     PinnedMatrices::extent(matrices.b.view()),
                                     PinnedMatrices::extent(matrices.c.view())},
                         notify_on_stderr());
            if (pins->any()) {
                outcome.page_locking_seconds =
                    std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            }
        }
        for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
            if (repeat > 0 && arguments.beta != 0) {
                matrices.c.copy_from(matrices.c0);
            }
            outcome.repeats.push_back(multiply<T>(runtime, arguments, problem, matrices.a.view(), matrices.b.view(),
                                                  matrices.c.view(),
                                                  gemm_options(arguments, problem, progress.get(), repeat)));
        }
    } // StarPU's threads would slow verification down
    verify(outcome, arguments, problem, matrices);
    if (!arguments.out.empty()) {
        write_npy<T>(arguments.out, matrices.c.view());
    }
    return outcome;
}

/// The same run without matrices: only their addresses exist.
template <class T> GemmOutcome run_simulated(const GemmArguments& arguments, const GemmProblem& problem) {
    const Shape shape_a = shape_of_a(problem);
    const Shape shape_b = shape_of_b(problem);
    const AddressSpace<T> a(shape_a.rows, shape_a.columns);
    const AddressSpace<T> b(shape_b.rows, shape_b.columns);
    const AddressSpace<T> c(problem.m, problem.n);
    const std::unique_ptr<Progress> progress = progress_line(arguments.progress);
    Runtime runtime(runtime_options(arguments.sched, arguments.cpu_groups));
    GemmOutcome outcome;
    for (int repeat = 0; repeat < arguments.repeat; ++repeat) {
        outcome.repeats.push_back(multiply<T>(runtime, arguments, problem, a.view(), b.view(), c.view(),
                                              gemm_options(arguments, problem, progress.get(), repeat)));
    }
    return outcome;
}

} // namespace

GemmOutcome execute(const GemmArguments& arguments, const GemmProblem& problem) {
    const bool single = problem.precision == Precision::single_precision;
    const auto run = Runtime::is_simulated() ? (single ? run_simulated<float> : run_simulated<double>)
                                             : (single ? run_real<float> : run_real<double>);
    GemmOutcome outcome = run(arguments, problem);
    outcome.allocation_file = arguments.allocation;
    return outcome;
}

} // namespace tangram::apps
