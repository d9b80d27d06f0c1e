#pragma once

/// Page-locks matrices, so that CUDA copies them at full speed and beside kernels. That takes
/// about as long as filling them: for several products of the same matrices it is to be done once.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/runtime.hpp"

#include <cstddef>
#include <vector>

namespace tangram::apps {

/// What a caller of products knows of the matrices.
enum class HostMemory {
    /// Pageable, as malloc() returns it, or not known. Products find out: they stage it or page-lock it meanwhile,
    /// whichever is faster, and do neither if it is page-locked.
    pageable,
    /// Page-locked by the caller (PinnedMatrices, cudaHostAlloc). Products lock nothing: if it is not true, CUDA copies
    /// slowly, and starts no kernel meanwhile.
    page_locked,
};

class PinnedMatrices {
  public:
    /// From the first to the last element of a matrix.
    struct Extent {
        const void* data = nullptr;
        std::size_t bytes = 0;

        bool operator==(const Extent&) const = default;
    };

    template <class T> static Extent extent(const MatrixView<T>& view) {
        const bool column_major = view.layout == Layout::column_major;
        const auto lines = column_major ? view.columns : view.rows;
        const auto length = column_major ? view.rows : view.columns;
        const auto elements = lines == 0 || length == 0 ? 0 : view.ld * (lines - 1) + length;
        return {view.data, static_cast<std::size_t>(elements) * sizeof(T)};
    }

    /// Those of a matrix that comes twice once; none where no CUDA device computes. Where the system refuses,
    /// copies still work, only slower, and `notify`, if given, is told. Unlocks them at the end;
    /// runtime and matrices must outlive this.
    PinnedMatrices(const Runtime& runtime, const std::vector<Extent>& matrices, const Notify& notify);
    ~PinnedMatrices();
    /// Whether anything is locked.
    [[nodiscard]] bool any() const { return !pinned_.empty(); }
    PinnedMatrices(const PinnedMatrices&) = delete;
    PinnedMatrices& operator=(const PinnedMatrices&) = delete;

  private:
    std::vector<Extent> pinned_;
};

} // namespace tangram::apps
