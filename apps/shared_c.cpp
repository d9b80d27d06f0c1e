#include "apps/shared_c.hpp"

#include "apps/add_codelet.hpp"
#include "apps/add_kernels.hpp"
#include "apps/kernels.hpp"

#ifdef TANGRAM_HAS_CUDA
#include "cuda/gemm.hpp"
#endif

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace tangram::apps {

namespace {

// StarPU gives these functions no arguments of ours: a failure ends the program, which says why.

template <class T> T* pointer(void* tile) {
    return reinterpret_cast<T*>(STARPU_MATRIX_GET_PTR(tile));
}

int rows(void* tile) {
    return static_cast<int>(STARPU_MATRIX_GET_NX(tile));
}

int columns(void* tile) {
    return static_cast<int>(STARPU_MATRIX_GET_NY(tile));
}

int ld(void* tile) {
    return static_cast<int>(STARPU_MATRIX_GET_LD(tile));
}

#if defined(STARPU_SIMGRID)
constexpr bool computes = false; // StarPU calls what begins a copy all the same
#else
constexpr bool computes = true;
#endif

template <class T> void begin_cpu(void* buffers[], void* /*argument*/) noexcept {
    void* c = buffers[0];
    for (int j = 0; computes && j < columns(c); ++j) {
        std::fill_n(pointer<T>(c) + static_cast<std::ptrdiff_t>(j) * ld(c), rows(c), T{0});
    }
}

template <class T> void add_cpu(void* buffers[], void* /*argument*/) noexcept {
    constexpr int cores = 1;
    add_on_cpu<T>(buffers[1], buffers[0], cores);
}

#ifdef TANGRAM_HAS_OPENCL
/// Copies have no padding.
template <class T> void begin_opencl(void* buffers[], void* /*argument*/) noexcept {
    void* c = buffers[0];
    const T zero = 0;
    const std::size_t bytes = static_cast<std::size_t>(ld(c)) * static_cast<std::size_t>(columns(c)) * sizeof(T);
    cl_command_queue queue = nullptr;
    starpu_opencl_get_queue(starpu_worker_get_devid(starpu_worker_get_id()), &queue);
    if (const cl_int status =
            clEnqueueFillBuffer(queue, reinterpret_cast<cl_mem>(STARPU_MATRIX_GET_DEV_HANDLE(c)), &zero, sizeof(zero),
                                STARPU_MATRIX_GET_OFFSET(c), bytes, 0, nullptr, nullptr);
        status != CL_SUCCESS) {
        STARPU_OPENCL_REPORT_ERROR(status); // ends the program
    }
}

template <class T> void add_opencl(void* buffers[], void* /*argument*/) noexcept {
    add_on_opencl<T>(buffers[1], buffers[0]);
}
#endif

#ifdef TANGRAM_HAS_CUDA
/// A product of no depth: C = 0.
template <class T> void begin_cuda(void* buffers[], void* /*argument*/) noexcept {
    void* c = buffers[0];
    cuda::gemm<T>(starpu_cublas_get_local_handle(), false, false, rows(c), columns(c), 0, T{1}, pointer<T>(c), ld(c),
                  pointer<T>(c), ld(c), T{0}, pointer<T>(c), ld(c));
}

template <class T> void add_cuda(void* buffers[], void* /*argument*/) noexcept {
    add_on_cuda<T>(buffers[1], buffers[0]);
}
#endif

template <class T> Kernels begin_kernels() {
    Kernels kernels{.cpu = begin_cpu<T>};
#ifdef TANGRAM_HAS_OPENCL
    kernels.opencl = begin_opencl<T>;
#endif
#ifdef TANGRAM_HAS_CUDA
    kernels.cuda = begin_cuda<T>;
#endif
    return kernels;
}

template <class T> Kernels add_kernels() {
    Kernels kernels{.cpu = add_cpu<T>};
#ifdef TANGRAM_HAS_OPENCL
    kernels.opencl = add_opencl<T>;
#endif
#ifdef TANGRAM_HAS_CUDA
    kernels.cuda = add_cuda<T>;
#endif
    return kernels;
}

/// C += copy, by StarPU's tree of reductions, and copy = 0. Never destroyed, as GemmCodelets.
struct SharedCodelets {
    template <class T> static SharedCodelets& of() {
        static auto& codelets =
            *new SharedCodelets(begin_kernels<T>(), add_kernels<T>(), AddCodelet::of(precision_of<T>()));
        return codelets;
    }

    SharedCodelets(const Kernels& begin_functions, const Kernels& add_functions, const AddCodelet& like) {
        starpu_codelet_init(&begin);
        set_kernels(begin, begin_functions);
        begin.nbuffers = 1;
        begin.modes[0] = STARPU_W;
        begin.name = "tangram_begin_copy";
        starpu_codelet_init(&add);
        set_kernels(add, add_functions);
        add.nbuffers = 2;
        add.modes[0] = STARPU_RW;
        add.modes[1] = STARPU_R;
        add.name = "tangram_add_copy";
        add.model = like.codelet.model;
    }

    starpu_codelet begin{};
    starpu_codelet add{};
};

} // namespace

SharedC::~SharedC() {
    if (!additions_.empty()) {
        starpu_task_wait_for_all();
    }
}

void SharedC::share(starpu_data_handle_t tile, std::uint32_t i, std::uint32_t j) {
    SharedCodelets& codelets =
        precision_ == Precision::single_precision ? SharedCodelets::of<float>() : SharedCodelets::of<double>();
    Additions& additions = additions_.emplace_back(Additions{codelets.add, &executions_, i, j});
    additions.codelet.callback_func = added;
    starpu_data_set_reduction_methods(tile, &additions.codelet, &codelets.begin);
}

/// A codelet's callback is that of tasks without one.
void SharedC::added(void* /*argument*/) {
    static_assert(std::is_standard_layout_v<Additions>);
    const auto& of = *reinterpret_cast<const Additions*>(starpu_task_get_current()->cl);
    of.executions->record({of.i, of.j, 0, nullptr, 0, sched::Work::add});
}

} // namespace tangram::apps
