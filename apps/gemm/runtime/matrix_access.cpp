#include "apps/gemm/runtime/matrix_access.hpp"

#include "base/error.hpp"
#include "cuda/staged_copies.hpp"
#include "cuda/staged_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace tangram::apps {

namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool are_page_locked(const std::vector<PinnedMatrices::Extent>& matrices) {
    return std::all_of(matrices.begin(), matrices.end(), [](const PinnedMatrices::Extent& matrix) {
        return matrix.bytes == 0 || cuda::is_page_locked(matrix.data, matrix.bytes);
    });
}

} // namespace

/// Measured on a node with an H200 and 16 cores: a thread stages 4 GB/s beside others, page-locking takes 20 GB/s and
/// unlocking 50.
bool page_locking_pays(const ProductCost& product, unsigned threads) {
    constexpr double staged_by_thread = 4e9;
    constexpr double locked = 20e9;
    constexpr double unlocked = 50e9;
    const double staging = product.moved_bytes / (staged_by_thread * threads) - product.seconds;
    return staging > product.matrix_bytes * (1 / locked + 1 / unlocked);
}

MatrixAccess::MatrixAccess(Runtime& runtime, HostMemory memory, const std::vector<PinnedMatrices::Extent>& matrices,
                           const ProductCost& product, const Notify& notify) {
    if (memory == HostMemory::page_locked || Runtime::is_simulated() || !runtime.has_cuda() ||
        are_page_locked(matrices)) {
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    if (cuda::can_stage() && !page_locking_pays(product, runtime.staging_threads())) {
        stage(runtime, notify);
    }
    if (!is_staged()) {
        pinned_.emplace(runtime, matrices, notify);
    }
    if (is_staged() || pinned_->any()) {
        seconds_ = seconds_since(start);
    }
}

void MatrixAccess::stage(Runtime& runtime, const Notify& notify) {
    try {
        staged_ = &runtime.staged_copies();
        staged_->rethrow_failure(); // of a product that ended with another one
    } catch (const RunFailure& failure) {
        if (!is_staged() && notify) {
            notify(fmt::format("warning: {}: the matrices are page-locked instead of staged", failure.what()));
        }
    }
}

unsigned MatrixAccess::staging_threads() const {
    return is_staged() ? staged_->threads() : 0;
}

double MatrixAccess::end() {
    if (pinned_ && pinned_->any()) {
        const auto start = std::chrono::steady_clock::now();
        pinned_.reset();
        seconds_ += seconds_since(start);
    }
    return seconds_;
}

void MatrixAccess::rethrow_failure() const {
    if (is_staged()) {
        staged_->rethrow_failure();
    }
}

} // namespace tangram::apps
