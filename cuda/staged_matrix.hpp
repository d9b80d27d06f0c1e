#pragma once

/// Tiles of matrices in pageable RAM for StarPU: its matrices in all but how they come to CUDA devices and back.

#include "cuda/staged_copies.hpp"

#include <cstddef>
#include <cstdint>

struct _starpu_data_state; // NOLINT(bugprone-reserved-identifier): what starpu_data_handle_t points to

namespace tangram::cuda {

/// Whether StarPU lets data copy themselves: that which cmake/build-starpu.sh builds does.
bool can_stage();

/// While it lives, those copies carry the tiles of all staged matrices; without one, CUDA does. One at a time. (What
/// StarPU gives a copy to do says nothing of whose tile it is, and a longer matrix than StarPU's would overflow where
/// StarPU uses memory again for one of its own.)
class StagingInForce {
  public:
    explicit StagingInForce(StagedCopies& copies);
    ~StagingInForce(); // NOLINT(performance-trivially-destructible): only without CUDA
    StagingInForce(const StagingInForce&) = delete;
    StagingInForce& operator=(const StagingInForce&) = delete;
};

/// As starpu_matrix_data_register() in RAM: nx elements of element_bytes in a line, ny lines, ld elements from one to
/// the next. Only if can_stage().
_starpu_data_state* register_staged_matrix(std::uintptr_t data, std::uint32_t ld, std::uint32_t nx, std::uint32_t ny,
                                           std::size_t element_bytes);

} // namespace tangram::cuda
