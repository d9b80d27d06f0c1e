#pragma once

/// The tiled GEMM: C = alpha op(A) op(B) + beta C over all memory nodes of a
/// running StarPU.
///
///     sizes, speeds -> plan (tiles, allocation) -> tasks T(i,j,k) -> C at home
///
/// The matrices stay where they are in the user's memory; StarPU copies single
/// tiles to the nodes that need them.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/product/gemm_report.hpp"
#include "apps/gemm/runtime/pinned_matrices.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "apps/gemm/support/progress.hpp"
#include "partition/base/allocation.hpp"

#include <cstdint>
#include <optional>
#include <type_traits>

namespace tangram::apps {

struct GemmOptions {
    /// Tile size in elements; 0: chosen (see choose_tile).
    std::int64_t tile = 0;

    /// Chooses the tile size, if it is 0, by measuring (see choose_measured_tile).
    bool measures_tile = false;

    /// The tiles of C as the caller sees it, to follow instead of what the strategy
    /// would allocate. Its processors are Runtime::nodes(), in their order. One layer for
    /// all products of a tile, or one for each tile of k.
    std::optional<partition::Allocation> allocation = {};

    /// Multiplies what searching for a plan may take: 2% of the lower bound on the product's time, but not more than
    /// 0.3 seconds, nor less than 5 milliseconds. It is counted, not timed: equal products get equal plans. At most
    /// 10000.
    double planning_effort = 1;

    /// Of A, B and C; for CUDA devices, if any compute.
    HostMemory host_memory = HostMemory::pageable;

    /// Told about each task's end, if given.
    Progress* progress = nullptr;

    /// Lines about calibration and page-locking, if given.
    Notify notify;
};

/// Computes C = alpha op(A) op(B) + beta C and returns what it took.
///
/// a is m x k as stored, or k x m where transa is yes; b is k x n, or n x k; c is
/// m x n. Any layout and leading dimension each. As in BLAS, zero sizes return at
/// once, k = 0 or alpha = 0 do not read A and B, and beta = 0 does not read C.
/// Blocks until C is complete. Products of several threads on one Runtime are computed
/// one after the other. Not to be called from `notify`, from Progress or from a callback
/// of StarPU's; nothing else may use the Runtime in another thread meanwhile.
///
/// Throws InvalidInput for sizes that do not fit each other, null pointers, a C that
/// shares memory with A or B (where these are read), tiles that are
/// negative or too many (max_tiles, max_tasks), a planning effort out of range, an allocation that does not fit
/// them or the memory nodes, or that is given while the policy in charge is
/// StarPU's own, or the tile size is yet to be measured;
/// Unavailable if a device has no room for a task's tiles or for copies of C that the strategy needs, or the
/// machine none for the matrices of a calibration;
/// RunFailure if a kernel fails: then C's content is undefined;
/// and what node_speeds and choose_measured_tile throw.
template <class T> GemmReport gemm(Runtime& runtime, Transpose transa, Transpose transb, std::type_identity_t<T> alpha,
                                   MatrixView<const std::type_identity_t<T>> a,
                                   MatrixView<const std::type_identity_t<T>> b, std::type_identity_t<T> beta,
                                   MatrixView<T> c, const GemmOptions& options = {});

extern template GemmReport gemm<float>(Runtime&, Transpose, Transpose, float, MatrixView<const float>,
                                       MatrixView<const float>, float, MatrixView<float>, const GemmOptions&);
extern template GemmReport gemm<double>(Runtime&, Transpose, Transpose, double, MatrixView<const double>,
                                        MatrixView<const double>, double, MatrixView<double>, const GemmOptions&);

} // namespace tangram::apps
