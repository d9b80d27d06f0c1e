#include "apps/codelets.hpp"

#include "apps/cpu_gemm.hpp"
#include "apps/kernels.hpp"
#include "apps/opencl_gemm.hpp"

#ifdef TANGRAM_HAS_CUDA
#include "cuda/gemm.hpp"
#endif

#include <fmt/format.h>

#include <map>
#include <memory>
#include <utility>

#ifdef TANGRAM_HAS_OPENCL
#include <starpu_opencl.h>
#endif
#ifdef TANGRAM_HAS_CUDA
#include <starpu_cublas_v2.h>
#endif

namespace tangram::apps {

namespace {

int depth(const GemmArguments& arguments, void* a) {
    return static_cast<int>(arguments.transa == Transpose::no ? STARPU_MATRIX_GET_NY(a) : STARPU_MATRIX_GET_NX(a));
}

template <class T> void run_cpu(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<GemmArguments*>(argument);
    void* a = buffers[0];
    void* b = buffers[1];
    void* c = buffers[2];
    arguments.failure->guard([&] {
        const TileProduct<T> product{.transa = arguments.transa,
                                     .transb = arguments.transb,
                                     .m = static_cast<int>(STARPU_MATRIX_GET_NX(c)),
                                     .n = static_cast<int>(STARPU_MATRIX_GET_NY(c)),
                                     .k = depth(arguments, a),
                                     .alpha = static_cast<T>(arguments.alpha),
                                     .a = reinterpret_cast<const T*>(STARPU_MATRIX_GET_PTR(a)),
                                     .lda = static_cast<int>(STARPU_MATRIX_GET_LD(a)),
                                     .b = reinterpret_cast<const T*>(STARPU_MATRIX_GET_PTR(b)),
                                     .ldb = static_cast<int>(STARPU_MATRIX_GET_LD(b)),
                                     .beta = static_cast<T>(arguments.beta),
                                     .c = reinterpret_cast<T*>(STARPU_MATRIX_GET_PTR(c)),
                                     .ldc = static_cast<int>(STARPU_MATRIX_GET_LD(c))};
        cpu_gemm(product, arguments.cores_per_cpu_worker);
    });
}

#ifdef TANGRAM_HAS_OPENCL
template <class T> void run_opencl(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<GemmArguments*>(argument);
    void* a = buffers[0];
    void* b = buffers[1];
    void* c = buffers[2];
    const auto memory = [](void* tile) { return reinterpret_cast<cl_mem>(STARPU_MATRIX_GET_DEV_HANDLE(tile)); };
    arguments.failure->guard([&] {
        const OpenclTileProduct<T> product{.transa = arguments.transa,
                                           .transb = arguments.transb,
                                           .m = STARPU_MATRIX_GET_NX(c),
                                           .n = STARPU_MATRIX_GET_NY(c),
                                           .k = static_cast<std::size_t>(depth(arguments, a)),
                                           .alpha = static_cast<T>(arguments.alpha),
                                           .a = memory(a),
                                           .a_offset = STARPU_MATRIX_GET_OFFSET(a) / sizeof(T),
                                           .lda = STARPU_MATRIX_GET_LD(a),
                                           .b = memory(b),
                                           .b_offset = STARPU_MATRIX_GET_OFFSET(b) / sizeof(T),
                                           .ldb = STARPU_MATRIX_GET_LD(b),
                                           .beta = static_cast<T>(arguments.beta),
                                           .c = memory(c),
                                           .c_offset = STARPU_MATRIX_GET_OFFSET(c) / sizeof(T),
                                           .ldc = STARPU_MATRIX_GET_LD(c)};
        cl_command_queue queue = nullptr;
        starpu_opencl_get_queue(starpu_worker_get_devid(starpu_worker_get_id()), &queue);
        opencl_gemm(product, queue);
    });
}
#endif

#ifdef TANGRAM_HAS_CUDA
template <class T> void run_cuda(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<GemmArguments*>(argument);
    void* a = buffers[0];
    void* b = buffers[1];
    void* c = buffers[2];
    arguments.failure->guard([&] {
        cuda::gemm<T>(starpu_cublas_get_local_handle(), arguments.transa == Transpose::yes,
                      arguments.transb == Transpose::yes, static_cast<int>(STARPU_MATRIX_GET_NX(c)),
                      static_cast<int>(STARPU_MATRIX_GET_NY(c)), depth(arguments, a), static_cast<T>(arguments.alpha),
                      reinterpret_cast<const T*>(STARPU_MATRIX_GET_PTR(a)), static_cast<int>(STARPU_MATRIX_GET_LD(a)),
                      reinterpret_cast<const T*>(STARPU_MATRIX_GET_PTR(b)), static_cast<int>(STARPU_MATRIX_GET_LD(b)),
                      static_cast<T>(arguments.beta), reinterpret_cast<T*>(STARPU_MATRIX_GET_PTR(c)),
                      static_cast<int>(STARPU_MATRIX_GET_LD(c)));
    });
}
#endif

template <class T> Kernels kernels_of() {
    Kernels kernels{.cpu = run_cpu<T>};
#ifdef TANGRAM_HAS_OPENCL
    kernels.opencl = run_opencl<T>;
#endif
#ifdef TANGRAM_HAS_CUDA
    kernels.cuda = run_cuda<T>;
#endif
    return kernels;
}

Kernels kernels_of(Precision precision) {
    return precision == Precision::single_precision ? kernels_of<float>() : kernels_of<double>();
}

double edge_tile_microseconds(starpu_task* task, starpu_perfmodel_arch* arch, unsigned /*implementation*/) {
    const auto& arguments = *static_cast<GemmArguments*>(task->cl_arg);
    const double full =
        starpu_perfmodel_history_based_expected_perf(arguments.full_model, arch, arguments.full_footprint);
    const double flops = task_flops(STARPU_TASK_GET_HANDLE(task, 0), STARPU_TASK_GET_HANDLE(task, 2), arguments.transa);
    return full * flops / arguments.full_flops;
}

} // namespace

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
    const double k = transa == Transpose::no ? starpu_matrix_get_ny(a) : starpu_matrix_get_nx(a);
    return 2.0 * starpu_matrix_get_nx(c) * starpu_matrix_get_ny(c) * k;
}

starpu_task* make_gemm_task(starpu_codelet& codelet, starpu_data_handle_t a, starpu_data_handle_t b,
                            starpu_data_handle_t c, GemmArguments& arguments) {
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
