#include "apps/gemm/kernels/copy_codelets.hpp"

#include "apps/gemm/kernels/add_codelet.hpp"
#include "apps/gemm/kernels/cpu_add.hpp"
#include "apps/gemm/kernels/cpu_clear.hpp"
#include "apps/gemm/kernels/kernels.hpp"
#include "apps/gemm/kernels/opencl_add.hpp"
#include "apps/gemm/kernels/opencl_clear.hpp"
#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/kernels/task_tiles.hpp"
#include "cuda/add.hpp"
#include "cuda/clear.hpp"
#include "cuda/starpu_worker.hpp"

namespace tangram::apps {

namespace {

#if defined(STARPU_SIMGRID)
constexpr bool computes = false; // StarPU calls what begins a copy all the same
#else
constexpr bool computes = true;
#endif

template <class T> void begin_cpu(void* buffers[], void* /*argument*/) noexcept {
    if constexpr (computes) {
        cpu_clear(tile<T>(buffers[0]));
    }
}

template <class T> void add_cpu(void* buffers[], void* /*argument*/) noexcept {
    constexpr int cores = 1;
    cpu_add(tile<const T>(buffers[1]), tile<T>(buffers[0]), cores);
}

template <class T> void begin_opencl(void* buffers[], void* /*argument*/) noexcept {
    opencl_clear(tile<T, OpenclMemory>(buffers[0]), queue_of_worker());
}

template <class T> void add_opencl(void* buffers[], void* /*argument*/) noexcept {
    opencl_add(tile<const T, OpenclMemory>(buffers[1]), tile<T, OpenclMemory>(buffers[0]), queue_of_worker());
}

template <class T> void begin_cuda(void* buffers[], void* /*argument*/) noexcept {
    cuda::clear(tile<T>(buffers[0]), cuda::handle_of_worker());
}

template <class T> void add_cuda(void* buffers[], void* /*argument*/) noexcept {
    cuda::add(tile<const T>(buffers[1]), tile<T>(buffers[0]), cuda::handle_of_worker());
}

template <class T> Kernels begin_kernels() {
    return {.cpu = begin_cpu<T>, .opencl = begin_opencl<T>, .cuda = begin_cuda<T>};
}

template <class T> Kernels add_kernels() {
    return {.cpu = add_cpu<T>, .opencl = add_opencl<T>, .cuda = add_cuda<T>};
}

Kernels begin_kernels(Precision precision) {
    return precision == Precision::single_precision ? begin_kernels<float>() : begin_kernels<double>();
}

Kernels add_kernels(Precision precision) {
    return precision == Precision::single_precision ? add_kernels<float>() : add_kernels<double>();
}

} // namespace

CopyCodelets& CopyCodelets::of(Precision precision) {
    // Never destroyed, as GemmCodelets.
    static auto& single_one = *new CopyCodelets(Precision::single_precision);
    static auto& double_one = *new CopyCodelets(Precision::double_precision);
    return precision == Precision::single_precision ? single_one : double_one;
}

CopyCodelets::CopyCodelets(Precision precision) {
    starpu_codelet_init(&begin);
    set_kernels(begin, begin_kernels(precision));
    begin.nbuffers = 1;
    begin.modes[0] = STARPU_W;
    begin.name = "tangram_begin_copy";
    starpu_codelet_init(&add);
    set_kernels(add, add_kernels(precision));
    add.nbuffers = 2;
    add.modes[0] = STARPU_RW;
    add.modes[1] = STARPU_R;
    add.name = "tangram_add_copy";
    add.model = AddCodelet::of(precision).codelet.model;
}

} // namespace tangram::apps
