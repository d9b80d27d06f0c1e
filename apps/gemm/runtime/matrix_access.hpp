#pragma once

/// How CUDA devices get at matrices in RAM. They copy page-locked memory alone at full speed and beside kernels. What
/// a caller has is pageable, as malloc() returns it; then there are two ways:
///
///     staged       threads copy tiles through page-locked buffers of their own (cuda/staged_copies.hpp)
///     page-locked  the matrices are, from before the product until behind it (PinnedMatrices)
///
/// Page-locking takes its time for every byte of the matrices, staging only where it is slower than computing: with
/// enough cores for it, it costs a few percent (docs/gpu.md, Pageable matrices).

#include "apps/gemm/runtime/pinned_matrices.hpp"
#include "apps/gemm/runtime/runtime.hpp"

#include <optional>
#include <vector>

namespace tangram::apps {

/// What a product takes, as far as it is known before.
struct ProductCost {
    double matrix_bytes = 0; ///< of A, B and C
    double moved_bytes = 0;  ///< lower bound on what is copied between RAM and devices
    double seconds = 0;      ///< lower bound
};

/// Whether page-locking the matrices is faster than staging their tiles by so many threads.
bool page_locking_pays(const ProductCost& product, unsigned threads);

/// Of one product.
class MatrixAccess {
  public:
    /// Page-locks the matrices if that is needed and faster, or starts the threads that stage them. `notify`, if given,
    /// is told if the system refuses either.
    MatrixAccess(Runtime& runtime, HostMemory memory, const std::vector<PinnedMatrices::Extent>& matrices,
                 const ProductCost& product, const Notify& notify);

    /// Whether threads copy the tiles, not CUDA itself.
    [[nodiscard]] bool is_staged() const { return staged_ != nullptr; }
    /// Those; 0 if CUDA does.
    [[nodiscard]] unsigned staging_threads() const;

    /// Unlocks what was page-locked. Returns the seconds that locking and unlocking took, of matrices or of buffers.
    double end();

    /// Throws RunFailure if a staged copy failed.
    void rethrow_failure() const;

  private:
    void stage(Runtime& runtime, const Notify& notify);

    std::optional<PinnedMatrices> pinned_;
    cuda::StagedCopies* staged_ = nullptr;
    double seconds_ = 0;
};

} // namespace tangram::apps
