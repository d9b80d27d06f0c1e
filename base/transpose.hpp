#pragma once

namespace tangram {

/// Whether an operation reads a matrix as it is stored or transposed.
enum class Transpose { no, yes };

} // namespace tangram
