/* What StarPU and a policy take for a task of any program: tasks that do nothing, under STARPU_SCHED.
 *   bench_empty_tasks KIND TASKS   KIND: none, one (datum read) or grid (two read, one written); a line of JSON */
#include "sched/starpu/tangram_sched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <starpu.h>

/* Of a block: its tiles in a line, and those of three blocks. */
enum { lines = 16, tiles = 3 * lines * lines };
static const long side = lines;

static void nothing(void* buffers[], void* argument) {
    (void)buffers;
    (void)argument;
}

static double ten_microseconds(struct starpu_task* task, struct starpu_perfmodel_arch* arch, unsigned implementation) {
    (void)task;
    (void)arch;
    (void)implementation;
    return 10;
}

static struct starpu_perfmodel model = {.type = STARPU_PER_ARCH, .arch_cost_function = ten_microseconds};

static struct starpu_codelet codelet = {
    .cpu_funcs = {nothing}, .modes = {STARPU_R, STARPU_R, STARPU_RW}, .model = &model, .name = "nothing"};

/* Returns whether StarPU took it. The product of two blocks of one grid into a third: those of a layer are all
 * ready. */
static int submit(starpu_data_handle_t* blocks, long number) {
    struct starpu_task* task = starpu_task_create();
    const long row = number % side;
    const long column = number / side % side;
    const long depth = number / (side * side) % side;
    task->cl = &codelet;
    if (codelet.nbuffers == 1) {
        task->handles[0] = blocks[row * side + column];
    }
    if (codelet.nbuffers == 3) {
        task->handles[0] = blocks[row * side + depth];
        task->handles[1] = blocks[side * side + depth * side + column];
        task->handles[2] = blocks[2 * side * side + row * side + column];
    }
    return starpu_task_submit(task) == 0;
}

int main(int argc, char** argv) {
    if (argc != 3 || atol(argv[2]) < 1) {
        fprintf(stderr, "usage: bench_empty_tasks none|one|grid TASKS\n");
        return 2;
    }
    codelet.nbuffers = strcmp(argv[1], "none") == 0 ? 0 : strcmp(argv[1], "one") == 0 ? 1 : 3;
    const long tasks = atol(argv[2]);
    struct starpu_conf conf;
    starpu_conf_init(&conf);
    if (tangram_sched_select(&conf) != 0 || starpu_init(&conf) != 0) {
        return 1;
    }
    starpu_data_handle_t blocks[tiles];
    for (int i = 0; i < tiles; i++) {
        starpu_void_data_register(&blocks[i]);
    }

    const double start = starpu_timing_now();
    long taken = 0;
    for (long i = 0; i < tasks; i++) {
        taken += submit(blocks, i);
    }
    starpu_task_wait_for_all();
    const double microseconds = (starpu_timing_now() - start) / (double)tasks;

    printf("{\"policy\": \"%s\", \"kind\": \"%s\", \"tasks\": %ld, \"workers\": %u, \"microseconds\": %.4f}\n",
           starpu_sched_ctx_get_sched_policy(0)->policy_name, argv[1], tasks, starpu_worker_get_count(), microseconds);
    for (int i = 0; i < tiles; i++) {
        starpu_data_unregister(blocks[i]);
    }
    starpu_shutdown();
    return taken == tasks ? 0 : 1;
}
