/* Linked with StarPU's cg, stencil and heat, which are not modified and have kernels for GPUs only where they are built
 * with CUDA. In simulation kernels are not executed, so that here
 * - each codelet with a kernel for CPUs has one for GPUs;
 * - what a program reads of a variable is 1, as nobody has computed it: cg would stop at 0;
 * - the time until all tasks have ended is printed: cg prints two digits of it. */
#define _GNU_SOURCE /* NOLINT(readability-identifier-naming): glibc's name */
#include <dlfcn.h>
#include <starpu.h>
#include <stdio.h>

static double start = -1; /* microseconds; negative: nothing was submitted yet */

static void nothing(void* buffers[], void* argument) {
    (void)buffers;
    (void)argument;
}

static void give_gpu_kernel(struct starpu_codelet* codelet) {
    if (codelet != NULL && codelet->cpu_funcs[0] != NULL && codelet->cuda_funcs[0] == NULL) {
        codelet->cuda_funcs[0] = nothing;
        codelet->can_execute = NULL; /* cg refuses GPUs where it was built without CUDA */
    }
}

/* StarPU's library calls it, too, as it calls those of the program first. */
int starpu_task_submit(struct starpu_task* task) {
    int (*real)(struct starpu_task*) = dlsym(RTLD_NEXT, "starpu_task_submit");
    struct starpu_codelet* codelet = task->cl;
    if (codelet != NULL && codelet->cpu_funcs[0] != NULL && codelet->cuda_funcs[0] == NULL) {
        codelet->cuda_funcs[0] = codelet->cpu_funcs[0];
        codelet->can_execute = NULL; /* cg refuses GPUs where it was built without CUDA */
    }
    if (start < 0) {
        start = starpu_timing_now();
    }
    return real(task);
}

void starpu_data_set_reduction_methods(starpu_data_handle_t handle, struct starpu_codelet* redux_cl,
                                       struct starpu_codelet* init_cl) {
    void (*real)(starpu_data_handle_t, struct starpu_codelet*, struct starpu_codelet*) =
        dlsym(RTLD_NEXT, "starpu_data_set_reduction_methods");
    give_gpu_kernel(redux_cl);
    give_gpu_kernel(init_cl);
    real(handle, redux_cl, init_cl);
}

int starpu_data_acquire(starpu_data_handle_t handle, enum starpu_data_access_mode mode) {
    int (*real)(starpu_data_handle_t, enum starpu_data_access_mode) = dlsym(RTLD_NEXT, "starpu_data_acquire");
    const int status = real(handle, mode);
    if (starpu_data_get_interface_id(handle) == STARPU_VARIABLE_INTERFACE_ID) {
        *(double*)starpu_variable_get_local_ptr(handle) = 1;
    }
    return status;
}

int starpu_task_wait_for_all(void) {
    int (*real)(void) = dlsym(RTLD_NEXT, "starpu_task_wait_for_all");
    const int status = real();
    printf("all tasks: %.3f ms\n", (starpu_timing_now() - start) * 1e-3);
    return status;
}
