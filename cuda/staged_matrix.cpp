#include "cuda/staged_matrix.hpp"

#include <cerrno>
#include <memory>

#include <starpu.h>

/// Of cmake/patches/starpu-1.3.10-foreign-copies.patch: null with another StarPU.
extern "C" void starpu_interface_copy_ends_when(void* transfer, unsigned (*copied)(void*), void* argument)
    __attribute__((weak));

namespace tangram::cuda {

namespace {

/// What StarPU keeps of such a tile on each memory node; first what it and kernels take for a matrix of StarPU's.
struct StagedMatrix {
    starpu_matrix_interface matrix;
    StagedCopies* copies;
};

const starpu_data_interface_ops& operations_of_matrices() {
    static const starpu_data_interface_ops* const operations = [] {
        constexpr int no_home = -1;
        starpu_data_handle_t any = nullptr;
        starpu_matrix_data_register(&any, no_home, 0, 1, 1, 1, 1);
        const starpu_data_interface_ops* found = starpu_data_get_interface_ops(any);
        starpu_data_unregister_no_coherency(any);
        return found;
    }();
    return *operations;
}

void register_on_nodes(starpu_data_handle_t handle, unsigned home, void* interface) {
    operations_of_matrices().register_data_handle(handle, home, interface);
    for (unsigned node = 0; node < STARPU_MAXNODES; ++node) {
        static_cast<StagedMatrix*>(starpu_data_get_interface_on_node(handle, node))->copies =
            static_cast<const StagedMatrix*>(interface)->copies;
    }
}

StagedCopy::Lines lines_of(const starpu_matrix_interface& matrix) {
    return {reinterpret_cast<std::byte*>(matrix.ptr), std::size_t{matrix.ld} * matrix.elemsize};
}

using Copying = std::shared_ptr<const PiecesLeft>;

/// Whether the copy has ended; StarPU does not ask again then.
unsigned has_ended(void* argument) {
    const auto* copying = static_cast<const Copying*>(argument);
    if (!(*copying)->done()) {
        return 0;
    }
    delete copying;
    return 1;
}

int copy(void* from, unsigned from_node, void* to, unsigned to_node, void* transfer) {
    const bool up =
        starpu_node_get_kind(from_node) == STARPU_CPU_RAM && starpu_node_get_kind(to_node) == STARPU_CUDA_RAM;
    const bool down =
        starpu_node_get_kind(from_node) == STARPU_CUDA_RAM && starpu_node_get_kind(to_node) == STARPU_CPU_RAM;
    if (transfer == nullptr || (!up && !down)) {
        return operations_of_matrices().copy_methods->any_to_any(from, from_node, to, to_node, transfer);
    }
    const auto& host = *static_cast<const StagedMatrix*>(up ? from : to);
    const auto& on_device = *static_cast<const StagedMatrix*>(up ? to : from);
    auto copying = std::make_unique<Copying>(
        host.copies->begin({.direction = up ? StagedCopy::Direction::to_device : StagedCopy::Direction::to_host,
                            .device = starpu_memory_node_get_devid(up ? to_node : from_node),
                            .host = lines_of(host.matrix),
                            .on_device = lines_of(on_device.matrix),
                            .line_bytes = std::size_t{host.matrix.nx} * host.matrix.elemsize,
                            .lines = host.matrix.ny}));
    starpu_interface_copy_ends_when(transfer, has_ended, copying.release());
    return -EAGAIN; // it goes on
}

starpu_data_interface_ops* operations() {
    static const starpu_data_copy_methods copy_methods = [] {
        starpu_data_copy_methods methods = *operations_of_matrices().copy_methods;
        methods.any_to_any = copy;
        return methods;
    }();
    static starpu_data_interface_ops operations = [] {
        starpu_data_interface_ops all = operations_of_matrices();
        all.register_data_handle = register_on_nodes;
        all.copy_methods = &copy_methods;
        all.interface_size = sizeof(StagedMatrix);
        return all;
    }();
    return &operations;
}

} // namespace

bool can_stage() {
    return starpu_interface_copy_ends_when != nullptr;
}

_starpu_data_state* register_staged_matrix(std::uintptr_t data, std::uint32_t ld, std::uint32_t nx, std::uint32_t ny,
                                           std::size_t element_bytes, StagedCopies& copies) {
    StagedMatrix tile{};
    tile.matrix.id = STARPU_MATRIX_INTERFACE_ID;
    tile.matrix.ptr = data;
    tile.matrix.dev_handle = data;
    tile.matrix.ld = ld;
    tile.matrix.nx = nx;
    tile.matrix.ny = ny;
    tile.matrix.elemsize = element_bytes;
    tile.matrix.allocsize = std::size_t{nx} * ny * element_bytes;
    tile.copies = &copies;
    starpu_data_handle_t handle = nullptr;
    starpu_data_register(&handle, STARPU_MAIN_RAM, &tile, operations());
    return handle;
}

} // namespace tangram::cuda
