/// All that cuda/ declares, for builds without a CUDA toolkit, or with a StarPU that has no CUDA, and for simulation.

#include "base/error.hpp"
#include "cuda/add.hpp"
#include "cuda/clear.hpp"
#include "cuda/devices.hpp"
#include "cuda/gemm.hpp"
#include "cuda/staged_copies.hpp"
#include "cuda/staged_matrix.hpp"
#include "cuda/starpu_worker.hpp"

namespace tangram::cuda {

namespace {

constexpr const char* reason = "this build has no CUDA kernels";

} // namespace

bool has_kernels() {
    return false;
}

Devices devices() {
    return {0, reason};
}

std::optional<DeviceMemory> device_memory(int /*device*/) {
    return std::nullopt;
}

std::optional<int> copy_engines(int /*device*/) {
    return std::nullopt;
}

WorkerHandles::WorkerHandles() = default;

WorkerHandles::~WorkerHandles() = default;

bool is_page_locked(const void* /*data*/, std::size_t /*bytes*/) {
    return false;
}

// No worker asks for the rest, and no product on a CUDA device.

class StagedCopies::Crew {};

StagedCopies::StagedCopies(unsigned /*threads*/, int /*device*/) {
    throw Unavailable(reason);
}

StagedCopies::~StagedCopies() = default;

unsigned StagedCopies::threads() const {
    return 0;
}

std::shared_ptr<const PiecesLeft> StagedCopies::begin(const StagedCopy& /*copy*/) {
    throw Unavailable(reason);
}

void StagedCopies::rethrow_failure() {}

bool can_stage() {
    return false;
}

StagingInForce::StagingInForce(StagedCopies& /*copies*/) {}

StagingInForce::~StagingInForce() = default;

_starpu_data_state* register_staged_matrix(std::uintptr_t /*data*/, std::uint32_t /*ld*/, std::uint32_t /*nx*/,
                                           std::uint32_t /*ny*/, std::size_t /*element_bytes*/) {
    throw Unavailable(reason);
}

cublasContext* handle_of_worker() {
    throw Unavailable(reason);
}

template <class T> void gemm(const GemmCall<T>& /*call*/, cublasContext* /*handle*/) {
    throw Unavailable(reason);
}

template <class T> void add(const TileView<const T>& /*a*/, const TileView<T>& /*c*/, cublasContext* /*handle*/) {
    throw Unavailable(reason);
}

template <class T> void clear(const TileView<T>& /*c*/, cublasContext* /*handle*/) {
    throw Unavailable(reason);
}

template void gemm<float>(const GemmCall<float>&, cublasContext*);
template void gemm<double>(const GemmCall<double>&, cublasContext*);
template void add<float>(const TileView<const float>&, const TileView<float>&, cublasContext*);
template void add<double>(const TileView<const double>&, const TileView<double>&, cublasContext*);
template void clear<float>(const TileView<float>&, cublasContext*);
template void clear<double>(const TileView<double>&, cublasContext*);

} // namespace tangram::cuda
