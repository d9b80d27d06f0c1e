/* Linked with StarPU's lu and cholesky, which are not modified and have kernels for CPUs alone where there is no CUDA:
 * on the emulated node each of their codelets has one for OpenCL devices, too. It fetches the task's tiles from the
 * device, calls the kernel for CPUs, and puts back what that has written. The programs' own checks then see whether
 * StarPU moved what the schedule needed. */
#define _GNU_SOURCE /* NOLINT(readability-identifier-naming): glibc's name */
#include <dlfcn.h>
#include <starpu.h>
#include <starpu_opencl.h>
#include <stdlib.h>

static void on_device(void* buffers[], void* argument) {
    struct starpu_matrix_interface tiles[STARPU_NMAXBUFS];
    void* in_ram[STARPU_NMAXBUFS];
    struct starpu_task* task = starpu_task_get_current();
    const int count = (int)STARPU_TASK_GET_NBUFFERS(task);
    const unsigned node = starpu_worker_get_memory_node((unsigned)starpu_worker_get_id());
    for (int i = 0; i < count; ++i) {
        tiles[i] = *(struct starpu_matrix_interface*)buffers[i];
        const size_t size = (size_t)tiles[i].ld * tiles[i].ny * tiles[i].elemsize;
        tiles[i].ptr = (uintptr_t)malloc(size);
        in_ram[i] = &tiles[i];
        if ((STARPU_TASK_GET_MODE(task, i) & STARPU_R) != 0) {
            starpu_opencl_copy_opencl_to_ram((cl_mem)tiles[i].dev_handle, node, (void*)tiles[i].ptr, STARPU_MAIN_RAM,
                                             size, tiles[i].offset, NULL, NULL);
        }
    }
    task->cl->cpu_funcs[0](in_ram, argument);
    for (int i = 0; i < count; ++i) {
        const size_t size = (size_t)tiles[i].ld * tiles[i].ny * tiles[i].elemsize;
        if ((STARPU_TASK_GET_MODE(task, i) & STARPU_W) != 0) {
            starpu_opencl_copy_ram_to_opencl((void*)tiles[i].ptr, STARPU_MAIN_RAM, (cl_mem)tiles[i].dev_handle, node,
                                             size, tiles[i].offset, NULL, NULL);
        }
        free((void*)tiles[i].ptr);
    }
}

/* StarPU's own calls come here, too: symbols of the program are found first. In parentheses, as StarPU 1.4 has a macro
 * of this name. */
int(starpu_task_submit)(struct starpu_task* task) {
    int (*real)(struct starpu_task*) = dlsym(RTLD_NEXT, "starpu_task_submit");
    struct starpu_codelet* codelet = task->cl;
    if (codelet != NULL && codelet->cpu_funcs[0] != NULL) {
        codelet->opencl_funcs[0] = on_device;
    }
    return real(task);
}
