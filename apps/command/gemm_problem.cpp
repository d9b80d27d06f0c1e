#include "apps/command/gemm_problem.hpp"

#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/matrix/npy.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/support/available_memory.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "partition/base/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace tangram::apps {

namespace {

/// A value that options and files may give; all that do must agree.
template <class Value> class Agreed {
  public:
    explicit Agreed(std::string name) : name_(std::move(name)) {}

    void agree(const Value& value, const std::string& source) {
        if (value_ && *value_ != value) {
            throw InvalidInput(fmt::format("{} is {} by {} but {} by {}", name_, *value_, source_, value, source));
        }
        value_ = value;
        source_ = source;
    }

    [[nodiscard]] Value value_or(const Value& fallback) const { return value_.value_or(fallback); }

  private:
    std::string name_;
    std::optional<Value> value_;
    std::string source_;
};

using Dimension = Agreed<std::int64_t>;

/// --size stands for the dimensions that have no option of their own.
Dimension dimension_of(const std::string& name, const std::optional<std::int64_t>& given,
                       const std::optional<std::int64_t>& size) {
    Dimension dimension(name);
    if (given) {
        dimension.agree(*given, "--" + name);
    } else if (size) {
        dimension.agree(*size, "--size");
    }
    return dimension;
}

Transpose to_transpose(const std::string& letter) {
    return letter == "t" ? Transpose::yes : Transpose::no;
}

std::optional<partition::Allocation> allocation_of(const GemmArguments& arguments) {
    if (arguments.allocation.empty()) {
        return std::nullopt;
    }
    const std::string text = read_text(arguments.allocation);
    try {
        return partition::allocation_from_json(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", arguments.allocation, error.what()));
    }
}

/// C after the product, and what is read meanwhile: A, B, C before unless beta is 0, and a C to compare with.
void check_memory(const GemmArguments& arguments, const GemmProblem& problem) {
    const auto gibibytes = [&](std::int64_t rows, std::int64_t columns) {
        return static_cast<double>(matrix_bytes(rows, columns, problem.precision)) / (1 << 30);
    };
    const std::int64_t m = problem.m;
    const std::int64_t n = problem.n;
    const std::int64_t k = problem.k;
    const bool keeps_c = arguments.beta != 0;
    const bool computes_twice = arguments.verify == "full";
    const double needed = gibibytes(m, k) + gibibytes(k, n) + gibibytes(m, n) * (1 + keeps_c + computes_twice);
    const std::optional<std::uint64_t> bytes = available_memory();
    if (const double available = static_cast<double>(bytes.value_or(0)) / (1 << 30); bytes && needed > available) {
        throw Unavailable(
            fmt::format("out of memory: the matrices of {} x {} x {} (m, n, k) need {:.2f} GiB, {:.2f} GiB "
                        "are available",
                        m, n, k, needed, available));
    }
}

/// By the layouts of those that are files; of C if it is read.
Layout layout_of_c(std::optional<Layout> a, std::optional<Layout> b, std::optional<Layout> c) {
    if (c) {
        return *c;
    }
    const bool has_columns = a == Layout::column_major || b == Layout::column_major;
    return (a || b) && !has_columns ? Layout::row_major : Layout::column_major;
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

GemmProblem problem_of(const GemmArguments& arguments) {
    constexpr std::int64_t default_size = 2048;
    const Transpose transa = to_transpose(arguments.transa);
    const Transpose transb = to_transpose(arguments.transb);
    Dimension m = dimension_of("m", arguments.m, arguments.size);
    Dimension n = dimension_of("n", arguments.n, arguments.size);
    Dimension k = dimension_of("k", arguments.k, arguments.size);
    Agreed<std::string> precision("precision");
    if (!arguments.precision.empty()) {
        precision.agree(arguments.precision, "--precision");
    }
    const auto read = [&](const std::string& path, Transpose op, Dimension& rows,
                          Dimension& columns) -> std::optional<Layout> {
        if (path.empty()) {
            return std::nullopt;
        }
        NpyHeader header = read_npy_header(path);
        if (op == Transpose::yes) {
            std::swap(header.rows, header.columns);
        }
        rows.agree(header.rows, path);
        columns.agree(header.columns, path);
        precision.agree(std::string(to_string(header.precision)), path);
        return header.layout;
    };
    const std::optional<Layout> of_a = read(arguments.a, transa, m, k);
    const std::optional<Layout> of_b = read(arguments.b, transb, k, n);
    const std::optional<Layout> of_c = read(arguments.c, Transpose::no, m, n);
    const bool is_single = precision.value_or("double") == "float";
    return {.m = m.value_or(default_size),
            .n = n.value_or(default_size),
            .k = k.value_or(default_size),
            .precision = is_single ? Precision::single_precision : Precision::double_precision,
            .transa = transa,
            .transb = transb,
            .allocation = allocation_of(arguments),
            .layout_of_c = layout_of_c(of_a, of_b, arguments.beta != 0 ? of_c : std::nullopt)};
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

} // namespace tangram::apps
