#include "apps/command/gemm_problem.hpp"

#include "apps/gemm/matrix/npy.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "partition/base/json.hpp"

#include <fmt/format.h>

#include <cstdint>
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
            throw InvalidInput(fmt::format("{} is {} according to {}, but {} according to {}", name_, *value_, source_,
                                           value, source));
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

/// By the layouts of those that are files; of C if it is read.
Layout layout_of_c(std::optional<Layout> a, std::optional<Layout> b, std::optional<Layout> c) {
    if (c) {
        return *c;
    }
    const bool has_columns = a == Layout::column_major || b == Layout::column_major;
    return (a || b) && !has_columns ? Layout::row_major : Layout::column_major;
}

} // namespace

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
    const auto read = [&](const std::string& option, const std::string& path, Transpose op, Dimension& rows,
                          Dimension& columns) -> std::optional<Layout> {
        if (path.empty()) {
            return std::nullopt;
        }
        NpyHeader header = read_npy_header(path);
        if (op == Transpose::yes) {
            std::swap(header.rows, header.columns);
        }
        const std::string source = option + " " + path;
        rows.agree(header.rows, source);
        columns.agree(header.columns, source);
        precision.agree(std::string(to_string(header.precision)), source);
        return header.layout;
    };
    const std::optional<Layout> of_a = read("--a", arguments.a, transa, m, k);
    const std::optional<Layout> of_b = read("--b", arguments.b, transb, k, n);
    const std::optional<Layout> of_c = read("--c", arguments.c, Transpose::no, m, n);
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

} // namespace tangram::apps
