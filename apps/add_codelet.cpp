#include "apps/add_codelet.hpp"

#include "apps/add_kernels.hpp"
#include "apps/codelets.hpp"
#include "apps/kernels.hpp"

#include <fmt/format.h>

namespace tangram::apps {

namespace {

template <class T> void run_cpu(void* buffers[], void* argument) {
    const auto& arguments = *static_cast<AddArguments*>(argument);
    arguments.failure->guard([&] { add_on_cpu<T>(buffers[0], buffers[1], arguments.cores_per_cpu_worker); });
}

#ifdef TANGRAM_HAS_OPENCL
template <class T> void run_opencl(void* buffers[], void* argument) {
    static_cast<AddArguments*>(argument)->failure->guard([&] { add_on_opencl<T>(buffers[0], buffers[1]); });
}
#endif

#ifdef TANGRAM_HAS_CUDA
template <class T> void run_cuda(void* buffers[], void* argument) {
    static_cast<AddArguments*>(argument)->failure->guard([&] { add_on_cuda<T>(buffers[0], buffers[1]); });
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
    set_kernels(codelet, kernels_of(precision));
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
