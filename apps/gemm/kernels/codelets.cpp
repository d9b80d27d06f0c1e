#include "apps/gemm/kernels/codelets.hpp"

#include "apps/gemm/kernels/cpu_gemm.hpp"
#include "apps/gemm/kernels/kernels.hpp"
#include "apps/gemm/kernels/opencl_gemm.hpp"
#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/kernels/task_tiles.hpp"
#include "cuda/gemm.hpp"
#include "cuda/starpu_worker.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

namespace tangram::apps {

namespace {

/// k of op(A), the tile of which is stored as A.
std::uint32_t depth(starpu_data_handle_t a, Transpose transa) {
    return transa == Transpose::no ? starpu_matrix_get_ny(a) : starpu_matrix_get_nx(a);
}

template <class T, class Memory>
GemmCall<T, Memory> call_of(void* const buffers[], const GemmTaskArguments& arguments) {
    return {.transa = arguments.transa,
            .transb = arguments.transb,
            .alpha = static_cast<T>(arguments.alpha),
            .a = tile<const T, Memory>(buffers[0]),
            .b = tile<const T, Memory>(buffers[1]),
            .beta = static_cast<T>(arguments.beta),
            .c = tile<T, Memory>(buffers[2])};
}

template <class T> void run_cpu(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<GemmTaskArguments*>(argument);
    arguments.failure->guard(
        [&] { cpu_gemm(call_of<T, AddressedMemory>(buffers, arguments), arguments.cores_per_cpu_worker); });
}

template <class T> void run_opencl(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<GemmTaskArguments*>(argument);
    arguments.failure->guard([&] { opencl_gemm(call_of<T, OpenclMemory>(buffers, arguments), queue_of_worker()); });
}

template <class T> void run_cuda(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<GemmTaskArguments*>(argument);
    arguments.failure->guard(
        [&] { cuda::gemm(call_of<T, AddressedMemory>(buffers, arguments), cuda::handle_of_worker()); });
}

template <class T> Kernels kernels_of() {
    return {.cpu = run_cpu<T>, .opencl = run_opencl<T>, .cuda = run_cuda<T>};
}

Kernels kernels_of(Precision precision) {
    return precision == Precision::single_precision ? kernels_of<float>() : kernels_of<double>();
}

double edge_tile_microseconds(starpu_task* task, starpu_perfmodel_arch* arch, unsigned /*implementation*/) {
    const auto& arguments = *static_cast<GemmTaskArguments*>(task->cl_arg);
    const double full =
        starpu_perfmodel_history_based_expected_perf(arguments.full_model, arch, arguments.full_footprint);
    const double flops = task_flops(STARPU_TASK_GET_HANDLE(task, 0), STARPU_TASK_GET_HANDLE(task, 2), arguments.transa);
    return full * flops / arguments.full_flops;
}

std::uint32_t tile_footprint(std::uint32_t rows, std::uint32_t columns) {
    return starpu_hash_crc32c_be(starpu_hash_crc32c_be(rows, columns), STARPU_MATRIX_INTERFACE_ID);
}

} // namespace

std::uint32_t gemm_footprint(starpu_task* task) {
    const auto& arguments = *static_cast<GemmTaskArguments*>(task->cl_arg);
    const starpu_data_handle_t a = STARPU_TASK_GET_HANDLE(task, 0);
    const starpu_data_handle_t c = STARPU_TASK_GET_HANDLE(task, 2);
    const std::uint32_t m = starpu_matrix_get_nx(c);
    const std::uint32_t n = starpu_matrix_get_ny(c);
    const std::uint32_t k = depth(a, arguments.transa);
    std::uint32_t footprint = 0;
    for (const std::uint32_t of_tile : {tile_footprint(m, k), tile_footprint(k, n), tile_footprint(m, n)}) {
        footprint = starpu_hash_crc32c_be(of_tile, footprint);
    }
    return footprint;
}

std::string model_symbol(Precision precision, unsigned cores_per_cpu_worker) {
    std::string symbol = fmt::format("tangram_{}gemm", precision == Precision::single_precision ? 's' : 'd');
    if (cores_per_cpu_worker > 1) {
        symbol += fmt::format("_cores{}", cores_per_cpu_worker);
    }
    return symbol;
}

GemmCodelets& GemmCodelets::of(Precision precision, unsigned cores_per_cpu_worker) {
    // Never destroyed: StarPU writes the models when it ends, which may be very late.
    static auto& all = *new std::map<std::pair<Precision, unsigned>, std::unique_ptr<GemmCodelets>>;
    auto& codelets = all[{precision, cores_per_cpu_worker}];
    if (!codelets) {
        codelets.reset(new GemmCodelets(precision, cores_per_cpu_worker));
    }
    return *codelets;
}

GemmCodelets::GemmCodelets(Precision precision, unsigned cores_per_cpu_worker)
    : symbol_(model_symbol(precision, cores_per_cpu_worker)) {
    model.type = STARPU_HISTORY_BASED;
    model.symbol = symbol_.c_str();
    model.footprint = gemm_footprint;
    edge_model_.type = STARPU_PER_ARCH;
    edge_model_.arch_cost_function = edge_tile_microseconds;

    for (starpu_codelet* codelet : {&full, &edge, &warm_up}) {
        starpu_codelet_init(codelet);
        set_kernels(*codelet, kernels_of(precision));
        codelet->nbuffers = STARPU_VARIABLE_NBUFFERS; // the access mode of C depends on beta
        codelet->name = symbol_.c_str();
    }
    full.model = &model;
    edge.model = &edge_model_;
}

starpu_data_access_mode accumulation_mode(bool commutes) {
    return commutes ? static_cast<starpu_data_access_mode>(STARPU_RW | STARPU_COMMUTE) : STARPU_RW;
}

double task_flops(starpu_data_handle_t a, starpu_data_handle_t c, Transpose transa) {
    return 2.0 * starpu_matrix_get_nx(c) * starpu_matrix_get_ny(c) * depth(a, transa);
}

starpu_task* make_gemm_task(starpu_codelet& codelet, starpu_data_handle_t a, starpu_data_handle_t b,
                            starpu_data_handle_t c, GemmTaskArguments& arguments) {
    starpu_task* task = starpu_task_create();
    task->cl = &codelet;
    task->nbuffers = 3;
    task->handles[0] = a;
    task->handles[1] = b;
    task->handles[2] = c;
    task->modes[0] = STARPU_R;
    task->modes[1] = STARPU_R;
    task->modes[2] = arguments.shares_c    ? STARPU_REDUX
                     : arguments.beta == 0 ? STARPU_W
                                           : accumulation_mode(arguments.commutes);
    task->cl_arg = &arguments;
    task->cl_arg_size = sizeof(arguments);
    task->flops = task_flops(a, c, arguments.transa);
    return task;
}

} // namespace tangram::apps
