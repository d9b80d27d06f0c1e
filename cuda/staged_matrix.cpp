#include "cuda/staged_matrix.hpp"

#include <atomic>
#include <cerrno>
#include <exception>
#include <memory>

#include <starpu.h>

/// Of cmake/patches/starpu-1.3.10-foreign-copies.patch: null, and not declared before, with another StarPU.
// NOLINTNEXTLINE(readability-redundant-declaration)
extern "C" void starpu_interface_copy_ends_when(void* async_data, unsigned (*copied)(void* arg), void* arg)
    __attribute__((weak));

namespace tangram::cuda {

namespace {

using Copying = std::shared_ptr<const PiecesLeft>;

std::atomic<StagedCopies*>& copies_in_force() {
    static std::atomic<StagedCopies*> copies = nullptr;
    return copies;
}

StagedCopy::Lines lines_of(const starpu_matrix_interface& matrix) {
    return {reinterpret_cast<std::byte*>(matrix.ptr), std::size_t{matrix.ld} * matrix.elemsize};
}

/// Whether the copy has ended; StarPU does not ask again then.
unsigned has_ended(void* argument) {
    std::unique_ptr<Copying> copying(static_cast<Copying*>(argument));
    if (!(*copying)->done()) {
        static_cast<void>(copying.release());
        return 0;
    }
    return 1;
}

/// Between RAM and the device of a memory node.
void stage(StagedCopies& copies, StagedCopy::Direction direction, void* in_ram, void* on_device, unsigned node,
           void* transfer) {
    const auto& host = *static_cast<const starpu_matrix_interface*>(in_ram);
    const auto& device = *static_cast<const starpu_matrix_interface*>(on_device);
    auto copying = std::make_unique<Copying>();
    *copying = copies.begin({.direction = direction,
                             .device = starpu_memory_node_get_devid(node),
                             .host = lines_of(host),
                             .on_device = lines_of(device),
                             .line_bytes = std::size_t{host.nx} * host.elemsize,
                             .lines = host.ny});
    starpu_interface_copy_ends_when(transfer, has_ended, copying.release());
}

/// Called by StarPU. Returns -EAGAIN while a copy goes on.
int copy(void* from, unsigned from_node, void* to, unsigned to_node, void* transfer) {
    const starpu_node_kind from_kind = starpu_node_get_kind(from_node);
    const starpu_node_kind to_kind = starpu_node_get_kind(to_node);
    StagedCopies* const copies = transfer == nullptr ? nullptr : copies_in_force().load();
    try {
        if (copies != nullptr && from_kind == STARPU_CPU_RAM && to_kind == STARPU_CUDA_RAM) {
            stage(*copies, StagedCopy::Direction::to_device, from, to, to_node, transfer);
            return -EAGAIN;
        }
        if (copies != nullptr && from_kind == STARPU_CUDA_RAM && to_kind == STARPU_CPU_RAM) {
            stage(*copies, StagedCopy::Direction::to_host, to, from, from_node, transfer);
            return -EAGAIN;
        }
    } catch (const std::exception&) { // no memory to note the copy in: CUDA can do it
    }
    return starpu_interface_matrix_ops.copy_methods->any_to_any(from, from_node, to, to_node, transfer);
}

starpu_data_interface_ops* operations() {
    static const starpu_data_copy_methods copy_methods = [] {
        starpu_data_copy_methods methods = *starpu_interface_matrix_ops.copy_methods;
        methods.any_to_any = copy;
        return methods;
    }();
    static starpu_data_interface_ops operations = [] {
        starpu_data_interface_ops all = starpu_interface_matrix_ops;
        all.copy_methods = &copy_methods;
        return all;
    }();
    return &operations;
}

} // namespace

bool can_stage() {
    return starpu_interface_copy_ends_when != nullptr;
}

StagingInForce::StagingInForce(StagedCopies& copies) {
    copies_in_force() = &copies;
}

StagingInForce::~StagingInForce() {
    copies_in_force() = nullptr;
}

_starpu_data_state* register_staged_matrix(std::uintptr_t data, std::uint32_t ld, std::uint32_t nx, std::uint32_t ny,
                                           std::size_t element_bytes) {
    starpu_matrix_interface tile{};
    tile.id = STARPU_MATRIX_INTERFACE_ID;
    tile.ptr = data;
    tile.dev_handle = data;
    tile.ld = ld;
    tile.nx = nx;
    tile.ny = ny;
    tile.elemsize = element_bytes;
    tile.allocsize = std::size_t{nx} * ny * element_bytes;
    starpu_data_handle_t handle = nullptr;
    starpu_data_register(&handle, STARPU_MAIN_RAM, &tile, operations());
    return handle;
}

} // namespace tangram::cuda
