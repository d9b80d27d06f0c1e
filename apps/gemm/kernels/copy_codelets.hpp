#pragma once

/// How StarPU's reductions (STARPU_REDUX) work on a tile's copies, each in the memory of a worker: a copy begins as 0,
/// and in the end one copy after the other is added.

#include "apps/gemm/matrix/matrix.hpp"

#include <starpu.h>

namespace tangram::apps {

/// The codelets of one precision. StarPU gives their kernels no arguments of ours: a failure ends the program, which
/// says why.
class CopyCodelets {
  public:
    static CopyCodelets& of(Precision precision);

    CopyCodelets(const CopyCodelets&) = delete;
    CopyCodelets& operator=(const CopyCodelets&) = delete;
    ~CopyCodelets() = default;

    starpu_codelet begin{}; ///< buffer: the copy
    starpu_codelet add{};   ///< buffers: the tile or a copy, and the copy that is added to it

  private:
    explicit CopyCodelets(Precision precision);
};

} // namespace tangram::apps
