/* A program that is not ours, for simulation: its codelet's model is a history, which StarPU looks up in a file. Prints
 * the milliseconds of 10 tasks, one after the other. Fails if StarPU cannot predict a transfer. */
#include <stdio.h>

#include <starpu.h>

static void nothing(void* buffers[], void* argument) {
    (void)buffers;
    (void)argument;
}

static struct starpu_perfmodel model = {.type = STARPU_HISTORY_BASED, .symbol = "history_update"};
static struct starpu_codelet codelet = {
    .cpu_funcs = {nothing},
    .cuda_funcs = {nothing},
    .nbuffers = 2,
    .modes = {STARPU_R, STARPU_RW},
    .model = &model,
};

static int all_links_are_known(void) {
    for (unsigned from = 0; from < starpu_memory_nodes_get_count(); from++) {
        for (unsigned to = 0; to < starpu_memory_nodes_get_count(); to++) {
            if (!(starpu_transfer_predict(from, to, 1) >= 0)) {
                fprintf(stderr, "the link from %u to %u is not known\n", from, to);
                return 0;
            }
        }
    }
    return 1;
}

int main(void) {
    if (starpu_init(NULL) != 0) {
        return 1;
    }
    starpu_data_handle_t vector = NULL;
    starpu_data_handle_t matrix = NULL;
    static double memory[100 * 50];
    starpu_vector_data_register(&vector, STARPU_MAIN_RAM, (uintptr_t)memory, 100, sizeof(double));
    starpu_matrix_data_register(&matrix, STARPU_MAIN_RAM, (uintptr_t)memory, 100, 100, 50, sizeof(double));
    const double start = starpu_timing_now();
    for (int i = 0; i < 10; i++) {
        starpu_task_insert(&codelet, STARPU_R, vector, STARPU_RW, matrix, 0);
    }
    starpu_task_wait_for_all();
    printf("%.3f\n", (starpu_timing_now() - start) * 1e-3);
    const int good = all_links_are_known();
    starpu_data_unregister(vector);
    starpu_data_unregister(matrix);
    starpu_shutdown();
    return good ? 0 : 1;
}
