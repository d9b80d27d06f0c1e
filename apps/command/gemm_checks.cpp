#include "apps/command/gemm_checks.hpp"

#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/reserve.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace tangram::apps {

namespace {

/// Before StarPU starts. Besides what is always there, a C to compare with.
void check_memory(const GemmArguments& arguments, const GemmProblem& problem) {
    check_reserve();
    const std::optional<std::uint64_t> available = available_memory(reserve_before_start());
    if (available) {
        const bool computes_twice = arguments.verify == "full";
        require_room_for_matrices(problem, 1 + (arguments.beta != 0) + computes_twice, static_cast<double>(*available));
    }
}

/// BLAS takes leading dimensions as int. The random matrices that the command makes are column-major: theirs are their
/// rows. Those of files are checked with the product.
void check_leading_dimensions(const GemmArguments& arguments, const GemmProblem& problem) {
    const auto check = [](const char* matrix, const char* what, std::int64_t size) {
        if (size > std::numeric_limits<int>::max()) {
            throw InvalidInput(
                fmt::format("{} has {} {}, expected at most {}", matrix, size, what, std::numeric_limits<int>::max()));
        }
    };
    if (problem.m == 0 || problem.n == 0) {
        return; // nothing to compute
    }
    if (problem.k > 0 && arguments.a.empty()) {
        check("A", "rows", problem.transa == Transpose::no ? problem.m : problem.k);
    }
    if (problem.k > 0 && arguments.b.empty()) {
        check("B", "rows", problem.transb == Transpose::no ? problem.k : problem.n);
    }
    if (problem.layout_of_c == Layout::row_major) {
        check("C", "columns", problem.n);
    } else {
        check("C", "rows", problem.m);
    }
}

void check_measured_tile(const GemmProblem& problem) {
    if (problem.m == 0 || problem.n == 0 || problem.k == 0) {
        return; // no tile is needed
    }
    if (problem.allocation) {
        throw InvalidInput("--tile auto: the allocation fixes the tile size; give it by --tile");
    }
    if (const auto platform = simulated_platform(); Runtime::is_simulated() && platform && platform->nominal) {
        throw InvalidInput(
            "--tile auto: on a synthetic platform kernels are as fast with any tile; choose one that divides "
            "the sizes, say a 16th of them");
    }
}

} // namespace

void require_room_for_matrices(const GemmProblem& problem, int copies_of_c, double available) {
    const auto bytes = [&](std::int64_t rows, std::int64_t columns) {
        return static_cast<double>(matrix_bytes(rows, columns, problem.precision));
    };
    const std::int64_t m = problem.m;
    const std::int64_t n = problem.n;
    const std::int64_t k = problem.k;
    const double needed = bytes(m, k) + bytes(k, n) + bytes(m, n) * copies_of_c;
    if (needed > available) {
        throw Unavailable(fmt::format("out of memory: the matrices of {} x {} x {} (m, n, k) need {}, {} are available",
                                      m, n, k, format_bytes(needed), format_bytes(available)));
    }
}

void check_simulated(const GemmArguments& arguments) {
    if (!Runtime::is_simulated()) {
        return;
    }
    const bool has_matrices =
        !arguments.a.empty() || !arguments.b.empty() || !arguments.c.empty() || !arguments.out.empty();
    if (has_matrices || arguments.verify != "none") {
        throw InvalidInput("a simulated run computes nothing: --a, --b, --c, --out and --verify have no meaning");
    }
}

void check_problem(const GemmArguments& arguments, const GemmProblem& problem) {
    if (arguments.measures_tile) {
        check_measured_tile(problem);
    }
    if (arguments.tile != 0) {
        tile_grid(problem.m, problem.n, problem.k, arguments.tile);
    }
    if (problem.precision == Precision::single_precision &&
        std::max(std::abs(arguments.alpha), std::abs(arguments.beta)) > std::numeric_limits<float>::max()) {
        throw InvalidInput("--alpha and --beta: too large for float");
    }
    check_leading_dimensions(arguments, problem);
    if (!Runtime::is_simulated()) {
        check_memory(arguments, problem);
    }
}

void warn_of_unusual_files(const GemmArguments& arguments, const Notify& warn) {
    const bool has_files = !arguments.a.empty() || !arguments.b.empty();
    const auto warn_if_random = [&](const std::string& file, char name, char option) {
        if (has_files && file.empty()) {
            warn(fmt::format("warning: {} is random, as --{} is not given", name, option));
        }
    };
    warn_if_random(arguments.a, 'A', 'a');
    warn_if_random(arguments.b, 'B', 'b');
    if (arguments.beta != 0) {
        warn_if_random(arguments.c, 'C', 'c');
    } else if (!arguments.c.empty()) {
        warn("warning: --c is not used, as --beta is 0");
    }
}

} // namespace tangram::apps
