#include "apps/gemm/runtime/pinned_matrices.hpp"

#include "apps/gemm/support/format_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <starpu.h>

namespace tangram::apps {

PinnedMatrices::~PinnedMatrices() {
    for (const Extent& matrix : pinned_) {
        starpu_memory_unpin(const_cast<void*>(matrix.data), matrix.bytes);
    }
}

PinnedMatrices::PinnedMatrices(const Runtime& runtime, const std::vector<Extent>& matrices, const Notify& notify) {
    if (Runtime::is_simulated() || !runtime.has_cuda()) { // StarPU can pin for CUDA only
        return;
    }
    pinned_.reserve(matrices.size());
    double refused = 0;
    for (auto matrix = matrices.begin(); matrix != matrices.end(); ++matrix) {
        if (matrix->bytes == 0 || std::find(matrices.begin(), matrix, *matrix) != matrix) {
            continue;
        }
        if (starpu_memory_pin(const_cast<void*>(matrix->data), matrix->bytes) == 0) {
            pinned_.push_back(*matrix);
        } else {
            refused += static_cast<double>(matrix->bytes);
        }
    }
    if (refused > 0 && notify) {
        notify(fmt::format("warning: {} of the matrices are not page-locked (the system refuses, or they are "
                           "already); if they are not, copies take about twice as long and wait for kernels",
                           format_bytes(refused)));
    }
}

} // namespace tangram::apps
