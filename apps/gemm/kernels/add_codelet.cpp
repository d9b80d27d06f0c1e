#include "apps/gemm/kernels/add_codelet.hpp"

#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/kernels/cpu_add.hpp"
#include "apps/gemm/kernels/kernels.hpp"
#include "apps/gemm/kernels/opencl_add.hpp"
#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/kernels/task_tiles.hpp"
#include "cuda/add.hpp"
#include "cuda/starpu_worker.hpp"

#include <fmt/format.h>

namespace tangram::apps {

namespace {

template <class T> void add_on_cpu(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<AddArguments*>(argument);
    arguments.failure->guard(
        [&] { cpu_add(tile<const T>(buffers[0]), tile<T>(buffers[1]), arguments.cores_per_cpu_worker); });
}

template <class T> void add_with_opencl(void* buffers[], void* argument) {
    static_cast<AddArguments*>(argument)->failure->guard([&] {
        opencl_add(tile<const T, OpenclMemory>(buffers[0]), tile<T, OpenclMemory>(buffers[1]), queue_of_worker());
    });
}

template <class T> void add_with_cuda(void* buffers[], void* argument) {
    static_cast<AddArguments*>(argument)->failure->guard(
        [&] { cuda::add(tile<const T>(buffers[0]), tile<T>(buffers[1]), cuda::handle_of_worker()); });
}

template <class T> Kernels addition_kernels() {
    return {.cpu = add_on_cpu<T>, .opencl = add_with_opencl<T>, .cuda = add_with_cuda<T>};
}

Kernels addition_kernels(Precision precision) {
    return precision == Precision::single_precision ? addition_kernels<float>() : addition_kernels<double>();
}

/// Bytes per second that an addition reaches in a worker's own memory, by data sheets of the
/// simulated machines and their like: some two thirds of a socket's four channels of DDR4,
/// and of the 288 GB/s of a Tesla K40.
double nominal_bandwidth(starpu_worker_archtype kind) {
    return kind == STARPU_CPU_WORKER ? 40e9 : 200e9;
}

/// C_aux and C are read, C is written.
double microseconds(starpu_task* task, starpu_perfmodel_arch* arch, unsigned /*implementation*/) {
    const auto tile = static_cast<double>(starpu_data_get_size(STARPU_TASK_GET_HANDLE(task, 1)));
    return 3 * tile / nominal_bandwidth(arch->devices[0].type) * 1e6;
}

} // namespace

AddCodelet& AddCodelet::of(Precision precision) {
    // Never destroyed, as GemmCodelets.
    static auto& single_one = *new AddCodelet(Precision::single_precision);
    static auto& double_one = *new AddCodelet(Precision::double_precision);
    return precision == Precision::single_precision ? single_one : double_one;
}

AddCodelet::AddCodelet(Precision precision)
    : name_(fmt::format("tangram_{}add", precision == Precision::single_precision ? 's' : 'd')) {
    model_.type = STARPU_PER_ARCH;
    model_.arch_cost_function = microseconds;

    starpu_codelet_init(&codelet);
    set_kernels(codelet, addition_kernels(precision));
    codelet.nbuffers = STARPU_VARIABLE_NBUFFERS; // the access mode of C depends on STARPU_COMMUTE
    codelet.name = name_.c_str();
    codelet.model = &model_;
}

starpu_task* make_add_task(starpu_codelet& codelet, starpu_data_handle_t auxiliary, starpu_data_handle_t c,
                           AddArguments& arguments) {
    starpu_task* task = starpu_task_create();
    task->cl = &codelet;
    task->nbuffers = 2;
    task->handles[0] = auxiliary;
    task->handles[1] = c;
    task->modes[0] = STARPU_R;
    task->modes[1] = accumulation_mode(arguments.commutes);
    task->cl_arg = &arguments;
    task->cl_arg_size = sizeof(arguments);
    return task;
}

} // namespace tangram::apps
