#pragma once

/// The product that options and files ask for.

#include "apps/command/gemm_arguments.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "partition/base/allocation.hpp"

#include <cstdint>
#include <optional>

namespace tangram::apps {

struct GemmProblem {
    std::int64_t m = 0, n = 0, k = 0;
    Precision precision = Precision::double_precision;
    Transpose transa = Transpose::no;
    Transpose transb = Transpose::no;
    std::optional<partition::Allocation> allocation; ///< of --allocation

    /// That of --c if it is read; else row-major if A or B is a file in C order and neither is one in Fortran order.
    Layout layout_of_c = Layout::column_major;
};

/// Takes sizes and precision from options and the headers of files. Throws InvalidInput where these contradict each
/// other or a file cannot be read.
GemmProblem problem_of(const GemmArguments& arguments);

} // namespace tangram::apps
